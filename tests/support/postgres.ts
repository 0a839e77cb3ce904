// A real PostgreSQL server for the tests: made by the system's own binaries in a temporary folder, stopped by its process id.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { freePort } from "./free-port.ts"

const DEBIAN = "/usr/lib/postgresql"
/** The server refuses to run as root: these are tried, in this order. */
const UNPRIVILEGED = ["postgres", "nobody"]
const START_WITHIN_MS = 60_000

export interface PostgresServer {
  port: number
  urlOf(database: string): string
  /** @returns the address of a new, empty database */
  createDatabase(name: string): Promise<string>
  /** "immediate" is the server's kill -9: nothing is written down any more */
  stop(how?: "fast" | "immediate"): Promise<void>
  start(): Promise<void>
  /** stops it and removes every trace */
  remove(): Promise<void>
}

/** @returns the folder of the newest server binaries of this system, or null */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(DEBIAN, version, "bin")), ...(process.env.PATH ?? "").split(":")]
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ?? null
}

const idOf = (flag: "-u" | "-g", name: string) => Number(execFileSync("id", [flag, name], { stdio: "pipe" }))

function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of UNPRIVILEGED) {
    try {
      return { uid: idOf("-u", name), gid: idOf("-g", name) }
    } catch {
      // No such user here.
    }
  }
  return {}
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  client.on("error", () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** @param bin as `findPostgres` says @param more options of the server */
export async function startPostgres(bin: string, more: string[] = []): Promise<PostgresServer> {
  const initdb = (data: string) => ["-D", data, "-U", "meishi", "-A", "trust", "-E", "UTF8", "--no-sync"]
  return serve(bin, more, (data, environment) => {
    execFileSync(join(bin, "initdb"), initdb(data), { ...environment, stdio: "pipe" })
  })
}

/** A streaming standby of a server: a copy that follows it. Resolves when it can be read. */
export async function startStandby(bin: string, primary: PostgresServer, more: string[] = []): Promise<PostgresServer> {
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "meishi"]
  return serve(bin, more, (data, environment) => {
    const copy = ["-D", data, ...from, "--checkpoint=fast", "--write-recovery-conf", "--no-sync"]
    execFileSync(join(bin, "pg_basebackup"), copy, { ...environment, stdio: "pipe" })
  })
}

type Environment = ReturnType<typeof unprivileged> & { cwd: string; env: Record<string, string | undefined> }

async function serve(
  bin: string,
  more: string[],
  make: (data: string, environment: Environment) => void,
): Promise<PostgresServer> {
  const user = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), "meishi-pg-"))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, "data")
  const environment = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", TZ: "UTC" } }
  make(data, environment)
  const port = await freePort()
  const urlOf = (database: string) => `postgres://meishi@127.0.0.1:${port}/${database}`
  let server: ChildProcess | null = null

  async function start(): Promise<void> {
    const options = ["-D", data, "-k", folder, "-p", String(port), "-c", "listen_addresses=127.0.0.1", ...more]
    server = spawn(join(bin, "postgres"), options, { ...environment, stdio: "ignore" })
    const deadline = performance.now() + START_WITHIN_MS
    for (;;) {
      try {
        return await withClient(urlOf("postgres"), async (client) => void (await client.query("select 1")))
      } catch (error) {
        if (performance.now() > deadline) throw error
        await pause(50)
      }
    }
  }

  async function stop(how: "fast" | "immediate" = "fast"): Promise<void> {
    const running = server
    server = null
    if (running === null || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once("exit", resolve))
    running.kill(how === "fast" ? "SIGINT" : "SIGQUIT")
    await ended
  }

  await start()
  return {
    port,
    urlOf,
    start,
    stop,
    async createDatabase(name) {
      await withClient(urlOf("postgres"), (client) => client.query(`create database ${pg.escapeIdentifier(name)}`))
      return urlOf(name)
    },
    async remove() {
      await stop("immediate")
      await rm(folder, { recursive: true, force: true })
    },
  }
}
