// Killed in the middle of sending an email, on the real program: the email does not wait for the end of its lease of two minutes.
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { addMs } from "../../src/domain/time.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { freeClaims } from "../../src/server/platform/mail/outbox-store.ts"
import { startProgram } from "../endurance/program.ts"
import { silent as quiet } from "../engines/engines.ts"
import { copyTemplate } from "../support/database.ts"
import { freePort } from "../support/free-port.ts"
import { catchMail, type MailCatcher } from "../support/mail-catcher.ts"
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts"

const PATIENCE_MS = 240_000
/** Far less than the lease, and enough for a start on a busy machine. */
const SOON_MS = 60_000

let folder = ""
let catcher: MailCatcher
/** A mail server that takes connections and says nothing. */
let silent: Server
let silentUrl = ""
let reached = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-killed-"))
  catcher = await catchMail()
  silent = createServer((socket) => {
    reached += 1
    socket.on("error", () => undefined)
  }).listen(0, "127.0.0.1")
  await once(silent, "listening")
  const address = silent.address()
  silentUrl = `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
})
afterAll(async () => {
  silent.close()
  await catcher?.close()
  await rm(folder, { recursive: true, force: true })
})

async function signUp(origin: string, email: string): Promise<void> {
  const [username] = email.split("@")
  const body = JSON.stringify({ email, password: "a calm long passphrase", data: { username, full_name: "Mika" } })
  const asked = await fetch(`${origin}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  })
  expect(asked.status).toBe(200)
}

/** Starts a program, lets it begin to send an email, and kills it. */
async function killWhileSending(dataDir: string, email: string, env: Record<string, string>): Promise<void> {
  const before = reached
  const program = await startProgram(dataDir, await freePort(), { SMTP_URL: silentUrl, ...env })
  await signUp(program.origin, email)
  await expect.poll(() => reached).toBeGreaterThan(before)
  await program.kill()
}

const isThere = (email: string) => catcher.caught.some(({ to }) => to.includes(email))

test(
  "on the embedded engine, the next start sends it",
  async () => {
    const dataDir = join(folder, "embedded")
    await copyTemplate(join(dataDir, "database"))
    await killWhileSending(dataDir, "mika@example.com", {})
    const program = await startProgram(dataDir, await freePort(), { SMTP_URL: catcher.url })
    await expect.poll(() => isThere("mika@example.com"), { timeout: SOON_MS }).toBe(true)
    expect(program.output()).toMatch(/"event":"mail\.freed","count":1/)
    await program.stop()
  },
  PATIENCE_MS,
)

const POSTGRES = findPostgres()

describe.skipIf(POSTGRES === null)("on PostgreSQL", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
  }, PATIENCE_MS)
  afterAll(() => server?.remove())

  test(
    "another process that was running all the time sends it",
    async () => {
      const env = { DATABASE_URL: await server.createDatabase("leases"), SECRET: "s".repeat(32) }
      const other = await startProgram(folder, await freePort(), { ...env, SMTP_URL: catcher.url })
      // Only the process that took the sign-up begins at once: the other one looks every five seconds.
      await killWhileSending(folder, "noor@example.com", env)
      await expect.poll(() => isThere("noor@example.com"), { timeout: SOON_MS }).toBe(true)
      await other.stop()
    },
    PATIENCE_MS,
  )

  test("a claim is free once its process has no connection, and not before", async () => {
    const place = { DATABASE_URL: await server.createDatabase("claims"), DATA_DIR: folder }
    const [one, other] = [await openDatabase(place, quiet), await openDatabase(place, quiet)]
    await migrate(one)
    const now = new Date()
    await one.pool.query(
      `insert into mail_outbox (id, recipient, subject, html_body, text_body, created_at, next_attempt_at, claimed_by)
        values (gen_random_uuid(), 'a@example.com', 's', '', '', $1, $1, $2)`,
      [now, one.process.number],
    )
    const free = () => freeClaims(other.db, other.process, now, addMs(now, 1))
    expect(await free()).toBe(0)
    await one.close()
    await expect.poll(free).toBe(1)
    await other.close()
  })
})
