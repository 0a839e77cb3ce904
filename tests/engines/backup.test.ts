// An archive of one instance restored into an empty one, on the same engine and on the other: every row, every picture, and
// people who sign in as before. What cannot be restored leaves the instance as empty as it was.
import { createHash, randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { gunzipSync, gzipSync } from "node:zlib"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { backUp } from "../../src/server/operations/backup/back-up.ts"
import { CARRIED, LEFT_BEHIND } from "../../src/server/operations/backup/manifest.ts"
import { verifiedManifest } from "../../src/server/operations/backup/read-archive.ts"
import { restore } from "../../src/server/operations/backup/restore.ts"
import type { SecretOptions } from "../../src/server/operations/backup/restore-secret.ts"
import { JOURNAL, migrate, migrationsApplied } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import type { Files } from "../../src/server/platform/files/files.ts"
import type { TestApp } from "../support/app.ts"
import { codeAt } from "../support/authenticator.ts"
import { contact, DAV_ORIGIN, davClient } from "../support/dav.ts"
import { type FullInstance, fillInstance, instanceOn } from "../support/full-instance.ts"
import { postJson, signIn, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"
import { ENGINES, type Engine, silent } from "./engines.ts"

const VERSION = "test"
/** of no user's password */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$jXHUeMwJcPDFrO373VHCKg$TDkp2KNb0bdAHeSPrab1pZv1HYw/TLGfWAQeTupqjAU"
let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-backup-"))
  for (const engine of ENGINES) await engine.start()
})
afterAll(async () => {
  for (const engine of ENGINES) await engine.stop()
  await rm(folder, { recursive: true, force: true })
})

const newDataDir = () => join(folder, randomUUID())
const archivePath = () => join(folder, `${randomUUID()}.tar.gz`)

async function emptyInstance(engine: Engine, env: Record<string, string> = {}): Promise<TestApp> {
  return instanceOn(await openDatabase(await engine.place(), silent), newDataDir(), env)
}

async function archiveOf({ services }: TestApp, files: Files = services.files): Promise<string> {
  const path = archivePath()
  await pipeline(backUp({ ...services, files, version: VERSION }, new Date()), createWriteStream(path))
  return path
}

const restoreInto = ({ services }: TestApp, path: string, options: SecretOptions = {}, files = services.files) =>
  restore(path, { ...services, files }, options)

async function rowsOf(pool: pg.Pool, tables: readonly string[]): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  const client = await pool.connect()
  await client.query("set timezone = 'UTC'")
  for (const table of tables) {
    const { rows } = await client.query(`select row_to_json(t)::text as line from ${table} t`)
    all[table] = rows.map(({ line }) => line).sort()
  }
  client.release(true)
  return all
}

/** path → sha-256 of every file */
async function filesOf({ services }: TestApp): Promise<Record<string, string>> {
  const root = join(services.config.DATA_DIR, "files")
  const all: Record<string, string> = {}
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    all[path.slice(root.length + 1)] = createHash("sha256")
      .update(await readFile(path))
      .digest("hex")
  }
  return all
}

const hasNothing = async (site: TestApp) => {
  const { rows } = await site.services.database.pool.query("select to_regclass('users') is not null as made")
  const filled = rows[0].made ? await rowsOf(site.services.database.pool, CARRIED) : {}
  return Object.values(filled).flat().length === 0 && Object.keys(await filesOf(site)).length === 0
}

