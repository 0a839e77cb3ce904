// `meishi doctor` and what the settings name elsewhere: each service is asked, and a wrong one is named with its reason.
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startProgram } from "../endurance/program.ts"
import { type BucketServer, bucketSettings, startBucketServer } from "../support/bucket-server.ts"
import { runCommand } from "../support/command.ts"
import { freePort } from "../support/free-port.ts"
import { type OpenIdProvider, openIdProvider } from "../support/open-id-provider.ts"
import { hasPooler, startPooler } from "../support/pooler.ts"
import { type PostgresServer, startPostgres, startStandby } from "../support/postgres.ts"
import { POSTGRES } from "./engines.ts"

let folder = ""
let bucket: BucketServer
let company: OpenIdProvider
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-doctor-"))
  bucket = await startBucketServer()
  company = await openIdProvider(["http://localhost/auth/v1/callback"])
})
afterAll(async () => {
  await bucket.close()
  await company.close()
  await rm(folder, { recursive: true, force: true })
})

/** @returns its exit code and lines */
async function doctor(env: Record<string, string>): Promise<{ code: number | null; text: string }> {
  const { code, out } = await runCommand(["doctor"], { DATA_DIR: folder, PORT: String(await freePort()), ...env })
  return { code, text: String(out) }
}

const logins = (...settings: Record<string, unknown>[]) => ({ COMPANY_LOGIN: JSON.stringify(settings) })

test("names what answers, and ends with 0", async () => {
  const { code, text } = await doctor({ ...bucketSettings(bucket), ...logins(company.setting()) })
  expect(text).toContain("ok   The bucket responds.")
  expect(text).toContain("ok   The company login company responds.")
  expect(text).toMatch(/^note SUPPORT_EMAIL is not set: .* support@localhost\./m)
  expect(code).toBe(0)
})

test("says nothing of a support address that is set", async () => {
  expect((await doctor({ SUPPORT_EMAIL: "help@example.com" })).text).not.toContain("SUPPORT_EMAIL")
})

const ADMIN = { ADMIN_EMAIL: "chief@example.com" }

test.each([
  [{ SIGN_UP_DOMAINS: "example.org" }, "SIGN_UP_DOMAINS does not name example.com."],
  [{ SIGN_UP: "closed" }, "SIGN_UP is closed. Set it to open until the account exists."],
  [
    { SIGN_UP: "invite" },
    "SIGN_UP is invite, and only administrators can invite. Set it to open until the account exists.",
  ],
])("says why the first administrator cannot sign up: %j", async (settings, reason) => {
  const { code, text } = await doctor({ ...ADMIN, ...settings })
  expect(text).toContain(`note ADMIN_EMAIL (chief@example.com) cannot sign up: ${reason}\n`)
  expect(code).toBe(0)
})

test("says nothing of a first administrator who can sign up, or whose account a company login makes", async () => {
  expect((await doctor({ ...ADMIN, SIGN_UP_DOMAINS: "example.org, example.com" })).text).not.toContain("ADMIN_EMAIL")
  const byCompany = await doctor({ ...ADMIN, SIGN_UP: "closed", ...logins(company.setting()) })
  expect(byCompany.text).not.toContain("ADMIN_EMAIL")
  const withoutAccounts = logins(company.setting({ create_accounts: false }))
  expect((await doctor({ ...ADMIN, SIGN_UP: "closed", ...withoutAccounts })).text).toContain("SIGN_UP is closed.")
})

test("says that the first administrator's only way in creates no accounts, whatever SIGN_UP says", async () => {
  const closed = logins(company.setting({ create_accounts: false, domains: ["example.com"] }))
  for (const SIGN_UP of ["open", "closed"])
    expect((await doctor({ ...ADMIN, SIGN_UP, ...closed })).text).toContain(
      "note ADMIN_EMAIL (chief@example.com) cannot sign up: addresses at example.com can sign in only with the company login company, which doesn't create accounts. Set create_accounts to true until the account exists.\n",
    )
  const open = logins(company.setting({ domains: ["example.com"] }))
  expect((await doctor({ ...ADMIN, SIGN_UP: "closed", ...open })).text).not.toContain("ADMIN_EMAIL")
})

test("names a bucket whose key is wrong and a company login that is away, with the reason, and ends with 1", async () => {
  const away = `http://127.0.0.1:${await freePort()}`
  const { code, text } = await doctor({
    ...bucketSettings(bucket),
    S3_SECRET_ACCESS_KEY: "another",
    ...logins(company.setting(), company.setting({ id: "other", issuer: away })),
  })
  expect(text).toMatch(/^BAD {2}The bucket \(S3_BUCKET\) cannot be used: 403 \w+$/m)
  expect(text).toContain("ok   The company login company responds.")
  expect(text).toMatch(/^BAD {2}The company login other \(COMPANY_LOGIN\) cannot be used: .*ECONNREFUSED/m)
  expect(text).not.toContain("a-secret-of-the-tests")
  expect(code).toBe(1)
})

test("names a city database that cannot be read, as the first tap would find out", async () => {
  const file = join(folder, "city.mmdb")
  await writeFile(file, "an error page that was downloaded in its place")
  const { code, text } = await doctor({ GEOIP_V6: file })
  expect(text).toMatch(
    /^BAD {2}GEOIP_V6 names a file that is no city database for IPv6 addresses: .*city\.mmdb \(.+\)\.$/m,
  )
  expect(code).toBe(1)
})

