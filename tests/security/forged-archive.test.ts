// Forged archives, with every checksum right: restoring accepts nothing that the product would not have
// written, names the place and never the value, and leaves the instance as empty as it was.
import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { backUp } from "../../src/server/operations/backup/back-up.ts"
import { CARRIED, type Manifest, type TableEntry } from "../../src/server/operations/backup/manifest.ts"
import { restore } from "../../src/server/operations/backup/restore.ts"
import { columnsAt } from "../../src/server/operations/backup/row-rules.ts"
import { columnsOf } from "../../src/server/operations/backup/store.ts"
import { END, headerOf } from "../../src/server/operations/backup/tar.ts"
import { JOURNAL, migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { ENGINES, silent } from "../engines/engines.ts"
import type { TestApp } from "../support/app.ts"
import {
  type Archive,
  entry,
  type Row,
  readArchive,
  rowsIn,
  sealed,
  setLines,
  setRows,
  writeArchive,
} from "../support/forged-archive.ts"
import { type FullInstance, fillInstance, instanceOn } from "../support/full-instance.ts"
import { photograph } from "../support/pictures.ts"

// The rules are the same on every engine (tests/engines/backup.test.ts restores on each): here the one that is faster to empty.
const engine = ENGINES.at(-1) as (typeof ENGINES)[number]
let folder = ""
let real = ""
/** the archive's own names of its pictures */
let pictures: string[] = []
let people: FullInstance
let copy: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-forged-"))
  await engine.start()
  const site = instanceOn(await engine.open(), join(folder, "site"))
  people = await fillInstance(site, "real")
  real = join(folder, "real.tar.gz")
  await pipeline(backUp({ ...site.services, version: "test" }, new Date()), createWriteStream(real))
  await site.close()
  pictures = [...(await readArchive(real)).files.keys()].filter((name) => name.startsWith("files/"))
  copy = instanceOn(await openDatabase(await engine.place(), silent), join(folder, "copy"))
})
afterAll(async () => {
  await copy?.close()
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
})

const first = ({ tables }: Manifest): TableEntry => tables[0] as TableEntry
const pathOf = () => join(folder, `${randomUUID()}.tar.gz`)

/** One question for all tables: it is asked after every archive. */
async function isEmpty(): Promise<boolean> {
  const { pool } = copy.services.database
  const tables = [...(await columnsOf(pool)).keys()].map((table) => `exists (select from ${table})`)
  const { rows } = await pool.query<{ filled: boolean }>(`select ${tables.join(" or ")} as filled`)
  if (rows[0]?.filled) return false
  for (const name of pictures) if ((await copy.services.files.read(name.slice(6))) !== null) return false
  return true
}

/** What restoring a forged archive says. */
async function said(change: (archive: Archive) => void | Promise<void>): Promise<string> {
  const archive = await readArchive(real)
  await change(archive)
  return saidOf(await writeArchive(pathOf(), archive))
}
async function saidOf(path: string): Promise<string> {
  const message = await restore(path, copy.services).then(
    () => "restored",
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  )
  expect(await isEmpty()).toBe(message !== "restored")
  return message
}
const withRow = (table: string, change: (row: Row, archive: Archive) => Row) =>
  said((archive) => {
    const rows = rowsIn(archive, table)
    setRows(archive, table, [change(rows[0] ?? {}, archive), ...rows.slice(1)])
  })

const PHC = "$argon2id$v=19$m=19456,t=2,p=1$jXHUeMwJcPDFrO373VHCKg$TDkp2KNb0bdAHeSPrab1pZv1HYw/TLGfWAQeTupqjAU"
const OTHER = "0b5a7a0e-3b57-4a4e-9f6b-0d8c1f3b2a11"
const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: deep(depth - 1) })

const forgedItem = (changed: object) => ({
  ...{ kind: "link", label: "", value: "https://example.com/", service: "", on_page: true, in_contact: true },
  ...changed,
})

