// Whether the program will be able to listen, asked before it makes anything: a port in use is the operator's most common mistake.
import { createServer } from "node:net"
import { type Config, ConfigError } from "../config/config.ts"

const REASONS: Record<string, string> = {
  EADDRINUSE: "another program listens there. Stop it, or set PORT to another number",
  EACCES: "this user may not listen there. Set PORT to a number above 1023, and put a proxy in front",
  EADDRNOTAVAIL: "this machine does not have that address. Set HOST to one of its own, or to 0.0.0.0 for all of them",
  ENOTFOUND: "HOST is not the name or address of this machine",
}

/** @returns one sentence for the operator; null: an error of another kind */
export function listenProblem(error: unknown, { HOST, PORT }: Pick<Config, "HOST" | "PORT">): string | null {
  const { code } = error as NodeJS.ErrnoException
  const reason = REASONS[code ?? ""]
  return reason === undefined ? null : `Cannot listen on ${HOST}, port ${PORT}: ${reason}.`
}

/** @throws ConfigError with one sentence when it is not */
export function portIsFree(at: Pick<Config, "HOST" | "PORT">): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", (error) => {
      const problem = listenProblem(error, at)
      reject(problem === null ? error : new ConfigError(problem))
    })
    probe.listen(at.PORT, at.HOST, () => probe.close(() => resolve()))
  })
}
