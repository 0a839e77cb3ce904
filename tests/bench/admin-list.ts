// The administrators' lists with many users and cards: the running program on both engines, twice each, with 1 000 and with
// 100 000 profiles, asked in turns so that whatever else the machine does meets both alike.
import { createHash } from "node:crypto"
import { join } from "node:path"
import type pg from "pg"
import { readConfig } from "../../src/server/config.ts"
import { migrate } from "../../src/server/db/migrate.ts"
import { openDatabase } from "../../src/server/db/open.ts"
import { createLog } from "../../src/server/log.ts"
import { createServices } from "../../src/server/services.ts"
import { findPostgres, startPostgres } from "../support/postgres.ts"
import { startOnCore } from "./processes.ts"

type Target = (name: string, value: number, limit: number, unit: string) => void

const FEW = { profiles: 1_000, cards: 200 }
const MANY = { profiles: 100_000, cards: 20_000 }
const TURNS = 120
const ADMIN = { email: "chief@bench.test", username: "chief", full_name: "Chief", password: "a calm long passphrase" }
const SECRET = "bench".repeat(8)

const md5 = (text: string) => createHash("md5").update(text).digest("hex")
/** As `fill` makes them. */
const cardId = (n: number) => (md5(`a${n}`) + md5(`b${n}`)).slice(0, 26)

const ASKED: { name: string; path: string; limitMs: number; isSorted?: true }[] = [
  { name: "list of users", path: "/api/admin/users", limitMs: 300 },
  { name: "deactivated users", path: "/api/admin/users?status=deactivated", limitMs: 300 },
  { name: "search, one has it", path: "/api/admin/users?q=needle", limitMs: 500 },
  { name: "search, everybody has it", path: "/api/admin/users?q=example.com", limitMs: 500 },
  // The one question that costs more with more users: their hits are found and sorted. Its ratio is told, not judged.
  { name: "search, one in a hundred has it", path: "/api/admin/users?q=person_77", limitMs: 500, isSorted: true },
  { name: "search, nobody has it", path: "/api/admin/users?q=zzzqq", limitMs: 500 },
  { name: "search, two letters nobody has", path: "/api/admin/users?q=qz", limitMs: 500 },
  { name: "list of cards", path: "/api/admin/cards", limitMs: 300 },
  { name: "cards not yet in use", path: "/api/admin/cards?status=pending", limitMs: 300 },
  { name: "search of cards, one owner has it", path: "/api/admin/cards?q=needle", limitMs: 500 },
  { name: "search of cards, everybody has it", path: "/api/admin/cards?q=person", limitMs: 500 },
  {
    name: "search of cards, a part of one card ID",
    path: `/api/admin/cards?q=${cardId(150).slice(4, 16)}`,
    limitMs: 500,
  },
  { name: "search of cards, nobody has it", path: "/api/admin/cards?q=zzzqq", limitMs: 500 },
  { name: "search of cards, two letters nobody has", path: "/api/admin/cards?q=zq", limitMs: 500 },
  { name: "public profile look-up", path: "/api/profiles/person_500", limitMs: 300 },
]

