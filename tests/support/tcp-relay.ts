// A relay in front of a server that can fall silent on the connections a test chooses, as a firewall that forgets them does,
// or break one before an answer has arrived.
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface TcpRelay {
  port: number
  /** From now on nothing of the server arrives on connections over which this text was sent. */
  silence(sent: string): number
  /** The next `asked` that follows `before` reaches the server, whose answer finds the connection broken. Resolves then. */
  loseAnswer(before: string, asked: string): Promise<void>
  close(): Promise<void>
}

export async function relayTo(port: number): Promise<TcpRelay> {
  const pairs = new Set<{ client: Socket; server: Socket; said: string }>()
  let loss: { before: string; asked: string; done: () => void } | null = null
  const relay = createServer((client) => {
    const server = connect(port, "127.0.0.1")
    const pair = { client, server, said: "" }
    pairs.add(pair)
    const end = () => {
      client.destroy()
      server.destroy()
      pairs.delete(pair)
    }
    client.on("data", (bytes) => {
      pair.said = (pair.said + bytes.toString("latin1")).slice(-40_000)
      if (loss !== null && pair.said.includes(loss.before) && bytes.includes(loss.asked)) {
        const { done } = loss
        loss = null
        server.removeAllListeners("data").once("data", () => {
          client.destroy()
          done()
        })
      }
      server.write(bytes)
    })
    server.on("data", (bytes) => client.write(bytes))
    for (const socket of [client, server]) socket.on("error", end).on("close", end)
  }).listen(0, "127.0.0.1")
  await once(relay, "listening")
  return {
    port: (relay.address() as AddressInfo).port,
    silence(sent) {
      const chosen = [...pairs].filter(({ said }) => said.includes(sent))
      for (const { client, server } of chosen) {
        server.removeAllListeners("data")
        server.resume()
        client.removeAllListeners("close")
      }
      return chosen.length
    },
    loseAnswer: (before, asked) =>
      new Promise((done) => {
        loss = { before, asked, done }
      }),
    async close() {
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      relay.close()
      await once(relay, "close")
    },
  }
}
