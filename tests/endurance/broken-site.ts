// Where a measurement takes place: a folder of its own, and what it started there ended whatever happens.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { POSTGRES } from "../engines/engines.ts"
import { type Figure, fact } from "../support/figures.ts"
import { freePort } from "../support/free-port.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { type Program, startProgram } from "./program.ts"

export interface BrokenSite {
  program: Program
  dataDir: string
  /** Starts it again after its end, on the same folder and port. */
  restart(): Promise<void>
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "meishi-faults-"))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param dataDir outlives the program */
export async function onSite<T>(
  dataDir: string,
  env: Record<string, string>,
  work: (site: BrokenSite) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const start = () => startProgram(dataDir, port, env)
  const site: BrokenSite = {
    program: await start(),
    dataDir,
    async restart() {
      site.program = await start()
    },
  }
  try {
    return await work(site)
  } finally {
    await site.program.kill()
  }
}

/** A PostgreSQL server of its own, or one row that says that there is none here. */
export async function withPostgres(
  work: (server: PostgresServer, env: Record<string, string>) => Promise<Figure[]>,
): Promise<Figure[]> {
  if (POSTGRES === null) return [fact("on PostgreSQL", "not measured: no server binaries on this machine")]
  const server = await startPostgres(POSTGRES)
  try {
    const DATABASE_URL = await server.createDatabase("faults")
    return await work(server, { DATABASE_URL, SECRET: "broken on purpose ".repeat(3) })
  } finally {
    await server.remove()
  }
}
