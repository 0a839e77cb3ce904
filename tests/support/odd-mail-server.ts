// A mail server that answers as no good one would.
import { createServer, type Socket } from "node:net"

interface OddMailServer {
  url: string
  /** whole emails that arrived, accepted or not */
  arrived(): number
  /** how many connections are open */
  open(): number
  close(): Promise<void>
}

/** Keeps an answer going forever, so that the connection is never silent. */
export const trickle = (socket: Socket): void => {
  socket.write("250-")
  const timer = setInterval(() => socket.write("x"), 50)
  socket.on("close", () => clearInterval(timer))
}

/** @param answer writes the answer to a command, or "." for the end of an email; false: as a good server answers */
export async function oddMailServer(
  answer: (socket: Socket, command: string, rest: string) => boolean,
): Promise<OddMailServer> {
  let arrived = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket))
    const say = (line: string) => socket.write(`${line}\r\n`)
    let text = ""
    let isBody = false
    say("220 odd")
    socket.on("data", (chunk) => {
      text += chunk
      for (let end = text.indexOf("\r\n"); end !== -1; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (isBody && line !== ".") continue
        const command = isBody ? "." : line.slice(0, 4).toUpperCase()
        isBody = command === "DATA"
        if (command === ".") arrived += 1
        if (answer(socket, command, line.slice(5))) continue
        say(isBody ? "354 go on" : command === "QUIT" ? "221 bye" : "250 ok")
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    arrived: () => arrived,
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
