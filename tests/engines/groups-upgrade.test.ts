// Groups of an address book that were stored before they were told apart from people: the upgrade finds them by their cards.
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { isGroup, linesOf } from "../../src/domain/people/person-card.ts"
import { compose } from "../../src/server/compose.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { JOURNAL, migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { ENGINES, silent } from "./engines.ts"

const BEFORE = JOURNAL.indexOf("0028_groups_marked")

const GROUPS = {
  "version 4": ["KIND:group", "MEMBER:urn:uuid:1"],
  Apple: ["X-ADDRESSBOOKSERVER-KIND:group"],
  "a named line": ["item1.X-ADDRESSBOOKSERVER-KIND:group"],
  parameters: ["kind;VALUE=text;X-A=b:GROUP "],
}
const PEOPLE = {
  individual: ["KIND:individual"],
  "a note": ["NOTE:KIND:group"],
  "a folded note": ["NOTE:the line", " KIND:group"],
  "a longer word": ["KIND:groups", "X-KIND:group", "MANKIND:group"],
}
const cardOf = (name: string, lines: string[], end: string) =>
  ["BEGIN:VCARD", "VERSION:3.0", `UID:${name}`, `FN:${name}`, ...lines, "END:VCARD", ""].join(end)

describe.each(ENGINES)("an address book of the version before on the $name engine", (engine) => {
  let database: OpenDatabase
  const owner = randomUUID()
  beforeAll(async () => {
    await engine.start()
    database = await openDatabase(await engine.place(), silent)
    await migrate(database, { upTo: BEFORE })
    const { pool } = database
    await pool.query(
      "insert into users (id, email, password_hash, created_at, updated_at) values ($1, 'o@example.com', 'x', now(), now())",
      [owner],
    )
    const stored = Object.entries({ ...GROUPS, ...PEOPLE }).flatMap(([name, lines]) =>
      [name, `${name}, short line ends`].map((title, at) => [title, cardOf(title, lines, at === 0 ? "\r\n" : "\n")]),
    )
    for (const [title = "", card = ""] of stored) {
      const id = randomUUID()
      await pool.query(
        `insert into people (id, owner_id, resource, card, full_name, search, source, met_at, updated_at, revision)
          values ($1::uuid, $2, $1::uuid ||  '.vcf', $3, $4, lower($4), 'synced', now(), now(), 7)`,
        [id, owner, card, title],
      )
      for (const kind of ["uid", "name"])
        await pool.query("insert into people_keys (owner_id, kind, value, person_id) values ($1, $2, $3, $4)", [
          owner,
          kind,
          title,
          id,
        ])
      expect([title, isGroup(linesOf(card) ?? [])]).toEqual([title, (title.split(",")[0] ?? "") in GROUPS])
    }
    await pool.query("insert into people_books (owner_id, revision, count) values ($1, 7, $2)", [owner, stored.length])
    await migrate(database)
  })
  afterAll(async () => {
    await database.close()
    await engine.stop()
  })

  test("shows its people, and no group", async () => {
    const config = readConfig({ SECRET: "a".repeat(32) })
    const { people } = compose({ config, database, clock: () => new Date(), log: silent })
    const { items } = await people.list(owner, { q: "", tag: "", event: "" }, null)
    const wanted = Object.keys(PEOPLE).flatMap((name) => [name, `${name}, short line ends`])
    expect(items.map(({ full_name }) => full_name).sort()).toEqual(wanted.sort())
    expect((await people.labels(owner)).count).toBe(wanted.length)
  })

  test("keeps the groups for the address book as they were, and what finds them by their UID only", async () => {
    const { rows } = await database.pool.query(
      `select full_name, search, revision::int, (select string_agg(kind || ':' || value, ' ') from people_keys where person_id = id) as keys
        from people where is_group order by full_name`,
    )
    const names = Object.keys(GROUPS).flatMap((name) => [name, `${name}, short line ends`])
    expect(rows).toEqual(
      names.sort().map((full_name) => ({ full_name, search: "", revision: 7, keys: `uid:${full_name}` })),
    )
  })
})
