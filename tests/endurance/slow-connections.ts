// Slow connections: a byte per second of a header or a body, or an answer that is never read.
import { readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"

const BYTE_EVERY_MS = 1_000

export interface SlowConnections {
  /** when each that was ended by the other side was ended, in seconds since it was opened */
  endedAfterS: number[]
  open(): number
  close(): void
}

/** Each connection sends `first` at once and then a byte per second. */
export function slowConnections(port: number, count: number, first: string): SlowConnections {
  const sockets = new Set<Socket>()
  const endedAfterS: number[] = []
  for (let at = 0; at < count; at++) {
    const started = performance.now()
    const socket = connect(port, "127.0.0.1", () => socket.write(first))
    sockets.add(socket)
    socket.resume()
    const ended = () => {
      if (sockets.delete(socket)) endedAfterS.push((performance.now() - started) / 1000)
      socket.destroy()
    }
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

/** Each asks at once and takes nothing of the answer. @returns how to end them */
export function unreadConnections(port: number, count: number, asked: string): () => void {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1", () => socket.write(asked))
    return socket.pause().on("error", () => undefined)
  })
  return () => sockets.forEach((socket) => void socket.destroy())
}

/** Connections that the server on this port still holds, as the system counts them: who takes nothing does not learn of an end. */
export function heldBy(port: number): number {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`
  const rows = readFileSync("/proc/net/tcp", "utf8").split("\n")
  const ESTABLISHED = "01"
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, from, , state]) => from === local && state === ESTABLISHED).length
}