const WRONG: [table: string, column: string, value: unknown][] = [
  ["users", "id", "1"],
  ["users", "id", OTHER.toUpperCase()],
  ["users", "email", "nobody"],
  ["users", "email", "a@example.com\nb@example.com"],
  ["users", "email", `${"a".repeat(250)}@example.com`],
  ["users", "email", 7],
  ["users", "email_confirmed_at", "infinity"],
  ["users", "email_confirmed_at", "2026-02-30T00:00:00+00:00"],
  ["users", "email_confirmed_at", "NaN"],
  ["users", "created_at", null],
  ["users", "created_at", "now"],
  ["users", "created_at", 1_767_225_600],
  ["users", "created_at", "0000-01-01T00:00:00+00:00"],
  ["users", "password_hash", "x"],
  ["users", "password_hash", ""],
  ["users", "password_hash", "$2b$12$abcdefghijklmnopqrstuuu7yOyRZ6yF5oGm1kYQGyFhdG3n2yQ1K"],
  ["users", "password_hash", PHC.replace("19456", "999999")],
  ["users", "password_hash", PHC.replace("19456", "4194304")],
  ["users", "password_hash", PHC.replace("19456", "8")],
  ["users", "password_hash", PHC.replace("t=2", "t=9")],
  ["users", "password_hash", PHC.replace("t=2", "t=999999")],
  ["users", "password_hash", PHC.replace("p=1", "p=64")],
  ["users", "password_hash", PHC.replace("argon2id", "argon2i")],
  ["users", "password_hash", PHC.replace("v=19", "v=16")],
  ["users", "password_hash", `${PHC}\n`],
  ["users", "user_metadata", []],
  ["users", "user_metadata", "{}"],
  ["users", "user_metadata", null],
  ["users", "user_metadata", { username: { toString: "x" } }],
  ["users", "user_metadata", { full_name: "x".repeat(101) }],
  ["users", "user_metadata", { note: "x".repeat(9_000) }],
  ["users", "user_metadata", { note: "a\0b" }],
  ["users", "user_metadata", { note: "\ud800" }],
  ["users", "user_metadata", { "\udc00": 1 }],
  ["users", "user_metadata", deep(20)],
  ["profiles", "username", "Ada"],
  ["profiles", "username", "a/../b"],
  ["profiles", "username", "ab"],
  ["profiles", "username", "x".repeat(41)],
  ["profiles", "username", OTHER],
  ["profiles", "username", "ada\n"],
  ["profiles", "full_name", "x".repeat(101)],
  ["profiles", "full_name", null],
  ["profiles", "bio", "x".repeat(1001)],
  ["profiles", "bio", "half \ud83d"],
  ["profiles", "bio", "nul \0"],
  ["profiles", "bio", { toString: "x" }],
  ["profiles", "email", "javascript:alert(1)"],
  ["profiles", "signin_email", "<b>"],
  ["profiles", "business_phone", "1".repeat(41)],
  ["profiles", "profile_picture", "javascript:alert(1)"],
  ["profiles", "profile_picture", "https://evil.example/a.jpg"],
  ["profiles", "profile_picture", "//evil.example/a.jpg"],
  ["profiles", "profile_picture", `/files/profile-pictures/profiles/${OTHER}/profile.jpg?v=0123456789ab`],
  ["profiles", "banner_picture", "javascript:alert(1)"],
  ["profiles", "banner_picture", `/files/profile-pictures/profiles/${OTHER}/banner.webp?v=0123456789ab`],
  ["profiles", "profile_url", "javascript:alert(1)"],
  ["profiles", "profile_url", "data:text/html,x"],
  ["profiles", "social_media", { website: "javascript:alert(1)" }],
  ["profiles", "social_media", { website: " https://example.com" }],
  ["profiles", "social_media", { website: "https://user:pass@example.com" }],
  ["profiles", "social_media", { website: ["https://example.com"] }],
  ["profiles", "social_media", { website: `https://example.com/${"x".repeat(500)}` }],
  ["profiles", "social_media", { myspace: "https://example.com" }],
  ["profiles", "social_media", []],
  ["profiles", "accent", "url(x)"],
  ["profiles", "profile_items", "[]"],
  ["profiles", "profile_items", null],
  ["profiles", "profile_items", [{ kind: "link" }]],
  ["profiles", "profile_items", [forgedItem({ value: "javascript:alert(1)" })]],
  ["profiles", "profile_items", [forgedItem({ value: " https://example.com/" })]],
  ["profiles", "profile_items", [forgedItem({ label: "two\nlines" })]],
  ["profiles", "profile_items", [forgedItem({ extra: "x" })]],
  ["profiles", "profile_items", Array.from({ length: 51 }, () => forgedItem({}))],
  ["profiles", "field_visibility", { full_name: "none" }],
  ["profiles", "field_visibility", { email: "friends" }],
  ["profiles", "field_visibility", []],
  ["profiles", "look", { layout: "classic" }],
  ["profiles", "look", { layout: "x", ground: "paper", pattern: "" }],
  ["profiles", "look", []],
  ["profiles", "is_indexed", "true"],
  ["profiles", "is_indexed", null],
  ["profiles", "version", -1],
  ["profiles", "version", "1"],
  ["profiles", "deleted_at", "yesterday"],
  ["profiles", "owner_id", "me"],
  ["profiles", "owner_id", null],
  ["user_roles", "role", "owner"],
  ["user_roles", "role", ["admin"]],
  ["card_urls", "card_id", "../admin"],
  ["card_urls", "card_id", "x".repeat(27)],
  ["card_urls", "activation_status", "stolen"],
  ["card_urls", "batch_number", 1],
  ["card_urls", "profile_id", "mine"],
  ["factors", "secret", "short"],
  ["factors", "secret", "<script>".repeat(10)],
  ["factors", "status", "trusted"],
  ["factors", "type", "phone"],
  ["factors", "credential_id", "short"],
  ["factors", "public_key", "short"],
  ["factors", "counter", -1],
  ["factors", "transports", "usb, nfc"],
  ["factors", "rp_id", "https://cards.example.org"],
  ["factors", "friendly_name", "x".repeat(51)],
  ["factors", "last_used_step", "5"],
  ["factors", "last_used_step", -1],
  ["factors", "last_used_step", 2 ** 40],
  ["recovery_codes", "code_hash", "code"],
  ["recovery_codes", "code_hash", "A".repeat(64)],
  ["users", "has_password", "yes"],
  ["identities", "provider", "Company!"],
  ["identities", "issuer", "javascript:alert(1)"],
  ["identities", "subject", ""],
  ["identities", "subject", "x".repeat(256)],
  ["identities", "email", "not an address"],
  ["passkeys", "credential_id", "short"],
  ["passkeys", "credential_id", "x".repeat(1365)],
  ["passkeys", "public_key", "<script>".repeat(10)],
  ["passkeys", "counter", -1],
  ["passkeys", "counter", "5"],
  ["passkeys", "transports", "usb, nfc"],
  ["passkeys", "backed_up", "true"],
  ["passkeys", "backup_eligible", "true"],
  ["passkeys", "rp_id", "https://cards.example.org"],
  ["passkeys", "friendly_name", "x".repeat(121)],
  ["card_taps", "id", 2 ** 53],
  ["card_taps", "id", 2 ** 53 - 1],
  ["card_taps", "id", 0],
  ["card_taps", "id", -1],
  ["card_taps", "id", 1.5],
  ["card_taps", "id", "1"],
  ["card_taps", "id", true],
  ["card_taps", "city", "x".repeat(201)],
  ["profile_days", "day", "2026-13-01"],
  ["profile_days", "day", "infinity"],
  ["profile_days", "views", 2 ** 31],
  ["reports", "reason", "none"],
  ["reports", "detail", "x".repeat(5_000)],
  ["reports", "outcome", "hidden"],
  ["audit", "action", "everything.granted"],
  ["audit", "subject_id", "<img src=x>"],
  ["audit", "detail", { role: { nested: true } }],
  ["audit", "detail", { "<b>": 1 }],
  ["audit", "detail", [1]],
  ["security_events", "event", "nothing"],
  ["security_events", "device", "x".repeat(201)],
  ["invitations", "code_hash", "open sesame"],
  ["invitations", "email", "nobody"],
  ["invitations", "expires_at", "tomorrow"],
]

