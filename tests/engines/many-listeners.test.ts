// Many processes on one PostgreSQL database: what a change costs when there are a hundred, and when one of them has stopped.
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { changesOnServer, EVERYTHING } from "../../src/server/platform/db/changes.ts"
import { newPresence } from "../../src/server/platform/db/server/presence.ts"
import { newAccount, type Program, send, signIn, startProgram } from "../endurance/program.ts"
import { freePort } from "../support/free-port.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { POSTGRES, silent } from "./engines.ts"

const LISTENERS = 100
const SAVES = 10
/** Longer than any save should wait for a process that does not answer. */
const WAITED_MS = 500

describe.skipIf(POSTGRES === null)("many processes on one PostgreSQL database", () => {
  let server: PostgresServer
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "meishi-many-"))
    // The server runs as another user.
    await chmod(folder, 0o777)
    const log = ["log_statement=all", "logging_collector=on", `log_directory=${folder}`, "log_filename=statements"]
    const options = [...log, "log_file_mode=0644", "max_connections=200"]
    server = await startPostgres(
      POSTGRES ?? "",
      options.flatMap((option) => ["-c", option]),
    )
  }, 60_000)
  afterAll(async () => {
    await server?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test("a save is one message, however many processes listen, and each of them hears it", {
    timeout: 120_000,
  }, async () => {
    const url = await server.createDatabase("hundred")
    const pool = new pg.Pool({ connectionString: url, max: 5 })
    const processes = await Promise.all(
      Array.from({ length: LISTENERS }, () => changesOnServer(pool, url, newPresence(), silent)),
    )
    const heard = processes.map((process) => {
      const keys = new Set<string>()
      process.subscribe("profile", (key) => keys.add(key))
      return keys
    })
    const messages = async (marker: string) => {
      await pool.query(`select '${marker}'`)
      const statements = () => readFile(join(folder, "statements"), "utf8")
      await expect.poll(statements).toContain(marker)
      // Without those by which a process tries its new connection.
      return (await statements()).split("pg_notify($1, $2)").length
    }
    const before = await messages("begun")
    for (let n = 0; n < SAVES; n++) await processes[n]?.publish("profile", `person-${n}`)
    // A connection that a busy machine kept silent is replaced, and its process is told that it may have missed something.
    const hasHeard = (keys: Set<string>) => keys.size === SAVES || keys.has(EVERYTHING)
    await expect.poll(() => heard.filter(hasHeard).length).toBe(LISTENERS)
    expect((await messages("ended")) - before).toBe(SAVES)
    await Promise.all(processes.map((process) => process.close()))
    await pool.end()
  })

  test("no save waits for a stopped process, which shows no visitor what was deactivated meanwhile", {
    timeout: 120_000,
  }, async () => {
    const settings = { DATABASE_URL: await server.createDatabase("stopped"), SECRET: "together".repeat(4) }
    const start = async () => startProgram(folder, await freePort(), settings)
    const one = await start()
    const other = await start()
    const visit = async ({ origin }: Program) => (await fetch(`${origin}/anna`)).status
    try {
      await newAccount(one, folder, "anna")
      for (let round = 0; round < 3; round++) {
        const { access_token, user } = await (await signIn(one.origin, "anna")).json()
        const bearer = { authorization: `Bearer ${access_token}`, "content-type": "application/json" }
        // Twice: rendered, then from memory.
        expect([await visit(other), await visit(other)]).toEqual([200, 200])
        process.kill(other.pid, "SIGSTOP")
        const took: number[] = []
        for (let n = 0; n < SAVES; n++) {
          const began = performance.now()
          const body = JSON.stringify({ full_name: "Anna", bio: `Version ${n}.` })
          const saved = await fetch(`${one.origin}/api/profile`, { method: "PUT", headers: bearer, body })
          expect(saved.status).toBe(200)
          took.push(performance.now() - began)
        }
        expect(took.filter((ms) => ms >= WAITED_MS).length).toBeLessThan(SAVES / 2)
        const account = { user_id: user.id }
        const ended = await send(one.origin, "/api/functions/delete-user-account", account, bearer)
        expect(ended.status).toBe(200)
        const visits = Array.from({ length: 20 }, () => visit(other))
        process.kill(other.pid, "SIGCONT")
        expect(new Set(await Promise.all(visits))).toEqual(new Set([404]))
        const { access_token: again } = await (await signIn(one.origin, "anna")).json()
        const owner = { authorization: `Bearer ${again}` }
        const restored = await send(one.origin, "/api/functions/reactivate-user-account", account, owner)
        expect(restored.status).toBe(200)
        await expect.poll(() => visit(other)).toBe(200)
      }
    } finally {
      process.kill(other.pid, "SIGCONT")
      await Promise.all([one.kill(), other.kill()])
    }
  })
})
