// What every part of the server is given: built once at start, passed in, never imported as a global.
import type { Config } from "./config.ts"
import type { OpenDatabase } from "./db/open.ts"
import type { Log } from "./log.ts"

/** Reads the time; tests move it. */
export type Clock = () => Date

export interface Services {
  config: Config
  database: OpenDatabase
  clock: Clock
  log: Log
}

/** Builds what needs only configuration, database, clock and log. */
export function createServices(base: Pick<Services, "config" | "database" | "clock" | "log">): Services {
  return base
}
