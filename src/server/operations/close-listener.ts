// Closes a listener without a lost connection: one that still waits to be accepted is reset, and a proxy cannot send its POST again.
import type { Server } from "node:http"
import { connect, Server as NetServer, type Socket } from "node:net"
import { setImmediate as turn } from "node:timers/promises"
import { reachable } from "../platform/http/port-is-free.ts"

/** Turns of the event loop without a new connection. Then probably none waits. */
const QUIET_TURNS = 3
const MOST_TURNS = 1_000
/** What Node itself asks for. */
const BACKLOG = 511

/** A method of Node's socket handle that has no public equivalent. */
function callHandle(of: Server | Socket, method: string, argument: unknown): unknown {
  const handle: unknown = Reflect.get(of, "_handle")
  if (typeof handle !== "object" || handle === null) return undefined
  const run: unknown = Reflect.get(handle, method)
  return typeof run === "function" ? run.call(handle, argument) : undefined
}

// Not `server.close`: it cuts idle connections over which a proxy may just be sending a request.
const close = (server: Server) => NetServer.prototype.close.call(server)

/**
 * Takes the only place of the queue, and closes the listener if it got it: then nothing else waits. What comes meanwhile is neither
 * accepted nor reset; its sender tries again and is refused, and a proxy asks another process.
 * @returns false if a connection waits
 */
async function closeIfNoneWaits(server: Server, host: string, port: number): Promise<boolean> {
  // All of this in one turn, so that nothing is accepted in between. Connecting takes the next tick: the queue shrinks right before.
  process.nextTick(callHandle, server, "listen", 0)
  const own = connect(port, host).on("error", () => undefined)
  await new Promise<void>((resolve) => process.nextTick(resolve))
  // The system connects at once on the same machine. A socket without the place has no peer yet.
  const isFirst = callHandle(own, "getpeername", {}) === 0
  if (isFirst) close(server)
  else callHandle(server, "listen", BACKLOG)
  own.destroy()
  return isFirst
}

/**
 * Open connections stay open, and idle ones too.
 * @param isAlone no other process has this listener
 */
export async function closeListener(server: Server, isAlone: boolean): Promise<void> {
  const address = server.address()
  const accept = server.rawListeners("connection")
  server.removeAllListeners("connection")
  // Served afterward: a turn accepts one connection, so turns must be short to accept all.
  const accepted: Socket[] = []
  server.on("connection", (socket: Socket) => accepted.push(socket))
  for (let turns = 0, quiet = 0; turns < MOST_TURNS; turns++) {
    const before = accepted.length
    await turn()
    quiet = accepted.length > before ? 0 : quiet + 1
    if (quiet < QUIET_TURNS) continue
    if (!isAlone || typeof address !== "object" || address === null) break
    if (await closeIfNoneWaits(server, reachable(address.address), address.port)) break
    quiet = 0
  }
  if (server.listening) close(server)
  for (const socket of accepted) for (const listener of accept) listener.call(server, socket)
}
