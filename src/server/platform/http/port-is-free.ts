// Whether the program will be able to listen, asked before it makes anything: a port in use is the operator's most common mistake.
import { createSocket } from "node:dgram"
import { lookup } from "node:dns/promises"
import { once } from "node:events"
import { connect } from "node:net"
import { type Config, ConfigError } from "../config/config.ts"

const REASONS: Record<string, string> = {
  EADDRINUSE: "another program listens there. Stop it, or set PORT to another number",
  EACCES: "this user isn't allowed to listen there. Set PORT to a number above 1023, and put a proxy in front",
  EADDRNOTAVAIL: "this machine does not have that address. Set HOST to one of its own, or to 0.0.0.0 for all of them",
  ENOTFOUND: "HOST is not the name or address of this machine",
}

/** Where a listener on all addresses is reached from this machine. */
export function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1"
  return host === "::" ? "::1" : host
}

/** @returns one sentence for the operator; null: an error of another kind */
export function listenProblem(error: unknown, { HOST, PORT }: Pick<Config, "HOST" | "PORT">): string | null {
  const { code } = error as NodeJS.ErrnoException
  const reason = REASONS[code ?? ""]
  return reason === undefined ? null : `Cannot listen on ${HOST}, port ${PORT}: ${reason}.`
}

/** Longer than any program on this machine takes to accept. */
const CONNECT_WITHIN_MS = 1_000

/** Asks for the address and the permission with a UDP port, to which the same rules apply. */
async function mayListen({ HOST, PORT }: Pick<Config, "HOST" | "PORT">): Promise<void> {
  const { address, family } = await lookup(HOST)
  const probe = createSocket(family === 6 ? "udp6" : "udp4")
  try {
    probe.bind(PORT, address)
    await once(probe, "listening")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error
  } finally {
    probe.close()
  }
}

function isAnswered({ HOST, PORT }: Pick<Config, "HOST" | "PORT">): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ host: reachable(HOST), port: PORT, timeout: CONNECT_WITHIN_MS })
    const end = (answered: boolean) => {
      probe.destroy()
      resolve(answered)
    }
    probe.once("connect", () => end(true))
    probe.once("error", () => end(false))
    probe.once("timeout", () => end(false))
  })
}

/**
 * Does not listen to find out: while another process of the site starts again, a proxy already tries to connect, and a listener that
 * closes at once resets its requests.
 * @throws ConfigError with one sentence when it is not
 */
export async function portIsFree(at: Pick<Config, "HOST" | "PORT">): Promise<void> {
  try {
    await mayListen(at)
    if (await isAnswered(at)) throw Object.assign(new Error("in use"), { code: "EADDRINUSE" })
  } catch (error) {
    const problem = listenProblem(error, at)
    throw problem === null ? error : new ConfigError(problem)
  }
}
