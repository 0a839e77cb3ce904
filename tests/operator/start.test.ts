// What an operator reads when a start goes wrong, or when a setting is not what was meant: on the real program.
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createSealing } from "../../src/server/features/auth/second-factor/sealing.ts"
import { deriveKeys } from "../../src/server/features/auth/session/keys.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { startProgram } from "../endurance/program.ts"
import { silent } from "../engines/engines.ts"
import { runCommand } from "../support/command.ts"
import { copyTemplate } from "../support/database.ts"
import { freePort } from "../support/free-port.ts"
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts"
import { mailTo } from "../support/test-server.ts"
import { confirmedAccount, person } from "../support/visitors.ts"

const PATIENCE_MS = 240_000

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-start-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A start that fails. */
const refused = (env: Record<string, string>) => runCommand([], env)

/** A start that works, as far as the log of it goes. */
async function started(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  const program = await startProgram(dataDir, await freePort(), env)
  await program.stop()
  return program.output()
}

describe("a start that cannot work", () => {
  test("on a port in use ends with one sentence, before anything is made", async () => {
    const busy = createServer().listen(0, "127.0.0.1")
    await once(busy, "listening")
    const address = busy.address()
    const port = String(typeof address === "object" ? address?.port : 0)
    const dataDir = join(folder, "never")
    const { code, said, out } = await refused({ PORT: port, DATA_DIR: dataDir })
    busy.close()
    expect([code, String(out), said]).toEqual([
      1,
      "",
      `Cannot listen on 127.0.0.1, port ${port}: another program listens there. Stop it, or set PORT to another number.\n`,
    ])
    expect(await readdir(folder)).toEqual([])
  })

  test.each([[""], ["migrate"]])("whose DATA_DIR cannot be made ends with one sentence (%s)", async (command) => {
    const args = command === "" ? [] : [command]
    const { code, said, out } = await runCommand(args, { PORT: String(await freePort()), DATA_DIR: "/proc/nope/data" })
    expect([code, String(out)]).toEqual([1, ""])
    expect(said).toMatch(/^DATA_DIR cannot be created: .*\/proc\/nope.*\.\n$/)
  })

  test("names every mistake of the settings at once, and the name that was meant", async () => {
    const { code, said } = await refused({
      PORT: "x",
      DATABASE_URL: "postgres://localhost/meishi",
      S3_ENDPOINT: "https://s3.example.com",
      PUBLIC_ORIGN: "https://cards.example.com",
      METRICS_TOKEN_FILE: join(folder, "nowhere"),
    })
    expect(code).toBe(1)
    expect(said.trim().split("\n")).toEqual([
      expect.stringMatching(/^METRICS_TOKEN_FILE names a file that cannot be read: ENOENT/),
      "PORT must be a port number from 0 to 65535.",
      expect.stringMatching(/^SECRET is needed with DATABASE_URL/),
      expect.stringMatching(/^S3_ENDPOINT also needs S3_BUCKET/),
      "PUBLIC_ORIGN is not a setting. Did you mean PUBLIC_ORIGIN?",
    ])
  })
})

