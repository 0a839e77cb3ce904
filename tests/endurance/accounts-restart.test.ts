// A PostgreSQL server that dies and comes back while people sign up, sign in, refresh and look at themselves.
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { POSTGRES, silent } from "../engines/engines.ts"
import type { TestApp } from "../support/app.ts"
import { PASSWORD, type Person, postJson, signUpAndVerify } from "../support/people.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"

const CLIENTS = 6
const AWAY_MS = 1500

describe.skipIf(POSTGRES === null)("accounts, while the PostgreSQL server goes away and comes back", () => {
  let server: PostgresServer
  let database: OpenDatabase
  let site: TestApp
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
    const url = await server.createDatabase("accounts_restart")
    database = await openDatabase({ DATABASE_URL: url, DATA_DIR: "" }, silent)
    await migrate(database)
    const DATA_DIR = join(tmpdir(), `meishi-accounts-restart-${process.pid}`)
    const config = readConfig({ PUBLIC_ORIGIN: "http://meishi.test", DATA_DIR, SECRET: "restart!".repeat(4) })
    const services = compose({ config, database, clock: () => new Date(), log: silent })
    site = { app: createApp(services, { answer: async () => new Response() } as never), services } as TestApp
  })
  afterAll(async () => {
    await database?.close()
    await server?.remove()
  })

  test("no request gets a 5xx, and every acknowledged sign-up is complete", async () => {
    const acknowledged: string[] = []
    const answers: [what: string, status: number][] = []
    let done = false

    async function client(person: Person, name: number) {
      let { refresh_token } = person
      for (let n = 0; !done; n++) {
        const email = `restart-${name}-${n}@example.com`
        const ip = `2001:db8:${name}:${n.toString(16)}::1`
        const data = { username: `restart-${name}-${n}`, full_name: "Re Start" }
        const signedUp = await postJson(site, "/auth/v1/signup", { email, password: PASSWORD, data }, {}, ip)
        answers.push(["sign-up", signedUp.status])
        if (signedUp.status === 200) acknowledged.push(email)
        const credentials = { email: person.email, password: PASSWORD }
        const signedIn = await postJson(site, "/auth/v1/token?grant_type=password", credentials, {}, ip)
        answers.push(["sign-in", signedIn.status])
        const refreshed = await postJson(site, "/auth/v1/token?grant_type=refresh_token", { refresh_token })
        answers.push(["refresh", refreshed.status])
        if (refreshed.status === 200) refresh_token = (await refreshed.json()).refresh_token
        const known = await site.app.request("/auth/v1/user", { headers: person.headers })
        answers.push(["user", known.status])
      }
    }

    const people: Person[] = []
    for (let at = 0; at < CLIENTS; at++) people.push(await signUpAndVerify(site))
    const clients = people.map(client)
    for (const how of ["immediate", "fast", "immediate"] as const) {
      await pause(700)
      await server.stop(how)
      await pause(AWAY_MS)
      await server.start()
    }
    await pause(700)
    done = true
    await Promise.all(clients)
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
    const { rows } = await database.pool.query(
      `select u.email from users u join profiles p on p.id = u.id join user_roles r on r.user_id = u.id
        join one_time_tokens t on t.user_id = u.id join mail_outbox m on m.recipient = u.email
        where u.email like 'restart-%'`,
    )
    const stored = new Set(rows.map(({ email }) => email as string))
    expect(acknowledged.length).toBeGreaterThan(5)
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([])
  })
})
