// What every part of the server is given: built once at start, passed in, never imported as a global.
import type { Config } from "./config.ts"
import type { OpenDatabase } from "./db/open.ts"
import { createDiskFiles } from "./files/disk-files.ts"
import type { Files } from "./files/files.ts"
import { incomingFolder } from "./files/incoming-folder.ts"
import type { Log } from "./log.ts"
import { createProfiles, type Profiles } from "./profiles/service.ts"

/** Reads the time; tests move it. */
export type Clock = () => Date

export interface Services {
  config: Config
  database: OpenDatabase
  clock: Clock
  log: Log
  files: Files
  profiles: Profiles
}

/** Builds what needs only configuration, database, clock and log. */
export function createServices(base: Pick<Services, "config" | "database" | "clock" | "log">): Services {
  const { config, database, clock, log } = base
  const incoming = incomingFolder(`${config.DATA_DIR}/incoming`, database.engine === "embedded", clock())
  const files = createDiskFiles(`${config.DATA_DIR}/files`, incoming)
  const profiles = createProfiles({ config, database, files, incoming, log })
  return { ...base, files, profiles }
}
