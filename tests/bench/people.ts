// One owner who has met 100,000 people: what lists, searches, an import and an export cost.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type pg from "pg"
import { PEOPLE_PER_IMPORT } from "../../src/domain/people/people-limits.ts"
import { atMost, type Figure, fact } from "../support/figures.ts"
import { findPostgres, startPostgres } from "../support/postgres.ts"
import { FEW, type Filled, startFilled } from "./filled.ts"
import { median } from "./wrk.ts"

const PEOPLE = 100_000
/** beyond these */
const IMPORTED = 2_000
const TURNS = 30
const WARM_UP = 5
/** What the memory of the server may grow by while a book is exported: garbage that is not collected yet, however large the book. */
const GROWTH_MB = 100

const ASKED = [
  { name: "first page", path: "", limitMs: 50 },
  { name: "a page in the middle", path: "", isDeep: true, limitMs: 50 },
  { name: "search, one matches", path: "?q=needle", limitMs: 200 },
  { name: "search, everyone matches", path: "?q=example.com", limitMs: 200 },
  { name: "search, one in a hundred matches", path: "?q=company+77", limitMs: 200 },
  { name: "search, no match", path: "?q=zzzqq", limitMs: 200 },
  { name: "search, two letters without a match", path: "?q=qz", limitMs: 200 },
  { name: "search, words of which one has two letters, without a match", path: "?q=company+person+qz", limitMs: 300 },
  { name: "search, a phone number", path: "?q=(1555)+40-000", limitMs: 200 },
  { name: "search, the end of a phone number", path: "?q=55-40-000", limitMs: 200 },
  { name: "a tag of half of them", path: "?tag=even", limitMs: 200 },
  { name: "a tag of one", path: "?tag=needle", limitMs: 200 },
  { name: "tags and events", path: "/labels", limitMs: 500 },
  { name: "duplicates", path: "/duplicates", limitMs: 1000 },
]

const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

/** The n-th person as an import stores it, written by the database itself: row by row it would take minutes. */
async function meet(pool: pg.Pool, ownerId: string): Promise<void> {
  await pool.query("drop index people_search")
  await pool.query(
    `insert into people (id, owner_id, resource, full_name, business_name, job_title, phone, email, tags, source, met_at, updated_at, revision, card, search)
      select gen_random_uuid(), $1, n || '.vcf', 'Person ' || n, 'Company ' || n % 1000, 'Engineer', '+1 555 ' || n, 'person' || n || '@example.com',
        array[case when n % 2 = 0 then 'even' else 'odd' end], 'imported', now() - n * interval '1 minute', now(), n,
        concat_ws(E'\\r\\n', 'BEGIN:VCARD', 'VERSION:3.0', 'UID:bench-' || n, 'FN:Person ' || n, 'ORG:Company ' || n % 1000, 'TITLE:Engineer',
          'EMAIL:person' || n || '@example.com', 'TEL:+1 555 ' || n, 'CATEGORIES:' || case when n % 2 = 0 then 'even' else 'odd' end, 'END:VCARD', ''),
        lower(concat_ws(E'\\n', 'Person ' || n, 'Company ' || n % 1000, 'Engineer', 'person' || n || '@example.com', '+1 555 ' || n,
          'met in hall ' || n % 12 || case when n = 40000 then ' with a needle' else '' end))
      from generate_series(1, $2::int) n`,
    [ownerId, PEOPLE],
  )
  for (const [kind, value] of [
    ["tag", "tags[1]"],
    ["email", "email"],
    ["phone", "right(translate(phone, '+ ', ''), 9)"],
    ["uid", "'bench-' || revision"],
    ["name", "lower(full_name)"],
  ])
    await pool.query(`insert into people_keys select owner_id, '${kind}', ${value}, id from people`)
  await pool.query("insert into people_books values ($1, $2::bigint, 0, $3, 0)", [ownerId, PEOPLE, PEOPLE])
  await pool.query("create index people_search on people using gin (search gin_trgm_ops)")
  await pool.query("vacuum (analyze)")
}

const cardOf = (n: number): string =>
  ["BEGIN:VCARD", "VERSION:3.0", `FN:New ${n}`, `EMAIL:new${n}@example.com`, `ORG:Company ${n}`, "END:VCARD", ""].join(
    "\r\n",
  )

async function measured(engine: string, { origin, pid, token }: Filled): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${token}` }
  const ask = async (path: string) => {
    const started = performance.now()
    const answer = await fetch(`${origin}/api/people${path}`, { headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return { ms: performance.now() - started, text }
  }
  const times: number[] = []
  for (let n = 0; n < IMPORTED; n += PEOPLE_PER_IMPORT) {
    const body = Array.from({ length: PEOPLE_PER_IMPORT }, (_, at) => cardOf(n + at)).join("")
    const type = { "content-type": "text/vcard" }
    const began = performance.now()
    const answer = await fetch(`${origin}/api/people/imports`, {
      method: "POST",
      headers: { ...headers, ...type },
      body,
    })
    if (!answer.ok) throw new Error(`import: ${answer.status} ${await answer.text()}`)
    times.push(performance.now() - began)
  }
  const figures = [fact(`${engine}, import of 200 people into a book of 100 000`, `${median(times).toFixed(0)} ms`)]
  const [needle] = JSON.parse((await ask("?q=needle")).text).people
  const tagging = { ids: [needle.id], add: ["needle"] }
  const json = { ...headers, "content-type": "application/json" }
  await fetch(`${origin}/api/people/taggings`, { method: "POST", headers: json, body: JSON.stringify(tagging) })
  const rank = BigInt(Date.parse(needle.met_at)) * 1000n
  for (const { name, path, isDeep, limitMs } of ASKED) {
    const asked = isDeep ? `?cursor=${rank}_${needle.id}` : path
    const times: number[] = []
    for (let turn = 0; turn < TURNS + WARM_UP; turn++) {
      const { ms } = await ask(asked)
      if (turn >= WARM_UP) times.push(ms)
    }
    figures.push(atMost(`${engine}, ${name}`, median(times), limitMs, " ms", 1))
  }
  const before = memoryMb(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryMb(pid))
  }, 50)
  const { ms, text } = await ask("/export.vcf")
  clearInterval(timer)
  if (text.match(/BEGIN:VCARD/g)?.length !== PEOPLE + IMPORTED) throw new Error("the export is not complete")
  figures.push(
    fact(`${engine}, export of everyone`, `${(ms / 1000).toFixed(1)} s, ${(text.length / 1e6).toFixed(0)} MB`),
    engine === "PostgreSQL"
      ? atMost(`${engine}, memory while it is exported, growth`, most - before, GROWTH_MB, " MB", 0)
      : fact(
          `${engine}, memory while it is exported, growth, with that of the database`,
          `${(most - before).toFixed(0)} MB`,
        ),
  )
  return figures
}

/** @param folder for the databases and the files */
export async function people(folder: string): Promise<Figure[]> {
  const embedded = await startFilled({ DATA_DIR: join(folder, "people"), DATABASE_URL: "" }, FEW, meet)
  const figures = await measured("embedded", embedded)
  const bin = findPostgres()
  if (bin === null) return [...figures, fact("PostgreSQL", "left out: no server on this system")]
  const server = await startPostgres(bin)
  try {
    const env = { DATA_DIR: join(folder, "people-server"), DATABASE_URL: await server.createDatabase("bench_people") }
    return [...figures, ...(await measured("PostgreSQL", await startFilled(env, FEW, meet)))]
  } finally {
    await server.remove()
  }
}