describe("a start that works", () => {
  const mika = person("mika")
  let dataDir = ""
  beforeAll(async () => {
    dataDir = join(folder, "data")
    await copyTemplate(join(dataDir, "database"))
    const program = await startProgram(dataDir, await freePort())
    await confirmedAccount(
      {
        ...program,
        dataDir,
        mailTo: (address, skip = 0) => mailTo(dataDir, address, skip),
        stop: async () => undefined,
      },
      mika,
    )
    const signIn = JSON.stringify({ email: mika.email, password: mika.password })
    const asked = { method: "POST", headers: { "content-type": "application/json" }, body: signIn }
    expect((await fetch(`${program.origin}/auth/v1/token?grant_type=password`, asked)).status).toBe(200)
    await program.stop()
  }, PATIENCE_MS)

  test(
    "says what to do when ADMIN_EMAIL names an account that is confirmed already, and nothing once it is administrator",
    async () => {
      expect(await started(dataDir, { ADMIN_EMAIL: mika.email })).toMatch(
        /"warning":"adminTooLate","hint":"ADMIN_EMAIL .*meishi admin grant/,
      )
      expect((await runCommand(["admin", "grant", mika.email], { DATA_DIR: dataDir })).code).toBe(0)
      expect(await started(dataDir, { ADMIN_EMAIL: mika.email })).not.toContain("adminTooLate")
    },
    PATIENCE_MS,
  )

  test(
    "names a mistyped setting in the log, and takes a secret from a file",
    async () => {
      const file = join(folder, "token")
      await writeFile(file, `${"t".repeat(40)}\n`)
      const program = await startProgram(dataDir, await freePort(), { METRICS_TOKEN_FILE: file, SITE_NAM: "Cards" })
      const asked = await fetch(`${program.origin}/api/metrics`, {
        headers: { authorization: `Bearer ${"t".repeat(40)}` },
      })
      await program.stop()
      expect(asked.status).toBe(200)
      expect(program.output()).toContain('"hint":"SITE_NAM is not a setting. Did you mean SITE_NAME?"')
      expect(program.output()).not.toContain("METRICS_TOKEN_FILE is")
    },
    PATIENCE_MS,
  )

  test(
    "says that the clock is days behind what people did",
    async () => {
      expect(await started(dataDir)).not.toContain("clock.off")
      const database = await openDatabase({ DATABASE_URL: null, DATA_DIR: dataDir }, silent)
      await database.pool.query("update security_events set at = at + interval '3 days'")
      await database.close()
      expect(await started(dataDir)).toMatch(
        /"event":"clock\.off","hint":"This machine's clock says .*[23] days before.*NTP/,
      )
    },
    PATIENCE_MS,
  )

  test(
    "is refused without the SECRET that second factors were encrypted with, and says so when it is another one",
    async () => {
      const file = join(dataDir, "secret")
      const secret = await readFile(file, "utf8")
      const id = randomUUID()
      const sealed = createSealing(deriveKeys(secret.trim()).factors).seal(Buffer.alloc(20), id)
      const database = await openDatabase({ DATABASE_URL: null, DATA_DIR: dataDir }, silent)
      await database.pool.query(
        "insert into factors (id, user_id, friendly_name, status, secret, created_at, updated_at) select $1, id, '', 'verified', $2, now(), now() from users",
        [id, sealed],
      )
      await database.close()
      expect(await started(dataDir)).not.toContain("secret.changed")

      await rename(file, `${file}.copy`)
      const missing = `${file} is missing, and the second factors in the database were encrypted with it. Put your copy of it back.`
      const start = await refused({ DATA_DIR: dataDir, PORT: "0" })
      expect([start.code, start.said]).toEqual([1, expect.stringContaining(missing)])
      const backup = await runCommand(["backup", join(folder, "without-secret.tar.gz")], { DATA_DIR: dataDir })
      expect([backup.code, backup.said]).toEqual([1, expect.stringContaining(missing)])
      const doctor = await runCommand(["doctor"], { DATA_DIR: dataDir, PORT: "0" })
      expect([doctor.code, String(doctor.out)]).toEqual([1, expect.stringContaining(`BAD  ${file} is missing.`)])
      expect(existsSync(file)).toBe(false)

      await writeFile(file, `${"other".repeat(10)}\n`)
      expect(await started(dataDir)).toMatch(/"event":"secret\.changed","hint":"SECRET is not the one .* recovery code/)
      await rename(`${file}.copy`, file)
      expect(await started(dataDir)).not.toContain("secret.changed")
    },
    PATIENCE_MS,
  )

  test(
    "is refused on tables of a newer version, with a sentence, and changes nothing",
    async () => {
      const database = await openDatabase({ DATABASE_URL: null, DATA_DIR: dataDir }, silent)
      await database.pool.query(
        "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)",
      )
      await database.close()
      const { code, said } = await refused({ DATA_DIR: dataDir, PORT: "0" })
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(
          /^This database belongs to a newer version of the program: .* restore the backup .*\.\n$/,
        ),
      ])
    },
    PATIENCE_MS,
  )
})

const POSTGRES = findPostgres()

describe.skipIf(POSTGRES === null)("an upgrade on PostgreSQL", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
  }, PATIENCE_MS)
  afterAll(() => server?.remove())

  test(
    "waits for a table that another transaction holds, gives up with a sentence, and does nothing by halves",
    async () => {
      const DATABASE_URL = await server.createDatabase("held")
      const earlier = await openDatabase({ DATABASE_URL, DATA_DIR: folder }, silent)
      const before = 2
      await migrate(earlier, { upTo: before })
      const holder = await earlier.pool.connect()
      await holder.query("begin")
      await holder.query("lock table profiles in access share mode")
      const held = await runCommand(["migrate"], { DATABASE_URL, DATA_DIR: folder, SECRET: "s".repeat(32) })
      expect([held.code, held.said]).toEqual([1, expect.stringContaining("The tables could not be upgraded")])
      expect(held.said).toContain("database.migration_waits")
      const { rows } = await holder.query("select count(*)::int as n from drizzle.__drizzle_migrations")
      expect(rows).toEqual([{ n: before }])
      await holder.query("rollback")
      holder.release()
      const free = await runCommand(["migrate"], { DATABASE_URL, DATA_DIR: folder, SECRET: "s".repeat(32) })
      expect([free.code, String(free.out)]).toEqual([0, expect.stringMatching(/^Applied \d+ migrations: 0002_portal/)])
      await earlier.close()
    },
    PATIENCE_MS,
  )

  test(
    "says which session it waits for",
    async () => {
      const DATABASE_URL = await server.createDatabase("waiting")
      const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 })
      const { rows } = await pool.query("select pg_advisory_lock(7390174), pg_backend_pid() as pid")
      const waiting = runCommand(["migrate"], { DATABASE_URL, DATA_DIR: folder, SECRET: "s".repeat(32) })
      // It says so every five seconds.
      await new Promise((resolve) => setTimeout(resolve, 9_000))
      await pool.end()
      const { code, said } = await waiting
      expect([code, said]).toEqual([0, expect.stringContaining(`"backend_pid":${rows[0].pid}`)])
    },
    PATIENCE_MS,
  )
})