/** Without the indexes of the searches, which are made anew afterwards: row by row they would take minutes. */
async function fill(pool: pg.Pool, { profiles, cards }: typeof MANY): Promise<void> {
  const { rows } = await pool.query("select indexname, indexdef from pg_indexes where indexdef like '%gin_trgm_ops%'")
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`)
  await pool.query(
    `insert into users (id, email, password_hash, created_at, updated_at, email_confirmed_at)
      select gen_random_uuid(), 'person_' || n || '@example.com', '', now() - n * interval '5 minutes', now(), now()
      from generate_series(1, $1::int) n`,
    [profiles],
  )
  await pool.query(
    `insert into profiles (id, username, full_name, signin_email, created_at, updated_at, deleted_at, deletion_scheduled_at)
      select id, split_part(email, '@', 1), initcap(translate(left(md5(email), 14), '0123456789qz', 'ghijklmnopaa ')), email,
        created_at, now(), d.at, d.at + interval '30 days'
      from users, lateral (select case when email like '%7_@%' then now() end as at) d where email like 'person%'`,
  )
  await pool.query("update profiles set full_name = 'Needle in the haystack' where username = 'person_600'")
  await pool.query("insert into user_roles select id, 'user' from users where email like 'person%'")
  await pool.query(
    `insert into card_urls (id, card_id, created_at)
      select gen_random_uuid(), left(md5('a' || n) || md5('b' || n), 26), now() - n * interval '1 minute'
      from generate_series(1, $1::int) n`,
    [cards],
  )
  // Every second one is in use; one of them by the person whom one search is about.
  await pool.query(
    `update card_urls set user_id = people.id, activation_status = 'activated', activated_at = now()
      from (select card_id, row_number() over (order by created_at desc) as n from card_urls) cards
      join (select id, split_part(username, '_', 2)::int as n from profiles where username like 'person%') people using (n)
      where card_urls.card_id = cards.card_id and cards.n % 2 = 0`,
  )
  await pool.query(
    `update card_urls set user_id = (select id from profiles where username = 'person_600')
      where card_id = (select card_id from card_urls where activation_status = 'activated' order by created_at limit 1)`,
  )
  for (const { indexdef } of rows) await pool.query(indexdef)
  await pool.query("vacuum (analyze)")
}

/** The program with so many people in its database. @returns how to ask it as an administrator, in milliseconds */
async function startWith(env: Record<string, string>, size: typeof MANY) {
  const config = readConfig({ ...env, SECRET })
  const log = createLog(() => undefined)
  const database = await openDatabase(config, log)
  await migrate(database)
  await fill(database.pool, size)
  const services = createServices({ config, database, clock: () => new Date(), log })
  await services.auth.createConfirmed({ ...ADMIN, roles: ["user", "admin"] })
  await database.close()
  const { found: origin } = await startOnCore(
    ["src/server/main.ts"],
    { ...env, SECRET, PORT: "0", HOST: "127.0.0.1", NODE_ENV: "production" },
    (output) => /"address":"(http:[^"]+)"/.exec(output)?.[1],
  )
  const { email, password } = ADMIN
  const signedIn = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  return async (path: string): Promise<{ ms: number; bytes: number }> => {
    const start = performance.now()
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${access_token}` } })
    const bytes = (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    return { ms: performance.now() - start, bytes }
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function compare(engine: string, few: Record<string, string>, many: Record<string, string>, target: Target) {
  const askFew = await startWith(few, FEW)
  const askMany = await startWith(many, MANY)
  for (const { name, path, limitMs, isSorted } of ASKED) {
    const times: number[] = []
    const ratios: number[] = []
    let bytes = 0
    for (let turn = 0; turn < TURNS; turn++) {
      const [small, large] = [await askFew(path), await askMany(path)]
      // The first ones would measure how the programs warm up.
      if (turn < TURNS / 4) continue
      times.push(large.ms)
      ratios.push(large.ms / small.ms)
      bytes = Math.max(bytes, large.bytes)
    }
    target(`${engine}, ${name}, 100 000 profiles`, median(times), limitMs, "ms")
    // Of each turn, so that a minute in which the machine is busy counts for both.
    const ratio = median(ratios)
    if (isSorted) process.stdout.write(`     ${engine}, ${name}, 100 000 ÷ 1 000 profiles: ${ratio.toFixed(2)} ×\n`)
    else target(`${engine}, ${name}, 100 000 ÷ 1 000 profiles`, ratio, 1.2, "×")
    target(`${engine}, ${name}, answer`, bytes / 1000, 100, "kB")
  }
}

/** @param folder for the databases of the embedded engine */
export async function adminList(folder: string, target: Target): Promise<void> {
  const embedded = (name: string) => ({ DATA_DIR: join(folder, name), DATABASE_URL: "" })
  await compare("embedded", embedded("few"), embedded("many"), target)
  const bin = findPostgres()
  if (bin === null) {
    process.stdout.write("     no PostgreSQL server on this system: its part is left out\n")
    return
  }
  const server = await startPostgres(bin)
  try {
    const onServer = async (name: string) => ({
      DATA_DIR: join(folder, `server-${name}`),
      DATABASE_URL: await server.createDatabase(`bench_${name}`),
    })
    await compare("PostgreSQL", await onServer("few"), await onServer("many"), target)
  } finally {
    await server.remove()
  }
}