describe.each(ENGINES)("an instance on the $name engine", (engine) => {
  let site: TestApp
  let people: FullInstance
  let archive = ""
  beforeAll(async () => {
    site = instanceOn(await engine.open(), newDataDir())
    people = await fillInstance(site, engine.name)
    archive = await archiveOf(site)
  })
  afterAll(() => site?.close())

  test("has every table in its archive, or a reason why not", async () => {
    const { rows } = await site.services.database.pool.query(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
    )
    expect(rows.map(({ name }) => name).sort()).toEqual([...CARRIED, ...LEFT_BEHIND].sort())
    const filled = await rowsOf(site.services.database.pool, CARRIED)
    expect(Object.entries(filled).filter(([, lines]) => lines.length === 0)).toEqual([])
  })

  test("its archive contains no tokens, no emails and no SECRET of the environment", async () => {
    const text = gunzipSync(await readFile(archive)).toString("latin1")
    const { rows } = await site.services.database.pool.query(
      "select token_hash as text from one_time_tokens union all select text_body from mail_outbox where text_body <> '' union all select id::text from sessions",
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of [...rows, { text: site.services.config.SECRET }]) expect(text).not.toContain(row.text)
  })

  describe.each(ENGINES)("restored into an empty one on the $name engine", (other) => {
    let copy: TestApp
    beforeAll(async () => {
      copy = await emptyInstance(other)
      await restoreInto(copy, archive)
    })
    afterAll(() => copy?.close())

    test("has the same rows and the same pictures", async () => {
      const tables = CARRIED.filter((table) => table !== "people_books")
      const before = await rowsOf(site.services.database.pool, tables)
      expect(await rowsOf(copy.services.database.pool, tables)).toEqual(before)
      const pictures = await filesOf(site)
      expect(Object.keys(pictures).length).toBeGreaterThan(4)
      expect(await filesOf(copy)).toEqual(pictures)
      const left = await rowsOf(copy.services.database.pool, LEFT_BEHIND)
      expect(Object.values(left).flat()).toEqual([])
    })

    test("lets no address book go on from a change that the archive may not have", async () => {
      const [before, after] = await Promise.all(
        [site, copy].map(({ services }) => services.people.book(people.owner.user_id)),
      )
      expect(before?.revision).toBeGreaterThan(0)
      expect(after?.count).toBe(before?.count)
      expect(after?.oldest_revision).toBeGreaterThan((before?.revision ?? 0) + 1000)
      expect(after?.revision).toBe(after?.oldest_revision)
    })

    test("lets people sign in with their passwords, and with their second factors", async () => {
      const { headers } = await signIn(copy, people.owner.email)
      const me = await copy.app.request("/api/me", { headers })
      expect((await me.json()).user.id).toBe(people.owner.user_id)
      const session = await signIn(copy, people.protectedOne.email)
      const ask = (path: string, body: unknown) => postJson(copy, path, body, session.headers)
      const user = await (await copy.app.request("/auth/v1/user", { headers: session.headers })).json()
      const factor = user.factors[0].id
      const challenge = await (await ask(`/auth/v1/factors/${factor}/challenge`, {})).json()
      const code = codeAt(people.totpSecret, new Date())
      const answer = await ask(`/auth/v1/factors/${factor}/verify`, { challenge_id: challenge.id, code })
      expect(answer.status).toBe(200)
    })

    test("ends the sessions of before", async () => {
      expect((await copy.app.request("/api/me", { headers: people.owner.headers })).status).toBe(401)
    })

    test("continues its sequences where the original stopped", async () => {
      const { pool } = copy.services.database
      const { rows } = await pool.query(
        "insert into card_taps (card_id, tapped_at) values ('x', now()) returning id, (select max(id) from card_taps) as last",
      )
      expect(Number(rows[0].id)).toBe(Number(rows[0].last) + 1)
    })

    test("is not overwritten by a second archive", async () => {
      const before = await rowsOf(copy.services.database.pool, CARRIED)
      await expect(restoreInto(copy, archive)).rejects.toThrow("This instance is not empty (users has rows)")
      expect(await rowsOf(copy.services.database.pool, CARRIED)).toEqual(before)
    })
  })

  test("whose archive lost or changed a byte anywhere is refused, and nothing was changed", async () => {
    const copy = await emptyInstance(engine)
    const plain = gunzipSync(await readFile(archive))
    const bio = plain.indexOf("full_name") + 30
    // In the file itself: rows name pictures too, and behind them a flipped bit could fall into the padding of the archive.
    let picture = plain.indexOf("files/profile-pictures")
    while (picture % 512 !== 0) picture = plain.indexOf("files/profile-pictures", picture + 1)
    picture += 1_000
    const flipped = (at: number) => {
      const bytes = Buffer.from(plain)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return gzipSync(bytes)
    }
    const zipped = await readFile(archive)
    const broken = [
      flipped(bio),
      flipped(picture),
      flipped(plain.lastIndexOf("checksums_sha256") + 25),
      zipped.subarray(0, zipped.length / 2),
      gzipSync(plain.subarray(0, plain.lastIndexOf("manifest.json"))),
      Buffer.from("no archive"),
      gzipSync("no archive".repeat(100)),
      Buffer.alloc(0),
    ]
    for (const bytes of broken) {
      const path = archivePath()
      await writeFile(path, bytes)
      await expect(restoreInto(copy, path)).rejects.toThrow("Nothing was changed.")
    }
    expect(await hasNothing(copy)).toBe(true)
    await copy.close()
  })

  test("whose restoring fails half-way leaves the new one empty, and can be tried again", async () => {
    const copy = await emptyInstance(engine)
    let writes = 0
    const failing: Files = {
      ...copy.services.files,
      write(path, bytes) {
        writes += 1
        return writes > 2 ? Promise.reject(new Error("no room")) : copy.services.files.write(path, bytes)
      },
    }
    await expect(restoreInto(copy, archive, {}, failing)).rejects.toThrow("no room")
    expect(writes).toBe(3)
    expect(await hasNothing(copy)).toBe(true)
    await restoreInto(copy, archive)
    expect(await hasNothing(copy)).toBe(false)
    await copy.close()
  })

  test("keeps contacts with the largest pictures that phones may store", async () => {
    const phones = instanceOn(await engine.open(), newDataDir(), { PUBLIC_ORIGIN: DAV_ORIGIN })
    const dav = await davClient(phones, await signUpAndVerify(phones))
    const picture = Buffer.alloc(190_000, "Ada").toString("base64")
    // A quote takes two bytes of JSON, and a line that was broken more.
    const lines = [`PHOTO;ENCODING=b;TYPE=JPEG:${picture}`, `X-QUOTES:${'"\t'.repeat(2_000)}`]
    expect((await dav.ask("PUT", "ada.vcf", { body: contact("ada", "Ada", lines) })).status).toBe(201)
    const copy = await emptyInstance(engine)
    await restoreInto(copy, await archiveOf(phones))
    const cardOf = async ({ services }: TestApp) => (await services.database.pool.query("select card from people")).rows
    expect((await cardOf(copy))[0].card.length).toBeGreaterThan(250_000)
    expect(await cardOf(copy)).toEqual(await cardOf(phones))
    await phones.close()
    await copy.close()
  })

  test("can be restored whatever its people store, also what compresses to a thousandth", async () => {
    const full = instanceOn(await engine.open(), newDataDir())
    const { user_id } = await signUpAndVerify(full)
    const card = contact("a", "Ada", [`PHOTO;ENCODING=b;TYPE=JPEG:${"A".repeat(250_000)}`])
    await full.services.database.pool.query(
      `insert into people (id, owner_id, resource, card, source, met_at, updated_at, revision)
        select gen_random_uuid(), $1, n || '.vcf', $2, 'added', now(), now(), 1 from generate_series(1, 600) n`,
      [user_id, card],
    )
    const manifest = await verifiedManifest(await archiveOf(full))
    expect(manifest.tables.find(({ name }) => name === "people")?.rows).toBe(600)
    await full.close()
  })

  test("second factors need the same SECRET: with another one restoring is refused, or leaves them out on request", async () => {
    const copy = await emptyInstance(engine, { SECRET: "another secret of thirty-two characters" })
    await expect(restoreInto(copy, archive)).rejects.toThrow("encrypted with another SECRET")
    expect(await hasNothing(copy)).toBe(true)
    await restoreInto(copy, archive, { withoutSecondFactors: true })
    const rows = await rowsOf(copy.services.database.pool, ["users", "factors", "recovery_codes"])
    expect([rows.users?.length, rows.factors, rows.recovery_codes]).toEqual([3, [], []])
    expect((await signIn(copy, people.protectedOne.email)).access_token).not.toBe("")
    await copy.close()
  })

  test("names a picture that was replaced while the archive was being written", async () => {
    const { pool } = site.services.database
    const { user_id } = people.owner
    const address = async (of: TestApp) =>
      (await of.services.database.pool.query("select profile_picture as at from profiles where id = $1", [user_id]))
        .rows[0].at as string
    const before = await address(site)
    const folderOf = `profile-pictures/profiles/${user_id}`
    const png = await photograph(600, 600, "png")
    let isReplaced = false
    const replacing: Files = {
      ...site.services.files,
      async read(path) {
        if (!isReplaced && path === `${folderOf}/profile.jpg`) {
          isReplaced = true
          await site.services.files.write(`${folderOf}/profile.png`, png)
          await pool.query(
            "update profiles set profile_picture = replace(profile_picture, '.jpg', '.png') where id = $1",
            [user_id],
          )
          await site.services.files.delete(path)
        }
        return site.services.files.read(path)
      },
    }
    const path = await archiveOf(site, replacing)
    expect((await verifiedManifest(path)).changed_pictures).toHaveLength(1)
    const copy = await emptyInstance(engine)
    await restoreInto(copy, path)
    expect(await address(copy)).toBe(before.replace(".jpg", ".png"))
    expect(await copy.services.files.read(`${folderOf}/profile.png`)).not.toBeNull()
    await copy.close()
  })

  test("is one moment, though people sign up meanwhile", async () => {
    const busy = instanceOn(await engine.open(), newDataDir())
    const { pool } = busy.services.database
    const signUp = (from: number, to: number) =>
      pool.query(
        `with made as (insert into users (id, email, password_hash, created_at, updated_at)
            select gen_random_uuid(), 'p' || n || '@example.com', 'x', now(), now() from generate_series($1::int, $2::int) n
            returning id)
          insert into audit (at, action, subject_id) select now(), 'signed up', id::text from made`,
        [from, to],
      )
    await signUp(1, 5_000)
    let isDone = false
    let added = 5_000
    const signingUp = (async () => {
      while (!isDone) {
        added += 1
        await signUp(added, added)
      }
    })()
    const manifest = await verifiedManifest(await archiveOf(busy))
    isDone = true
    await signingUp
    const rows = (name: string) => manifest.tables.find((table) => table.name === name)?.rows
    expect(added).toBeGreaterThan(5_001)
    expect(rows("users")).toBe(rows("audit"))
    await busy.close()
  })

  test("of an earlier version is restored as it was and then brought up to date", async () => {
    const earlier = await openDatabase(await engine.place(), silent)
    await migrate(earlier, { upTo: 2 })
    const id = randomUUID()
    await earlier.pool.query(
      "insert into users (id, email, password_hash, created_at, updated_at) values ($1, 'old@example.com', $2, now(), now())",
      [id, PASSWORD_HASH],
    )
    await earlier.pool.query(
      "insert into profiles (id, username, full_name, created_at, updated_at) values ($1, 'old', 'Old', now(), now())",
      [id],
    )
    const old = instanceOn(earlier, newDataDir())
    const path = await archiveOf(old)
    expect((await verifiedManifest(path)).migration).toBe(JOURNAL[1])
    // Into one that was started once, so it has today's tables.
    const copy = instanceOn(await engine.open(), newDataDir())
    await restoreInto(copy, path)
    expect(await migrationsApplied(copy.services.database)).toBe(JOURNAL.length)
    const { rows } = await copy.services.database.pool.query("select username, accent, banner_picture from profiles")
    expect(rows).toEqual([{ username: "old", accent: "", banner_picture: "" }])
    await old.close()
    await copy.close()
  })
})
