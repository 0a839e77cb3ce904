// Nothing of an account stays after its end. What belongs to accounts is read from the database's own catalog: a new table that no one
// fills in here, or that the end of an account leaves alone, fails.
import type pg from "pg"
import { describe, expect, test } from "vitest"
import type { TestApp } from "../../../../tests/support/app.ts"
import { freshDatabase } from "../../../../tests/support/database.ts"
import { fillInstance, instanceOn } from "../../../../tests/support/full-instance.ts"
import { PASSWORD, postJson, signIn } from "../../../../tests/support/people.ts"
import { addDays } from "../../../domain/time.ts"

/** Columns whose rows go with the account, directly or with what they belong to. */
const OWNED = `
  select conrelid::regclass::text as name, confrelid::regclass::text as parent,
    (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as "column",
    (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as "key"
  from pg_constraint where contype = 'f' and confdeltype = 'c'`

interface Owned {
  name: string
  parent: string
  column: string
  key: string
}

/** For each table, how its rows of one account ($1) are counted. */
async function countsOf(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows }: { rows: Owned[] } = await pool.query(OWNED)
  const conditions = new Map([["users", "id = $1"]])
  const hasParent = ({ parent }: Owned) => conditions.has(parent)
  for (let left = rows; left.some(hasParent); left = left.filter((each) => !conditions.has(each.name))) {
    const next = Map.groupBy(left.filter(hasParent), ({ name }) => name)
    for (const [name, keys] of next)
      conditions.set(
        name,
        keys
          .map(
            ({ column, key, parent }) => `${column} in (select ${key} from ${parent} where ${conditions.get(parent)})`,
          )
          .join(" or "),
      )
  }
  return new Map([...conditions].map(([name, where]) => [name, `select count(*)::int from ${name} where ${where}`]))
}

async function namesWith(pool: pg.Pool, counts: Map<string, string>, id: string): Promise<string[]> {
  const found: string[] = []
  for (const [name, query] of counts) if ((await pool.query(query, [id])).rows[0].count > 0) found.push(name)
  return found
}

/** Every table in whose rows one of these words stands. */
async function traces(pool: pg.Pool, words: string[]): Promise<string[]> {
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1")
  const found = new Set<string>()
  for (const { tablename } of rows)
    for (const row of (await pool.query(`select to_jsonb(t)::text as text from ${tablename} t`)).rows)
      if (words.some((word) => row.text.includes(word))) found.add(tablename)
  return [...found]
}

/** What the full instance leaves out, because no backup carries it. */
async function addTheRest({ services }: TestApp, pool: pg.Pool, id: string): Promise<void> {
  const inserts = [
    "into factors values (gen_random_uuid(), $1, 'Zora''s phone', 'unverified', 'x', 0, now(), now())",
    "into recovery_codes values ($1, 'x', now())",
    "into app_passwords values (gen_random_uuid(), $1, 'Zora''s laptop', 'x', now(), null)",
    "into rendered_pages values ($1, 'x', 'x', now(), 'x', 'x', 'x', 'x')",
    "into login_flows values ('x', 'x', 'company', 'connect', (select id from sessions where user_id = $1 limit 1), $1, 'x', 'x', '', '/', now(), now())",
  ]
  for (const insert of inserts) await pool.query(`insert ${insert}`, [id])
  const [first] = (await services.people.list(id, { q: "", tag: "", event: "" }, null)).items
  await services.people.remove(id, [first?.id ?? ""], new Date())
  const meeting = { source: "added", met_at: new Date() } as const
  const details = {
    full_name: "Zora Quist",
    job_title: "",
    business_name: "",
    entries: [],
    note: "",
    tags: ["zora-tag"],
  }
  await services.people.add(id, [{ details, meeting }], new Date())
}

describe("after the end of an account", () => {
  test.each(["by the sweep", "at once, by its owner"])("no row of it is left in any table: %s", async (way) => {
    const database = await freshDatabase()
    const { pool } = database
    const site = instanceOn(database, database.dataDir)
    const { owner } = await fillInstance(site, "zora")
    const id = owner.user_id
    await addTheRest(site, pool, id)
    const counts = await countsOf(pool)
    expect([...counts.keys()]).toEqual(
      expect.arrayContaining(["people", "people_keys", "people_deleted", "people_books", "people_settings"]),
    )
    const filled = await namesWith(pool, counts, id)
    expect([...counts.keys()].filter((name) => !filled.includes(name))).toEqual([])

    await pool.query("update users set has_password = true where id = $1", [id])
    await pool.query("delete from user_roles where user_id = $1", [id])
    const end = addDays(new Date(), way === "by the sweep" ? -1 : 30)
    await pool.query("update profiles set deleted_at = now(), deletion_scheduled_at = $2 where owner_id = $1", [
      id,
      end,
    ])
    if (way === "by the sweep") expect(await site.services.purge.sweep()).toBe(1)
    else {
      const { headers } = await signIn(site, owner.email)
      expect((await postJson(site, "/api/account/deletion", { password: PASSWORD }, headers)).status).toBe(200)
    }
    expect(await namesWith(pool, counts, id)).toEqual([])
    // The log of administrators' actions keeps the id alone.
    expect(await traces(pool, [id])).toEqual(["audit"])
    expect(await traces(pool, [owner.username, "Zora", "zora-tag", "Grace Hopper", "李 小龍"])).toEqual([])

    // Their givers' addresses go once no link can name them anymore, and an email that waits when it is sent or given up.
    await site.services.given.sweep(addDays(new Date(), 8))
    expect(await traces(pool, ["grace@example.com"])).toEqual(["mail_outbox"])
    await database.close()
  })
})
