// Connections of people who are in no hurry: a byte per second of a header or a body, or an answer that nobody takes.
import { connect, type Socket } from "node:net"

const BYTE_EVERY_MS = 1_000

export interface SlowConnections {
  /** when each that was ended by the other side was ended, in seconds since it was opened */
  endedAfterS: number[]
  open(): number
  close(): void
}

/**
 * Each connection sends `first` at once and then a byte per second.
 * @param isReading false: takes nothing of the answer from the network
 */
export function slowConnections(port: number, count: number, first: string, isReading = true): SlowConnections {
  const sockets = new Set<Socket>()
  const endedAfterS: number[] = []
  for (let at = 0; at < count; at++) {
    const started = performance.now()
    const socket = connect(port, "127.0.0.1", () => socket.write(first))
    sockets.add(socket)
    if (isReading) socket.resume()
    else socket.pause()
    const ended = () => {
      if (sockets.delete(socket)) endedAfterS.push((performance.now() - started) / 1000)
      socket.destroy()
    }
    // A paused socket learns of its end only by writing.
    socket.on("error", ended).on("end", ended).on("close", ended)
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("a")
  }, BYTE_EVERY_MS)
  return {
    endedAfterS,
    open: () => sockets.size,
    close() {
      clearInterval(timer)
      const left = [...sockets]
      sockets.clear()
      for (const socket of left) socket.destroy()
    },
  }
}
