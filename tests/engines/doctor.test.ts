// `meishi doctor` and what the settings name elsewhere: each service is asked, and a wrong one is named with its reason.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type BucketServer, bucketSettings, startBucketServer } from "../support/bucket-server.ts"
import { runCommand } from "../support/command.ts"
import { freePort } from "../support/free-port.ts"
import { type OpenIdProvider, openIdProvider } from "../support/open-id-provider.ts"
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
  expect(text).toContain("ok   The bucket answers.")
  expect(text).toContain("ok   The company login company answers.")
  expect(code).toBe(0)
})

test("names a bucket whose key is wrong and a company login that is away, with the reason, and ends with 1", async () => {
  const away = `http://127.0.0.1:${await freePort()}`
  const { code, text } = await doctor({
    ...bucketSettings(bucket),
    S3_SECRET_ACCESS_KEY: "another",
    ...logins(company.setting(), company.setting({ id: "other", issuer: away })),
  })
  expect(text).toMatch(/^BAD {2}The bucket \(S3_BUCKET\) cannot be used: 403 \w+$/m)
  expect(text).toContain("ok   The company login company answers.")
  expect(text).toMatch(/^BAD {2}The company login other \(COMPANY_LOGIN\) cannot be used: .*ECONNREFUSED/m)
  expect(text).not.toContain("a-secret-of-the-tests")
  expect(code).toBe(1)
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
    expect(text).toMatch(new RegExp(`^ok {3}The replica 127\\.0\\.0\\.1:${standby.port} answers`, "m"))
    expect(text).toContain(`BAD  The replica 127.0.0.1:${primary.port} is not a standby`)
    expect(text).toMatch(new RegExp(`^BAD {2}The replica ${gone} does not answer: .*ECONNREFUSED`, "m"))
    expect(text).not.toContain("hush")
    expect(code).toBe(1)
  })
})
