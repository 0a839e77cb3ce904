// The readiness of the real program behind a pooler, which answers everything but the visitors' pages, and what works there with
// DATABASE_DIRECT_URL.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newAccount, type Program, send, signIn, startProgram } from "../endurance/program.ts"
import { freePort } from "../support/free-port.ts"
import { hasPooler, startPooler } from "../support/pooler.ts"
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts"

const POSTGRES = findPostgres()
const PATIENCE_MS = 180_000

describe.skipIf(POSTGRES === null || !hasPooler)("behind PgBouncer", () => {
  let server: PostgresServer
  let folder = ""
  let url = ""
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
    folder = await mkdtemp(join(tmpdir(), "meishi-pooler-"))
    url = await server.createDatabase("pooled")
  }, PATIENCE_MS)
  afterAll(async () => {
    await server?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function withPooler<T>(mode: "session" | "transaction", work: (url: string) => Promise<T>): Promise<T> {
    const pooler = await startPooler(mode, server.port)
    return work(pooler.through(url)).finally(pooler.close)
  }

  const start = async (env: Record<string, string>): Promise<Program> =>
    startProgram(folder, await freePort(), { SECRET: "s".repeat(32), ...env })

  async function stateOf({ origin, output }: Program) {
    const answer = await fetch(`${origin}/api/health/ready`)
    return { status: answer.status, parts: (await answer.json()).parts, output: output() }
  }

  async function readyOf(DATABASE_URL: string) {
    const program = await start({ DATABASE_URL })
    return stateOf(program).finally(program.kill)
  }

  test(
    "in session mode it is ready; in transaction mode it is not, and the log says what to do",
    async () => {
      const whole = await withPooler("session", readyOf)
      expect([whole.status, whole.parts.database]).toEqual([200, "ok"])
      const pooled = await withPooler("transaction", readyOf)
      expect([pooled.status, pooled.parts.database]).toEqual([503, "pooled"])
      expect(pooled.output).toMatch(
        /"event":"database\.pooled","reason":"DATABASE_URL names a pooler in transaction mode.*add DATABASE_DIRECT_URL.*pool_mode = session"/,
      )
    },
    PATIENCE_MS,
  )

  test(
    "in transaction mode with DATABASE_DIRECT_URL, two processes are ready, show profiles, and hear of each other's changes",
    () =>
      withPooler("transaction", async (DATABASE_URL) => {
        const env = { DATABASE_URL, DATABASE_DIRECT_URL: url, DATABASE_POOL_SIZE: "4" }
        const programs = [await start(env), await start(env)] as const
        const [one, other] = programs
        const visit = async () => {
          const statuses = Array.from({ length: 40 }, async () => (await fetch(`${other.origin}/anna`)).status)
          return [...new Set(await Promise.all(statuses))]
        }
        try {
          for (const program of programs) expect((await stateOf(program)).parts.database).toBe("ok")
          await newAccount(one, folder, "anna")
          expect(await visit()).toEqual([200])
          const { access_token, user } = await (await signIn(one.origin, "anna")).json()
          const bearer = { authorization: `Bearer ${access_token}` }
          const ended = await send(one.origin, "/api/functions/delete-user-account", { user_id: user.id }, bearer)
          expect(ended.status).toBe(200)
          expect(await visit()).toEqual([404])
          for (const { output } of programs)
            expect(output()).not.toMatch(/prepared statement|changes_not_heard|"level":"error"/)
        } finally {
          await Promise.all(programs.map((program) => program.kill()))
        }
      }),
    PATIENCE_MS,
  )
})
