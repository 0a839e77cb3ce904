// The administrators' lists with many users and cards.
import { atMost, type Figure, ratioAtMost } from "../support/figures.ts"
import { cardId, type Filled, profilesOf, ratioOf } from "./filled.ts"
import { inTurns } from "./in-turns.ts"

const RATIO = 1.2
const ANSWER_KB = 100

interface Asked {
  name: string
  path: string
  limitMs: number
  /** more people have it among more people: the hits are found and sorted, and the ratio is fact, not judged */
  hasMore?: true
}

const ASKED: Asked[] = [
  { name: "list of users", path: "/api/admin/users", limitMs: 300 },
  { name: "deactivated users", path: "/api/admin/users?status=deactivated", limitMs: 300 },
  { name: "search, one user matches", path: "/api/admin/users?q=needle", limitMs: 500 },
  { name: "search, every user matches", path: "/api/admin/users?q=example.com", limitMs: 500 },
  { name: "search, one user in a hundred matches", path: "/api/admin/users?q=person_77", limitMs: 500, hasMore: true },
  { name: "search, no match", path: "/api/admin/users?q=zzzqq", limitMs: 500 },
  { name: "search, two letters without a match", path: "/api/admin/users?q=qz", limitMs: 500 },
  { name: "list of cards", path: "/api/admin/cards", limitMs: 300 },
  { name: "cards not yet in use", path: "/api/admin/cards?status=pending", limitMs: 300 },
  { name: "search of cards, one owner matches", path: "/api/admin/cards?q=needle", limitMs: 500 },
  { name: "search of cards, every owner matches", path: "/api/admin/cards?q=person", limitMs: 500 },
  {
    name: "search of cards, one owner in a hundred matches",
    path: "/api/admin/cards?q=person_77",
    limitMs: 500,
    hasMore: true,
  },
  {
    name: "search of cards, part of one card ID",
    path: `/api/admin/cards?q=${cardId(150).slice(4, 16)}`,
    limitMs: 500,
  },
  { name: "search of cards, no match", path: "/api/admin/cards?q=zzzqq", limitMs: 500 },
  { name: "search of cards, two letters without a match", path: "/api/admin/cards?q=zq", limitMs: 500 },
]

async function ask({ origin, token }: Filled, path: string): Promise<{ ms: number; bytes: number }> {
  const start = performance.now()
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
  const bytes = (await answer.arrayBuffer()).byteLength
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return { ms: performance.now() - start, bytes }
}

/** First pages below 300 ms, searches below 500 ms, answers below 100 kB, and no more than 1.2 times what 1 000 profiles cost. */
export async function adminLists(engine: string, few: Filled, many: Filled): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, path, limitMs, hasMore } of ASKED) {
    const { ms, ratio, bytes } = await inTurns(
      () => ask(few, path),
      () => ask(many, path),
    )
    figures.push(
      atMost(`${engine}, ${name}, ${profilesOf(many)}`, ms, limitMs, " ms", 1),
      ratioAtMost(`${engine}, ${name}, ${ratioOf(many, few)}`, ratio, hasMore ? null : RATIO),
      atMost(`${engine}, ${name}, answer`, bytes / 1000, ANSWER_KB, " kB", 1),
    )
  }
  return figures
}
