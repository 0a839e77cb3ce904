// Rendered pages in the database, on every engine: each is rendered once for all processes, and never shown when it is out of date.
import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { Hono } from "hono"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createApp } from "../../src/server/app.ts"
import { compose, type Services } from "../../src/server/compose.ts"
import { openBuild } from "../../src/server/delivery/pages/build.ts"
import { createPages, type Pages } from "../../src/server/delivery/pages/pages.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import type { RequestEnv } from "../../src/server/platform/http/env.ts"
import { createLog } from "../../src/server/platform/log.ts"
import type { TestApp } from "../support/app.ts"
import { type Person, postJson, signUpAndVerify } from "../support/people.ts"
import { quickPasswords } from "../support/quick-passwords.ts"
import { ENGINES, silent } from "./engines.ts"

const ORIGIN = "http://meishi.test"
const BUILD = openBuild(new URL("../../build/", import.meta.url))
const MINUTE_MS = 60_000

interface Process {
  app: Hono<RequestEnv>
  services: Services
  pages: Pages
}

describe.each(ENGINES)("rendered pages on the $name engine", (engine) => {
  const databases: OpenDatabase[] = []
  let database: OpenDatabase
  let one: Process
  let other: Process
  let anna: Person
  let ms = new Date("2026-05-01T12:00:00Z").getTime()
  const logged: Record<string, unknown>[] = []

  /** A process of the program; the embedded engine has one only, where two of them share it. */
  function process(on: OpenDatabase, env: Record<string, string> = {}, build = BUILD): Process {
    const DATA_DIR = join(tmpdir(), `meishi-rendered-${randomUUID()}`)
    const services = compose({
      config: readConfig({ PUBLIC_ORIGIN: ORIGIN, DATA_DIR, SECRET: "engines!".repeat(4), ...env }),
      database: on,
      clock: () => new Date(ms),
      passwords: quickPasswords(),
      log: createLog((line) => logged.push(JSON.parse(line))),
    })
    const pages = createPages(build, services)
    return { services, pages, app: createApp(services, pages) }
  }

  beforeAll(async () => {
    await engine.start()
    if (engine.name === "embedded") databases.push(await engine.open())
    else {
      const place = await engine.place()
      databases.push(await openDatabase(place, silent), await openDatabase(place, silent))
      await migrate(databases[0] as OpenDatabase)
    }
    database = databases[0] as OpenDatabase
    anna = await signUpAndVerify(process(database) as TestApp & Process, { username: "anna" })
  })
  afterAll(async () => {
    for (const open of databases) await open.close()
    await engine.stop()
  })

  // Nothing in memory, nothing stored.
  beforeEach(async () => {
    ms += MINUTE_MS
    await one?.pages.settled()
    await other?.pages.settled()
    await database.pool.query("delete from rendered_pages")
    one = process(database)
    other = process(databases.at(-1) as OpenDatabase)
    logged.length = 0
  })

  const ask = (at: Process, headers: Record<string, string> = {}, method = "GET", path = "/anna") =>
    at.app.request(path, { method, headers: { "accept-encoding": "br", ...headers } })
  const textOf = async (response: Response) => brotliDecompressSync(await response.arrayBuffer()).toString()
  const statusAt = async (at: Process, path = "/anna") => (await ask(at, {}, "GET", path)).status
  /** Viewed at the first process, and written. */
  async function view(at = one): Promise<Response> {
    const response = await ask(at)
    await at.pages.settled()
    return response
  }
  const madeAt = (at: Process) => {
    const { stored, rendered } = at.pages.counts()
    return { stored, rendered }
  }
  const rows = async () => (await database.pool.query("select * from rendered_pages")).rows
  const sql = (text: string) => database.pool.query(text)
  async function save(at: Process, fields: Record<string, string>): Promise<void> {
    const body = { full_name: "Anna", ...fields }
    expect((await postJson(at, "/api/profile", body, anna.headers, undefined, "PUT")).status).toBe(200)
  }
  const FROM_DATABASE = { stored: 1, rendered: 0 }
  const RENDERED = { stored: 0, rendered: 1 }

  test("the first visitor's page is every process's page: the same response, rendered once", async () => {
    const first = await view()
    expect(madeAt(one)).toEqual(RENDERED)
    const second = await ask(other)
    expect(madeAt(other)).toEqual(FROM_DATABASE)
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => name !== "x-request-id"))
    expect(headersOf(second)).toEqual(headersOf(first))
    expect(await textOf(second)).toBe(await textOf(first))
    // From then on from memory, unless this machine is too busy to renew the lease in time.
    const readAgain = async () => {
      const before = madeAt(other).stored
      await ask(other)
      return madeAt(other).stored - before
    }
    await expect.poll(readAgain).toBe(0)
    expect(madeAt(other).rendered).toBe(0)
  })

  test("what the client has is not rendered to say so, and nothing is for HEAD, gzip and no encoding", async () => {
    const first = await view()
    const etag = first.headers.get("etag") ?? ""
    const html = await textOf(first)
    expect(etag).toMatch(/^W\//)
    const known = await ask(other, { "if-none-match": `"x", ${etag}` })
    expect([known.status, await known.text()]).toEqual([304, ""])
    expect(known.headers.get("content-security-policy")).toBe(first.headers.get("content-security-policy"))
    const zipped = await ask(process(database), { "accept-encoding": "gzip" })
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(html)
    const plain = await ask(other, { "accept-encoding": "identity" })
    expect(await plain.text()).toBe(html)
    const head = await ask(other, {}, "HEAD")
    expect([head.status, head.headers.get("content-length")]).toEqual([200, first.headers.get("content-length")])
    expect(madeAt(other)).toEqual(FROM_DATABASE)
  })

  test("a save shows at once where it was made, and then at the other; it takes the old page out of the database", async () => {
    for (let n = 0; n < 6; n++) {
      const [writer, reader] = n % 2 === 0 ? [one, other] : [other, one]
      await view(reader)
      await save(writer, { bio: `Version ${n}.` })
      expect(await rows()).toEqual([])
      expect(await textOf(await view(writer))).toContain(`Version ${n}.`)
      // For the rest of its lease it may serve what it has in memory (tests/engines/two-processes.test.ts).
      await expect.poll(async () => textOf(await view(reader))).toContain(`Version ${n}.`)
    }
  })

  test("a page whose profile changed is not shown, even if it stayed in the database", async () => {
    await view()
    await sql("alter table profiles disable trigger profiles_forget_rendered_page")
    await sql("update profiles set full_name = 'Anna Anders' where username = 'anna'")
    await sql("alter table profiles enable trigger profiles_forget_rendered_page")
    expect(await rows()).toHaveLength(1)
    const fresh = process(database)
    expect(await textOf(await view(fresh))).toContain("Anna Anders")
    expect(madeAt(fresh)).toEqual(RENDERED)
    // The new one took its place.
    const next = process(database)
    expect(await textOf(await ask(next))).toContain("Anna Anders")
    expect(madeAt(next)).toEqual(FROM_DATABASE)
  })

  test("a page that was rendered before a save is not stored after it", async () => {
    const [held, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = createPages(BUILD, {
      ...one.services,
      profiles: {
        ...one.services.profiles,
        async viewRevision(key, now) {
          const found = await one.services.profiles.viewRevision(key, now)
          read.resolve()
          await held.promise
          return found
        },
      },
    })
    const old = slow.answer(new Request(`${ORIGIN}/anna`))
    await read.promise
    await save(other, { bio: "Saved meanwhile." })
    held.resolve()
    expect(await (await old).text()).not.toContain("Saved meanwhile.")
    await slow.settled()
    expect(await rows()).toEqual([])
  })

  test.each([
    ["hidden", "update profiles set hidden_at = now()", "update profiles set hidden_at = null"],
    ["deactivated", "update profiles set deleted_at = now()", "update profiles set deleted_at = null"],
    ["not confirmed", "update users set email_confirmed_at = null", "update users set email_confirmed_at = now()"],
    ["renamed", "update profiles set username = 'anne'", "update profiles set username = 'anna'"],
  ])("a profile that is %s has no page, whatever is stored, and gets it back", async (_, end, undo) => {
    await view()
    // As bad as it gets: the stored page stays, and counts as current.
    const [stored] = await rows()
    await sql("alter table profiles disable trigger profiles_forget_rendered_page")
    await sql(end)
    await sql("update rendered_pages set revision = (select xmin::text from profiles)")
    expect(await rows()).toHaveLength(1)
    expect(stored).toBeDefined()
    const fresh = process(database)
    expect(await statusAt(fresh)).toBe(404)
    expect(madeAt(fresh).stored).toBe(0)
    await sql(undo)
    await sql("alter table profiles enable trigger profiles_forget_rendered_page")
    expect(await statusAt(process(database))).toBe(200)
  })

  test("the page of another build, site name or year is never shown, and stays for ten minutes", async () => {
    await view()
    const others = [
      process(database, {}, { ...BUILD, digest: () => "another" }),
      process(database, { SITE_NAME: "Cards" }),
      process(database, { PUBLIC_ORIGIN: "http://cards.test" }),
    ]
    for (const at of others) {
      await view(at)
      expect(madeAt(at)).toEqual(RENDERED)
    }
    expect(madeAt(other)).toEqual({ stored: 0, rendered: 0 })
    await ask(other)
    expect(madeAt(other)).toEqual(FROM_DATABASE)
    // An upgrade is over by then.
    ms += 11 * MINUTE_MS
    const [, renamed] = others as [Process, Process]
    await renamed.services.database.changes.publish("profile", "anna")
    await view(renamed)
    const next = process(database, { SITE_NAME: "Cards" })
    expect(await textOf(await ask(next))).toContain("Cards")
    expect(madeAt(next)).toEqual(FROM_DATABASE)
    const before = ms
    ms = new Date("2027-01-01T00:00:01Z").getTime()
    const inJanuary = process(database, { SITE_NAME: "Cards" })
    expect(await textOf(await ask(inJanuary))).toContain("2027")
    expect(madeAt(inJanuary)).toEqual(RENDERED)
    await inJanuary.pages.settled()
    ms = before
  })

  test("a damaged page is rendered again and replaced", async () => {
    const html = await textOf(await view())
    for (const damage of [
      "body = substring(body for 100)",
      "body = overlay(body placing '\\x00' from 50)",
      "policy = 'default-src *'",
      "etag = 'W/\"other\"'",
    ]) {
      await sql(`update rendered_pages set ${damage}`)
      const fresh = process(database)
      const healed = await view(fresh)
      expect(await textOf(healed)).toBe(html)
      expect(healed.headers.get("content-security-policy")).toContain("default-src 'none'")
      expect(madeAt(fresh)).toEqual(RENDERED)
      expect(logged).toContainEqual(expect.objectContaining({ event: "page.damaged", path: "/anna" }))
      logged.length = 0
      const next = process(database)
      await ask(next)
      expect(madeAt(next)).toEqual(FROM_DATABASE)
    }
  })

  test("a database that takes no pages delays no visitor, and says so in the log", async () => {
    await sql(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '53100'; end $$`)
    await sql("create trigger no_room before insert on rendered_pages for each row execute function no_room()")
    expect((await view()).status).toBe(200)
    expect(logged).toContainEqual(expect.objectContaining({ event: "page.not_stored" }))
    await sql("drop trigger no_room on rendered_pages")
    await sql("drop function no_room")
    await one.services.database.changes.publish("profile", "anna")
    expect((await view()).status).toBe(200)
    expect(await rows()).toHaveLength(1)
  })

  test("forty first views at once are all answered, and leave at most one page each", async () => {
    await sql(`insert into users (id, email, email_confirmed_at, password_hash, created_at, updated_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@crowd.test', now(), '', now(), now()
      from generate_series(1, 40) n`)
    await sql(`insert into profiles (id, owner_id, username, created_at, updated_at)
      select id, id, 'crowd-' || split_part(email, '@', 1), now(), now() from users where email like '%@crowd.test'`)
    const names = Array.from({ length: 40 }, (_, n) => `/crowd-${n + 1}`)
    const statuses = await Promise.all(names.map((path) => statusAt(one, path)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await one.pages.settled()
    const stored = (await rows()).length
    expect(stored).toBeGreaterThan(0)
    expect(stored).toBeLessThanOrEqual(40)
    // They leave with their profile.
    await sql("delete from users where email like '%@crowd.test'")
    expect(await rows()).toEqual([])
  })

  test("only pages of profiles are stored, and nothing that their owner shows to nobody", async () => {
    await save(one, { email: "secret@example.com", bio: "Shown." })
    await sql(`update profiles set field_visibility = '{"email": "none"}', takes_details = true`)
    for (const path of [
      "/",
      "/about",
      "/login",
      "/nobody",
      "/exchange/anna",
      "/Anna",
      `/${anna.user_id}`,
      "/report/anna",
    ])
      await ask(one, {}, "GET", path)
    await one.pages.settled()
    expect(await rows()).toEqual([])
    await view()
    const [row] = await rows()
    const html = brotliDecompressSync(row.body).toString()
    expect(html).toContain("Shown.")
    for (const hidden of ["secret@example.com", anna.email]) expect(html).not.toContain(hidden)
  })
})