describe("a row of the archive", () => {
  test.each(WRONG)(
    "of %s whose %s is %j is refused by its place, and the value is not repeated",
    async (table, column, value) => {
      const message = await withRow(table, (row) => ({ ...row, [column]: value }))
      expect(message).toContain(`BackupError: The archive cannot be restored: table ${table}, row 1, column ${column}`)
      expect(message).toMatch(/Nothing was changed\.$/)
      if (typeof value === "string" && value.length > 8) expect(message).not.toContain(value)
    },
  )

  test("that lacks a column, has one more, or is no row, is refused", async () => {
    expect(await withRow("users", ({ email: _, ...row }) => row)).toContain("table users, row 1, column email")
    const stranger = await withRow("users", (row) => ({ ...row, "\u001b[2J": 1 }))
    expect(stranger).toContain("column that this program does not know")
    expect(stranger).not.toContain("\u001b")
    for (const line of ["", "[]", "null", "7", "{", '"users"', "{}x"])
      expect(await said((archive) => setLines(archive, "invitations", [line]))).toMatch(/table invitations, row 1,/)
  })

  test("whose columns are named twice counts as it was checked, not as another reader takes it", async () => {
    const message = await said((archive) => {
      const [row = {}, ...others] = rowsIn(archive, "user_roles")
      const line = JSON.stringify(row).replace("{", '{"role":"admin","role":"owner",')
      setLines(archive, "user_roles", [line, ...others.map((other) => JSON.stringify(other))])
    })
    // The last one counts for the check and for the database: the row is the one it was.
    expect(message).toBe("restored")
    const { pool } = copy.services.database
    const { rows } = await pool.query("select role from user_roles order by role")
    expect(rows.map(({ role }) => role)).not.toContain("owner")
    await pool.query(`truncate ${CARRIED.join(", ")} cascade`)
    for (const name of (await readArchive(real)).files.keys())
      if (name.startsWith("files/")) await copy.services.files.delete(name.slice(6))
  })

  test("of a megabyte is refused before it is read", async () => {
    const message = await withRow("profiles", (row) => ({ ...row, bio: "x".repeat(1_000_000) }))
    expect(message).toContain("table profiles, row 1, is too long")
  })

  test("nested a hundred thousand deep is refused", async () => {
    const line = (row: Row) =>
      JSON.stringify(row).replace(
        /"user_metadata":\{[^}]*\}/,
        `"user_metadata":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
      )
    const message = await said((archive) => {
      const [row = {}, ...others] = rowsIn(archive, "users")
      setLines(archive, "users", [line(row), ...others.map((other) => JSON.stringify(other))])
    })
    expect(message).toMatch(/table users, row 1,/)
  })

  test("with a number that is none is refused", async () => {
    const message = await said((archive) => {
      const [row = {}] = rowsIn(archive, "audit")
      setLines(archive, "audit", [JSON.stringify(row).replace(/"detail":\{.*?\}/, '"detail":{"reports":1e999}')])
    })
    expect(message).toMatch(/table audit, row 1, column detail/)
  })
})

describe("rows that do not fit together", () => {
  const twice = (table: string, change: (row: Row) => Row) =>
    said((archive) => {
      const rows = rowsIn(archive, table)
      setRows(archive, table, [...rows, change(rows[0] ?? {})])
    })

  test("two accounts with one address in different case are refused", async () => {
    const message = await twice("users", (row) => ({ ...row, id: OTHER, email: String(row.email).toUpperCase() }))
    expect(message).toMatch(/table users, row 4, column lower\(email\): another row has the same/)
    expect(message.toLowerCase()).not.toContain("@example.com")
  })

  test("a profile without an account, a second one, and two with one name are refused", async () => {
    const own = (row: Row) => ({ ...row, profile_picture: "", banner_picture: "" })
    expect(await twice("profiles", (row) => own({ ...row, id: OTHER, owner_id: OTHER, username: "nobody" }))).toMatch(
      /table profiles, row 5, column owner_id: refers to a row that does not exist/,
    )
    expect(await twice("profiles", (row) => own({ ...row, username: "other-name" }))).toMatch(
      /table profiles, row 5, column id/,
    )
    const message = await said((archive) => {
      const rows = rowsIn(archive, "profiles")
      setRows(archive, "profiles", [...rows.slice(0, 2), { ...rows[2], username: rows[0]?.username }])
    })
    expect(message).toMatch(/table profiles, row 3, column lower\(username\)/)
  })

  test("a profile with another account's id, and a card that opens another account's profile, are refused", async () => {
    const { owner, protectedOne } = people
    const message = await said((archive) =>
      setRows(
        archive,
        "profiles",
        rowsIn(archive, "profiles").map((row) =>
          row.id === protectedOne.user_id ? { ...row, owner_id: owner.user_id } : row,
        ),
      ),
    )
    expect(message).toMatch(/table profiles, row \d, column owner_id/)
    const opened = await said((archive) =>
      setRows(
        archive,
        "card_urls",
        rowsIn(archive, "card_urls").map((row) =>
          row.user_id === owner.user_id ? { ...row, profile_id: protectedOne.user_id } : row,
        ),
      ),
    )
    expect(opened).toMatch(/table card_urls, row \d, column profile_id/)
  })

  test("a role, a factor, a code or an event without an account, and a role given twice, are refused", async () => {
    expect(await twice("user_roles", (row) => ({ ...row, user_id: OTHER, role: "admin" }))).toMatch(
      /table user_roles, row \d+, column user_id: refers to a row that does not exist/,
    )
    expect(await twice("user_roles", (row) => row)).toMatch(/table user_roles, row \d+, column user_id, role/)
    for (const table of ["factors", "recovery_codes", "security_events", "profile_days", "reports", "card_taps"]) {
      const column = ["profile_days", "reports", "card_taps"].includes(table) ? "profile_id" : "user_id"
      expect(await withRow(table, (row) => ({ ...row, [column]: OTHER }))).toContain(
        `table ${table}, row 1, column ${column}`,
      )
    }
  })

  test("an activated card needs a profile, a pending one has no owner", async () => {
    const card = (change: Row) =>
      said((archive) => {
        const rows = rowsIn(archive, "card_urls")
        setRows(archive, "card_urls", [{ ...rows[0], activated_at: null, ...change }, ...rows.slice(1)])
      })
    expect(await card({ activation_status: "activated", user_id: OTHER })).toContain(
      "column user_id: refers to a profile that does not exist",
    )
    expect(await card({ activation_status: "pending", user_id: people.owner.user_id })).toContain(
      "card_urls, row 1, column user_id",
    )
  })
})

describe("a file of the archive", () => {
  test("of a table that is not carried is refused: no archive brings a session", async () => {
    const session = {
      id: OTHER,
      user_id: people.owner.user_id,
      kind: "password",
      counter: 0,
      binding_hash: null,
      user_agent: "",
      created_at: "2026-01-01T00:00:00+00:00",
      rotated_at: "2026-01-01T00:00:00+00:00",
      expires_at: "2099-01-01T00:00:00+00:00",
    }
    const columns = Object.keys(session)
    for (const table of ["sessions", "one_time_tokens", "rate_limits", "pg_authid", "users"]) {
      const named = await said((archive) => {
        archive.manifest.tables.push({ name: table, columns, rows: 1 })
        const file = table === "users" ? "tables/users.ndjson " : `tables/${table}.ndjson`
        archive.files.set(file, Buffer.from(`${JSON.stringify(session)}\n`))
      })
      expect(named).toMatch(/is there twice or in the wrong place|is not a file of an archive/)
    }
    const onlyNamed = await said((archive) => void archive.manifest.tables.push({ name: "sessions", columns, rows: 0 }))
    expect(onlyNamed).toContain("it should have the tables users, profiles,")
  })

  test("that is missing, twice, or in another order is refused", async () => {
    const orders: ((archive: Archive) => void)[] = [
      ({ files }) => files.delete("tables/audit.ndjson"),
      ({ files, manifest }) => {
        files.delete("tables/audit.ndjson")
        manifest.tables = manifest.tables.filter(({ name }) => name !== "audit")
      },
      ({ manifest }) => manifest.tables.reverse(),
      ({ manifest }) => manifest.tables.push(first(manifest)),
      ({ manifest }) => {
        manifest.files += 1
      },
      ({ manifest }) => {
        first(manifest).columns.push("is_admin")
      },
      ({ manifest }) => {
        first(manifest).columns.pop()
      },
      ({ manifest }) => {
        first(manifest).columns.push("id")
      },
      ({ manifest }) => {
        first(manifest).rows += 1
      },
      ({ manifest }) => {
        manifest.migrations = 2
        manifest.migration = String(JOURNAL[1])
      },
      (archive) => {
        const users = archive.files.get("tables/users.ndjson") as Buffer
        archive.files.delete("tables/users.ndjson")
        archive.files.set("tables/users.ndjson", users)
      },
    ]
    for (const change of orders) expect(await said(change)).toMatch(/^BackupError: .*Nothing was changed\.$/)
  })

  test("with another name than ours is refused: no path leads out, and nothing is hidden behind the manifest", async () => {
    const { owner } = people
    for (const name of [
      "../../etc/cron.d/x",
      "/etc/passwd",
      "files/../../secret",
      "files/secret",
      "files/profile-pictures/profiles/../../../secret.jpg",
      `files/profile-pictures/profiles/${owner.user_id}/../profile.jpg`,
      `files/profile-pictures/profiles/${owner.user_id}/evil.jpg`,
      `files/profile-pictures/profiles/${owner.user_id}/profile.svg`,
      `files/profile-pictures/profiles/${owner.user_id}/profile.jpg\n`,
      "extra",
      "tables/",
    ]) {
      const message = await said(({ files }) => void files.set(name, Buffer.from("x")))
      expect(message).toMatch(/^BackupError: .*(is not a file of an archive|wrong place).*Nothing was changed\.$/)
      expect(message).not.toContain("\n")
    }
    const archive = await readArchive(real)
    const all = [...archive.files]
    const body = all.map(([name, bytes]) => entry(name, bytes))
    const parts = [...body, ...sealed(all, archive.manifest)]
    const extra = entry("tables/users.ndjson", Buffer.from("{}"))
    const whole = async (...pieces: Buffer[]) => {
      const path = pathOf()
      await writeFile(path, gzipSync(Buffer.concat(pieces)))
      return saidOf(path)
    }
    expect(await whole(...parts, extra, END)).toContain("is there twice or in the wrong place")
    expect(await whole(...parts, END, extra, END)).toContain("there is data after its end")
    const picture = all.find(([name]) => name.startsWith("files/")) as [string, Buffer]
    const double: [string, Buffer][] = [...all, picture]
    const twice = double.map(([name, bytes]) => entry(name, bytes))
    expect(await whole(...twice, ...sealed(double, archive.manifest), END)).toContain("is there twice")
  })

  test.each([
    ["a symbolic link", "2", ""],
    ["a hard link", "1", "/etc/passwd"],
    ["a folder", "5", ""],
    ["a device", "3", ""],
    ["a long name of another program", "L", ""],
    ["a plain file with a target", "0", "/etc/passwd"],
  ])("that is %s is refused", async (_, type, target) => {
    const header = headerOf("tables/users.ndjson", 0, new Date(0))
    header.write(type, 156)
    header.write(target, 157)
    header.fill(0x20, 148, 156)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
    const path = pathOf()
    await writeFile(path, gzipSync(Buffer.concat([header, END])))
    expect(await saidOf(path)).toContain("an entry that is not a plain file")
  })

  test("that is no archive, or was cut off, is named as such", async () => {
    const whole = await readFile(real)
    for (const bytes of [Buffer.from("holiday.jpg"), whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
      const path = pathOf()
      await writeFile(path, bytes)
      expect(await saidOf(path)).toContain("it is not a Meishi backup, or it is incomplete. Nothing was changed.")
    }
  })

  test("that unpacks to far more than its size is refused", async () => {
    const path = pathOf()
    const zeros = Buffer.alloc(200 * 1024 * 1024)
    await writeFile(
      path,
      gzipSync(Buffer.concat([headerOf("tables/users.ndjson", zeros.length, new Date(0)), zeros, END])),
    )
    expect(await saidOf(path)).toContain("it unpacks to far more than its size")
  })
})

describe("a picture of the archive", () => {
  const pictureIn = ({ files }: Archive, end: string) => [...files.keys()].find((name) => name.endsWith(end)) ?? ""

  test.each([
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a drawing", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["nothing", Buffer.alloc(0)],
    ["a head without a picture", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("<script>")])],
  ])("that is %s is refused", async (_, bytes) => {
    const message = await said((archive) => void archive.files.set(pictureIn(archive, "profile.jpg"), bytes))
    expect(message).toMatch(/profile\.jpg is not the picture that its name says\. Nothing was changed\.$/)
  })

  test("of another type than its name's, of too many pixels or bytes, or of a person without a profile is refused", async () => {
    const png = await photograph(600, 600, "png")
    const huge = await photograph(5000, 200, "jpeg")
    const isJpeg = (bytes: Buffer) =>
      said((archive) => void archive.files.set(pictureIn(archive, "profile.jpg"), bytes))
    expect(await isJpeg(png)).toContain("is not the picture that its name says")
    expect(await isJpeg(huge)).toContain("is not the picture that its name says")
    expect(await isJpeg(Buffer.concat([await photograph(600, 600, "jpeg"), Buffer.alloc(6_000_000)]))).toContain(
      "is too large",
    )
    const stranger = `files/profile-pictures/profiles/${OTHER}/profile.jpg`
    const message = await said((archive) => {
      archive.files.set(stranger, archive.files.get(pictureIn(archive, "profile.jpg")) as Buffer)
      archive.manifest.files += 1
    })
    expect(message).toContain("belongs to no profile of the archive")
  })

  test.each([
    ["javascript:alert(1)", "profile_picture"],
    [`/files/profile-pictures/profiles/${OTHER}/profile.jpg?v=0123456789ab`, "profile_picture"],
    ["x", "username"],
    ["", "password_hash"],
  ])("that changed while the archive was written may not become %j in %s", async (address, field) => {
    const message = await said(({ manifest }) => {
      manifest.changed_pictures = [{ id: people.owner.user_id, field, address }]
    })
    expect(message).toContain("a picture that is not its own")
  })
})

test("the archive's SECRET takes the place of ours only when it is asked for, and is the one it says", async () => {
  const own = "f".repeat(64)
  const forged = await readArchive(real)
  forged.files.set("secret", Buffer.from(`${own}\n`))
  const path = await writeArchive(pathOf(), forged)
  expect(copy.services.config.SECRET).not.toBeNull()
  await expect(restore(path, copy.services, { withSecret: true })).rejects.toThrow("SECRET is set in the environment")
  const unset = { ...copy.services, config: { ...copy.services.config, SECRET: null } }
  await expect(restore(path, unset, { withSecret: true })).rejects.toThrow("is not the one that it was made with")
  await expect(restore(real, unset, { withSecret: true })).rejects.toThrow("The archive has no SECRET")
  await expect(restore(path, unset)).rejects.toThrow("Take it from the archive (--with-secret)")
  expect(await isEmpty()).toBe(true)
})

test("the rules name every column of every table at every state that an archive may have", async () => {
  const database = await openDatabase(await engine.place(), silent)
  for (let migrations = 1; migrations <= JOURNAL.length; migrations++) {
    await migrate(database, { upTo: migrations })
    const there = await columnsOf(database.pool)
    for (const table of CARRIED)
      expect([migrations, table, [...(columnsAt(table, migrations)?.keys() ?? [])].sort()]).toEqual([
        migrations,
        table,
        [...(there.get(table) ?? [])].sort(),
      ])
  }
  await database.close()
})

describe("texts and links that a form refuses or cleans by now", () => {
  const stored = async (change: Row, metadata: Row = {}) => {
    const message = await said((archive) => {
      const [user = {}, ...users] = rowsIn(archive, "users")
      setRows(archive, "users", [{ ...user, user_metadata: { ...(user.user_metadata as Row), ...metadata } }, ...users])
      const rows = rowsIn(archive, "profiles")
      setRows(
        archive,
        "profiles",
        rows.map((row) => (row.id === people.owner.user_id ? { ...row, ...change } : row)),
      )
    })
    expect(message).toBe("restored")
    const { pool } = copy.services.database
    const { rows } = await pool.query("select * from profiles where id = $1", [people.owner.user_id])
    const users = await pool.query("select user_metadata from users order by created_at, id")
    await pool.query(`truncate ${CARRIED.join(", ")} cascade`)
    for (const name of (await readArchive(real)).files.keys())
      if (name.startsWith("files/")) await copy.services.files.delete(name.slice(6))
    return { ...rows[0], metadata: users.rows.map(({ user_metadata }) => user_metadata) }
  }

  test("come in as the form would have stored them", async () => {
    const profile = await stored(
      {
        full_name: "\u202enimda\u202c \u200b",
        job_title: "a\u0007\u001b[31m\nb\u2028c",
        business_name: "\u2066Ada\u2069",
        business_phone: "(555)\n010",
        address: "1 Way\nTown\u0007",
        bio: "\u202eone\ntwo\u0001",
        profile_url: "https://127.0x1/",
        social_media: { website: "https://xn--/", instagram: "https://127.0x1/", linkedin: "https://example.com/a" },
      },
      { full_name: "Ada\u202e", phone: "1\n2" },
    )
    expect(profile).toMatchObject({
      full_name: "nimda \u200b",
      job_title: "a [31m b c",
      business_name: "Ada",
      business_phone: "(555) 010",
      address: "1 Way\nTown",
      bio: "one\ntwo",
      profile_url: "",
      social_media: { linkedin: "https://example.com/a" },
    })
    expect(profile.metadata).toContainEqual(expect.objectContaining({ full_name: "Ada", phone: "1 2" }))
  })

  test.each([
    ["\u3164\u3164", (username: string) => username],
    ["\u202e", (username: string) => username],
    ["", () => ""],
    [`A${"\u0335\u0301".repeat(20)}nna`, () => `A${"\u0335\u0301".repeat(2)}nna`],
    ["Anna\nAdministrator", () => "Anna Administrator"],
    ["علی\u200cرضا", () => "علی\u200cرضا"],
    [
      "Fan 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
      () => "Fan 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    ],
  ])("the name %j can be read afterwards", async (full_name, expected) => {
    const profile = await stored({ full_name })
    expect(profile.full_name).toBe(expected(profile.username))
  })

  test("and what never was a link or a text of ours is refused as before", async () => {
    for (const [column, value] of [
      ["social_media", { website: "javascript:alert(1)" }],
      ["social_media", { website: 7 }],
      ["social_media", "x"],
      ["profile_url", "javascript:alert(1)"],
      ["full_name", 7],
      ["full_name", ["\u202e"]],
    ] as const)
      expect(await withRow("profiles", (row) => ({ ...row, [column]: value }))).toMatch(
        new RegExp(`table profiles, row 1, column ${column}: contains`),
      )
  })
})

test("the real archive, and one of reserved names, names that are ids and unknown words of sign-up, is restored", async () => {
  const message = await said((archive) => {
    const users = rowsIn(archive, "users")
    setRows(archive, "users", [
      { ...users[0], user_metadata: { plan: { beta: [true, 2] } } },
      { ...users[1], user_metadata: {} },
      ...users.slice(2),
    ])
    const profiles = rowsIn(archive, "profiles")
    const named = profiles.map((row, at) => ({ ...row, username: ["admin", row.id, "help"][at] ?? row.username }))
    setRows(archive, "profiles", named)
  })
  expect(message).toBe("restored")
})
