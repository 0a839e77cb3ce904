// A phone's synchronization of two hundred contacts, on a server where everyone else has met someone too.
import type pg from "pg"
import { contact, syncReport, tokenOf } from "../support/dav.ts"
import { atMost, type Figure, ratioAtMost } from "../support/figures.ts"
import { type Filled, profilesOf, ratioOf } from "./filled.ts"
import { inTurns } from "./in-turns.ts"
import { addAppPassword, phoneOf } from "./phone.ts"

const CONTACTS = 200
const LIMIT_MS = 20
const RATIO = 1.2

/** One contact for every user, and two hundred for the administrator; the index of the searches is rebuilt afterward. */
export async function fillBooks(pool: pg.Pool, adminId: string): Promise<void> {
  await pool.query("drop index people_search")
  await pool.query(
    `insert into people (id, owner_id, resource, card, full_name, search, source, met_at, updated_at, revision)
      select id, owner_id, id || '.vcf', concat_ws(E'\\r\\n', 'BEGIN:VCARD', 'VERSION:3.0', 'UID:' || id, 'FN:Person ' || n,
        'N:' || n || ';Person;;;', 'EMAIL:person' || n || '@example.com', 'END:VCARD', ''), 'Person ' || n, 'person ' || n,
        'imported', now(), now(), n
      from (
        select gen_random_uuid() as id, id as owner_id, 1 as n from users where id <> $1
        union all select gen_random_uuid(), $1, n from generate_series(1, $2::int) n
      ) met`,
    [adminId, CONTACTS],
  )
  await pool.query(
    "insert into people_keys (owner_id, kind, value, person_id) select owner_id, 'uid', id::text, id from people",
  )
  await pool.query(
    "insert into people_books (owner_id, revision, count) select owner_id, max(revision), count(*) from people group by owner_id",
  )
  await pool.query("create index people_search on people using gin (search gin_trgm_ops)")
  await addAppPassword(pool, adminId)
  await pool.query("vacuum (analyze) people, people_keys, people_books")
}

async function phone({ origin, token, email }: Filled) {
  const answer = await fetch(`${origin}/api/me`, { headers: { authorization: `Bearer ${token}` } })
  const { user } = (await answer.json()) as { user: { id: string } }
  const ask = phoneOf({ origin, userId: user.id, email })
  const first = await ask("REPORT", syncReport(""))
  const count = first.text.split(".vcf<").length - 1
  if (count !== CONTACTS) throw new Error(`the first sync has ${count} contacts`)
  let since = tokenOf(first.text)
  let changes = 0
  return {
    async change() {
      changes += 1
      await ask("PUT", contact("bench", `Changed ${changes}`), {
        headers: { "content-type": "text/vcard" },
        name: "bench.vcf",
      })
      const later = await ask("REPORT", syncReport(since))
      if (!later.text.includes("bench.vcf")) throw new Error("the change is missing")
      since = tokenOf(later.text)
      return later
    },
    askAgain: () => ask("REPORT", syncReport(since)),
    askAll: () => ask("REPORT", syncReport("")),
  }
}

export async function phoneSync(engine: string, few: Filled, many: Filled): Promise<Figure[]> {
  const [small, large] = [await phone(few), await phone(many)]
  const figures: Figure[] = []
  for (const [name, what] of [
    ["first sync of 200 contacts", "askAll"],
    ["later sync, one change", "change"],
    ["later sync, nothing new", "askAgain"],
  ] as const) {
    const { ms, ratio } = await inTurns(small[what], large[what])
    figures.push(
      atMost(`${engine}, ${name}, ${profilesOf(many)}`, ms, LIMIT_MS, " ms", 1),
      ratioAtMost(`${engine}, ${name}, ${ratioOf(many, few)}`, ratio, RATIO),
    )
  }
  return figures
}