test("knows a program that runs on the folder, although PORT names another port", async () => {
  const program = await startProgram(folder, await freePort(), { SECRET: "s".repeat(32) })
  try {
    const { code, text } = await doctor({ ...ADMIN, SIGN_UP: "closed" })
    expect(text).toContain("nor an account for ADMIN_EMAIL (chief@example.com), that person cannot sign up: ")
    expect(text).toMatch(
      /^BAD {2}A program is using this DATA_DIR, but not on port \d+\. Set PORT to the port it uses\.$/m,
    )
    expect(text).toContain("ok   The embedded database is open in the running program.")
    expect(code).toBe(1)
  } finally {
    await program.kill()
  }
})

describe.skipIf(POSTGRES === null)("with PostgreSQL", () => {
  let primary: PostgresServer
  let standby: PostgresServer
  beforeAll(async () => {
    primary = await startPostgres(POSTGRES ?? "", ["-c", "wal_level=replica", "-c", "max_wal_senders=4"])
    standby = await startStandby(POSTGRES ?? "", primary)
  })
  afterAll(async () => {
    await standby?.remove()
    await primary?.remove()
  })

  test("asks each replica: one that follows, one that is no standby, one that is away", async () => {
    const gone = `127.0.0.1:${await freePort()}`
    const { code, text } = await doctor({
      DATABASE_URL: primary.urlOf("postgres"),
      DATABASE_REPLICA_URLS: [
        standby.urlOf("postgres"),
        primary.urlOf("postgres"),
        `postgres://x:hush@${gone}/postgres`,
      ].join(","),
      SECRET: "engines!".repeat(4),
    })
    // Before the first start.
    expect(text).toMatch(/^note \d+ migrations are pending/m)
    expect(text).toMatch(new RegExp(`^ok {3}The replica 127\\.0\\.0\\.1:${standby.port} responds`, "m"))
    expect(text).toContain(`BAD  The replica 127.0.0.1:${primary.port} is not a standby`)
    expect(text).toMatch(new RegExp(`^BAD {2}The replica ${gone} is not responding: .*ECONNREFUSED`, "m"))
    expect(text).not.toContain("hush")
    expect(code).toBe(1)
  })

  test("says that the first administrator cannot sign up, until the account or another administrator exists", async () => {
    const url = await primary.createDatabase("invited")
    const settings = { DATABASE_URL: url, SECRET: "engines!".repeat(4), ...ADMIN, SIGN_UP: "invite" }
    const hint = "ADMIN_EMAIL (chief@example.com) cannot sign up"
    expect((await doctor(settings)).text).toContain(hint)
    expect((await runCommand(["migrate"], { DATA_DIR: folder, ...settings })).code).toBe(0)
    expect((await doctor(settings)).text).toContain(hint)
    const pool = new pg.Pool({ connectionString: url })
    const add = (email: string) =>
      pool.query(
        "insert into users (id, email, password_hash, created_at, updated_at) values (gen_random_uuid(), $1, '', now(), now())",
        [email],
      )
    try {
      await add("other@example.com")
      await pool.query("insert into user_roles select id, 'admin' from users")
      expect((await doctor(settings)).text).not.toContain("ADMIN_EMAIL")
      await pool.query("delete from user_roles")
      expect((await doctor(settings)).text).toContain(hint)
      await add("Chief@Example.com")
      expect((await doctor(settings)).text).not.toContain("ADMIN_EMAIL")
    } finally {
      await pool.end()
    }
  })

  test.skipIf(!hasPooler)("names a pooler in transaction mode without the server's own address", async () => {
    const pooler = await startPooler("transaction", primary.port)
    try {
      const url = primary.urlOf("postgres")
      const settings = { DATABASE_URL: pooler.through(url), SECRET: "engines!".repeat(4) }
      const { code, text } = await doctor(settings)
      expect(text).toMatch(/^BAD {2}DATABASE_URL names a pooler in transaction mode/m)
      expect(code).toBe(1)
      // A lock would stay with the pooler's session after the command has ended.
      const migrate = await runCommand(["migrate"], { DATA_DIR: folder, ...settings })
      expect([migrate.code, migrate.said]).toEqual([
        1,
        expect.stringContaining("Set DATABASE_DIRECT_URL to the address"),
      ])
      const pool = new pg.Pool({ connectionString: url })
      const { rows } = await pool.query("select objid from pg_locks where locktype = 'advisory' and objid = 7390174")
      await pool.end()
      expect(rows).toEqual([])
      const both = await doctor({ ...settings, DATABASE_DIRECT_URL: url })
      expect(both.text).not.toContain("BAD")
      expect(both.code).toBe(0)
    } finally {
      await pooler.close()
    }
  })

  test("refuses a direct address of another database, here and at the start, before anything is made there", async () => {
    const other = await primary.createDatabase("other")
    const settings = {
      DATABASE_URL: primary.urlOf("postgres"),
      DATABASE_DIRECT_URL: other,
      SECRET: "engines!".repeat(4),
    }
    const mistake = "DATABASE_DIRECT_URL and DATABASE_URL must name the same database."
    const { code, text } = await doctor(settings)
    expect([code, text]).toEqual([1, expect.stringContaining(`BAD  ${mistake}`)])
    const migrate = await runCommand(["migrate"], { DATA_DIR: folder, ...settings })
    expect([migrate.code, migrate.said]).toEqual([1, expect.stringContaining(mistake)])
    const pool = new pg.Pool({ connectionString: other })
    const { rows } = await pool.query("select count(*)::int as tables from pg_tables where schemaname = 'public'")
    await pool.end()
    expect(rows).toEqual([{ tables: 0 }])
  })
})
