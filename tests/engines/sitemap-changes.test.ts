// The sitemap of a process that did nothing while another one hid a profile.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createSitemap } from "../../src/server/delivery/sitemap/service.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { type SharedDatabase, sharedDatabase } from "../support/shared-postgres.ts"
import { POSTGRES, silent } from "./engines.ts"

const PERSON = `
  insert into users (id, email, password_hash, email_confirmed_at, created_at, updated_at) values ('11111111-0000-4000-8000-000000000000', 'anna@example.com', '', now(), now(), now());
  insert into profiles (id, owner_id, username, full_name, signin_email, created_at, updated_at)
    values ('11111111-0000-4000-8000-000000000000', '11111111-0000-4000-8000-000000000000', 'anna', 'Anna', 'anna@example.com', now(), now())`
const HIDE = `begin; update profiles set hidden_at = now() where username = 'anna';
  select pg_notify('meishi_changes', 'profile anna'); commit; select pg_sleep(0.6)`

describe.skipIf(POSTGRES === null)("the sitemap of a process that was busy", () => {
  let place: SharedDatabase
  let database: OpenDatabase
  beforeAll(async () => {
    place = await sharedDatabase(true)
    database = await openDatabase({ DATABASE_URL: place.url, DATA_DIR: "" }, silent)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  test("does not list what was hidden meanwhile, although the message still waits", async () => {
    await database.pool.query(PERSON)
    const sitemap = createSitemap({ config: readConfig({ PUBLIC_ORIGIN: "https://cards.example.com" }), database })
    const listed = async () => {
      const { body } = (await sitemap.file("1-of-1", new Date())) ?? { body: new Uint8Array() }
      const bytes = "br" in body ? body.gzip : body
      return ("br" in body ? gunzipSync(bytes) : Buffer.from(bytes)).toString().includes("/anna<")
    }
    expect([await listed(), await listed()]).toEqual([true, true])
    // Nothing is heard while this process waits, as in one that is stopped.
    execFileSync(join(POSTGRES ?? "", "psql"), [place.url, "-c", HIDE], { stdio: "pipe" })
    expect(await listed()).toBe(false)
  })
})
