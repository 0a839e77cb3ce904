// Stands between the program and a service it needs: hands everything on, slowly, never, or is not there.
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { freePort } from "../support/free-port.ts"

/** slow: each piece of a question waits so long · silent: takes connections and says nothing · gone: refuses them */
export type Wire = "well" | { slowMs: number } | "silent" | "gone"

export interface UnreliableWire {
  port: number
  become(state: Wire): Promise<void>
  close(): Promise<void>
}

/** @param to the port of the service, on this machine */
export async function unreliableWire(to: number): Promise<UnreliableWire> {
  const port = await freePort()
  const open = new Set<Socket>()
  let state: Wire = "well"

  function join(from: Socket): void {
    const onwards = connect(to, "127.0.0.1")
    const end = () => {
      from.destroy()
      onwards.destroy()
      open.delete(from)
    }
    for (const socket of [from, onwards]) socket.on("error", end).on("close", end)
    from.on("data", (piece) => {
      if (state === "silent") return
      const waitMs = typeof state === "object" ? state.slowMs : 0
      if (waitMs === 0) onwards.write(piece)
      else setTimeout(() => onwards.writable && onwards.write(piece), waitMs)
    })
    onwards.on("data", (piece) => {
      if (state !== "silent") from.write(piece)
    })
  }
  const server = createServer((socket) => {
    open.add(socket)
    join(socket)
  })
  const listen = async () => {
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
  }
  const hangUp = async () => {
    const closed = server.listening ? once(server, "close") : undefined
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  await listen()
  return {
    port,
    async become(next) {
      if (next === "gone") await hangUp()
      else if (state === "gone") await listen()
      state = next
    },
    close: () => (state === "gone" ? Promise.resolve() : hangUp()),
  }
}
