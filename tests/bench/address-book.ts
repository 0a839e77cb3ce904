// An address book of 100,000 people: the first synchronization and what it needs of memory, and a later one with one change.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { compose } from "../../src/server/compose.ts"
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { contact, multiget, propfind, syncReport, tokenOf } from "../support/dav.ts"
import { atMost, type Figure, fact } from "../support/figures.ts"
import { findPostgres, startPostgres } from "../support/postgres.ts"
import { addAppPassword, phoneOf } from "./phone.ts"
import { AS_STARTED, PROGRAM, startOnCore } from "./processes.ts"
import { median } from "./wrk.ts"

const PEOPLE = 100_000
const SECRET = "bench".repeat(8)
const OWNER = { email: "mika@bench.test", username: "mika", full_name: "Mika", password: "a calm long passphrase" }
const TURNS = 60
const WARM_UP = 15
const MB = 1024 * 1024

/** A contact with 20 kB of picture for every tenth person, as phones make them. */
async function fill(env: Record<string, string>): Promise<string> {
  const config = readConfig({ ...env, SECRET })
  const log = createLog(() => undefined)
  const database = await openDatabase(config, log)
  await migrate(database)
  const services = compose({ config, database, clock: () => new Date(), log })
  await createConfirmedAccount(services.auth, { ...OWNER, roles: ["user"] })
  const { rows } = await database.pool.query("select id from users")
  const owner: string = rows[0].id
  await database.pool.query("drop index people_search")
  await database.pool.query(
    `insert into people (id, owner_id, resource, card, full_name, search, source, met_at, updated_at, revision)
      select id, $1, id || '.vcf', 'BEGIN:VCARD' || e || 'VERSION:3.0' || e || 'UID:' || id || e || 'FN:Person ' || n || e ||
        'N:' || n || ';Person;;;' || e || 'TEL;TYPE=CELL:+44 20 7946 ' || n || e || 'EMAIL;TYPE=WORK:person' || n || '@example.com' || e ||
        'ORG:Engine Co' || e || 'NOTE:' || repeat('met at the fair ', 10) || e ||
        case when n % 10 = 0 then 'PHOTO;ENCODING=b:' || repeat(md5(n::text), 640) || e else '' end || 'END:VCARD' || e,
        'Person ' || n, 'person ' || n, 'imported', now(), now(), n
      from (select gen_random_uuid() as id, n, chr(13) || chr(10) as e from generate_series(1, $2::int) n) made`,
    [owner, PEOPLE],
  )
  await database.pool.query(
    "insert into people_keys (owner_id, kind, value, person_id) select owner_id, 'uid', id::text, id from people",
  )
  await database.pool.query("insert into people_books (owner_id, revision, count) values ($1, $2::int, $2::int)", [
    owner,
    PEOPLE,
  ])
  await addAppPassword(database.pool, owner)
  await database.pool.query("vacuum (analyze) people")
  await database.close()
  return owner
}

/** The most memory the process has had so far, in bytes. */
const peak = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024

async function measured(engine: string, env: Record<string, string>): Promise<Figure[]> {
  const owner = await fill(env)
  const { found: origin, child } = await startOnCore(
    PROGRAM,
    { ...env, ...AS_STARTED, SECRET, PORT: "0", HOST: "127.0.0.1", NODE_ENV: "production" },
    (output) => /"address":"(http:[^"]+)"/.exec(output)?.[1],
  )
  const ask = phoneOf({ origin, userId: owner, email: OWNER.email })

  async function several(what: () => Promise<{ ms: number }>): Promise<number> {
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const { ms } = await what()
      if (turn >= WARM_UP) times.push(ms)
    }
    return median(times)
  }

  const pid = child.pid ?? 0
  const name = (what: string) => `${engine}, address book of 100 000 people: ${what}`
  await ask("PROPFIND", propfind("A:displayname"))
  const before = peak(pid)
  const names = await ask("REPORT", syncReport(""))
  const namesPeak = peak(pid)
  const whole = '<prop><getetag/><C:address-data xmlns:C="urn:ietf:params:xml:ns:carddav"/></prop>'
  const cards = await ask("REPORT", syncReport("").replace(/<prop>.*<\/prop>/, whole), { keepsText: false })
  const cardsPeak = peak(pid)
  const hrefs = [...names.text.matchAll(/<d:href>([^<]*\.vcf)<\/d:href>/g)].slice(0, 100).map(([, href = ""]) => href)

  let token = tokenOf(names.text)
  let at = 0
  const later = await several(async () => {
    at += 1
    const headers = { "content-type": "text/vcard" }
    await ask("PUT", contact("bench", `Changed ${at}`), { headers, name: "bench.vcf" })
    const answer = await ask("REPORT", syncReport(token))
    if (!answer.text.includes("bench.vcf")) throw new Error("the change is missing")
    token = tokenOf(answer.text)
    return answer
  })
  return [
    fact(name("first sync, names: until it begins, before anything is compiled"), `${names.firstMs.toFixed(0)} ms`),
    fact(name("first sync, names"), `${(names.ms / 1000).toFixed(1)} s, ${(names.bytes / MB).toFixed(0)} MB`),
    atMost(name("the memory it adds"), (namesPeak - before) / MB, 100, " MB"),
    fact(name("first sync, cards"), `${(cards.ms / 1000).toFixed(1)} s, ${(cards.bytes / MB).toFixed(0)} MB`),
    atMost(name("the memory both add"), (cardsPeak - before) / MB, 150, " MB"),
    atMost(name("later sync, one change"), later, 20, " ms", 1),
    atMost(name("later sync, nothing new"), await several(() => ask("REPORT", syncReport(token))), 20, " ms", 1),
    atMost(name("one hundred contacts by name"), await several(() => ask("REPORT", multiget(hrefs))), 100, " ms", 1),
  ]
}

/** @param folder for the database of the embedded engine and the files */
export async function addressBook(folder: string): Promise<Figure[]> {
  const figures = await measured("embedded", { DATA_DIR: join(folder, "book"), DATABASE_URL: "" })
  const bin = findPostgres()
  if (bin === null) return [...figures, fact("PostgreSQL", "left out: no server on this system")]
  const server = await startPostgres(bin)
  try {
    const DATABASE_URL = await server.createDatabase("bench_book")
    return [...figures, ...(await measured("PostgreSQL", { DATA_DIR: join(folder, "server-book"), DATABASE_URL }))]
  } finally {
    await server.remove()
  }
}
