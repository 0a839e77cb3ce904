// The readiness of the real program behind a pooler, which answers everything but the visitors' pages.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Program, startProgram } from "../endurance/program.ts"
import { freePort } from "../support/free-port.ts"
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts"

const POOLER = "/usr/sbin/pgbouncer"
const POSTGRES = findPostgres()
const PATIENCE_MS = 180_000

describe.skipIf(POSTGRES === null || !existsSync(POOLER))("behind PgBouncer", () => {
  let server: PostgresServer
  let folder = ""
  let database: URL
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
    folder = await mkdtemp(join(tmpdir(), "meishi-pooler-"))
    // It refuses to run as root.
    await chmod(folder, 0o777)
    database = new URL(await server.createDatabase("pooled"))
  }, PATIENCE_MS)
  afterAll(async () => {
    await server?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function withPooler<T>(mode: string, work: (url: string) => Promise<T>): Promise<T> {
    const port = await freePort()
    const file = join(folder, `${mode}.ini`)
    const options = `listen_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\npool_mode = ${mode}\nunix_socket_dir =\n`
    // Settings that the driver sends at the beginning; PgBouncer of Debian 12 refuses unknown ones.
    const server = `host=127.0.0.1 port=${database.port} user=meishi`
    await writeFile(
      file,
      `[databases]\npooled = ${server}\n[pgbouncer]\n${options}ignore_startup_parameters = extra_float_digits\n`,
    )
    await chmod(file, 0o644)
    const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
    const pooler: ChildProcess = spawn(POOLER, ["-q", ...user, file], { stdio: "ignore" })
    try {
      return await work(`postgres://meishi@127.0.0.1:${port}/pooled`)
    } finally {
      const ended = once(pooler, "exit")
      pooler.kill("SIGINT")
      pooler.kill("SIGTERM")
      await ended
    }
  }

  async function readyOf(url: string): Promise<{ status: number; parts: Record<string, string>; output: string }> {
    const port = await freePort()
    const program: Program = await startProgram(folder, port, { DATABASE_URL: url, SECRET: "s".repeat(32) })
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`)
      return { status: answer.status, parts: (await answer.json()).parts, output: program.output() }
    } finally {
      await program.kill()
    }
  }

  test(
    "in session mode it is ready; in transaction mode it is not, and the log says what to do",
    async () => {
      const whole = await withPooler("session", readyOf)
      expect([whole.status, whole.parts.database]).toEqual([200, "ok"])
      const pooled = await withPooler("transaction", readyOf)
      expect([pooled.status, pooled.parts.database]).toEqual([503, "pooled"])
      expect(pooled.output).toMatch(
        /"event":"database\.pooled","reason":"DATABASE_URL names a pooler in transaction mode.*pool_mode = session"/,
      )
    },
    PATIENCE_MS,
  )
})
