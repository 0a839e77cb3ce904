// The PostgreSQL server is gone for longer than requests wait: which are still served, what the others get, how soon it recovers.
import { setTimeout as pause } from "node:timers/promises"
import { atMost, exactly, type Figure, fact } from "../support/figures.ts"
import type { PostgresServer } from "../support/postgres.ts"
import { type Answer, ask, isPutOff, keepAsking, quantile, tally, withStatus } from "./answers.ts"
import { type BrokenSite, inFolder, onSite, withPostgres } from "./broken-site.ts"
import { newMember } from "./people.ts"

const AWAY_MS = 60_000
const EVERY_MS = 250
/** ten seconds of patience, and what a busy machine adds */
const ANSWERED_WITHIN_S = 15
const BACK_WITHIN_S = 5

/** @returns seconds until the first answer that is wanted */
async function until(one: () => Promise<Answer>, status = 200): Promise<number> {
  const started = performance.now()
  while ((await one()).status !== status && performance.now() - started < 60_000) await pause(50)
  return (performance.now() - started) / 1000
}

async function measure(server: PostgresServer, { program, dataDir }: BrokenSite): Promise<Figure[]> {
  const member = await newMember(program, dataDir, "ada")
  const ready = () => ask(`${program.origin}/api/health/ready`)
  const live = () => ask(`${program.origin}/api/health/live`)
  const kinds = {
    "a public page": () => member.get("/ada"),
    "a profile through the API": () => member.get("/api/profiles/ada"),
    "the caller's profile": () => member.get("/api/me"),
    "a save": member.save,
    "a sign-in": member.signIn,
  }
  await until(kinds["a public page"])
  await server.stop("immediate")
  const noticed = await until(ready, 503)
  const asking = Object.values({ live, ...kinds }).map((one) => keepAsking(EVERY_MS, one))
  await pause(AWAY_MS)
  const [alive = [], ...answers] = await Promise.all(asking.map((each) => each.stop()))
  const put = answers.flat()
  await server.start()
  const wait = async (one: () => Promise<Answer>) => until(one)
  const isReady = wait(ready)
  const back = await Promise.all(Object.values(kinds).map(wait))
  const after: Answer[] = []
  for (let round = 0; round < 20; round++) after.push(...(await Promise.all(Object.values(kinds).map((one) => one()))))
  const what = `gone for ${AWAY_MS / 1000} s`
  return [
    // A page in memory, too: no process could know that it was hidden meanwhile.
    fact(`${what}: ${Object.keys(kinds).join(", ")}`, tally(put)),
    exactly(
      `${what}: of these, other than 503 with Retry-After`,
      put.filter((each) => each.status !== 503 || !isPutOff(each)).length,
      0,
    ),
    atMost(`${what}: the longest wait for one of these`, quantile(put, 1) / 1000, ANSWERED_WITHIN_S, " s", 1),
    atMost(`${what}: until readiness says so`, noticed, BACK_WITHIN_S, " s", 1),
    exactly(`${what}: "live" that failed`, alive.length - withStatus(alive, 200).length, 0),
    atMost("back: until the first good answer of the slowest kind", Math.max(...back), BACK_WITHIN_S, " s", 1),
    atMost("back: until readiness says so", await isReady, BACK_WITHIN_S, " s", 1),
    exactly(
      `back: of the next ${after.length} answers, other than 200`,
      after.length - withStatus(after, 200).length,
      0,
    ),
    exactly("an acknowledged save that is lost", (await member.isKept()) ? 0 : 1, 0),
  ]
}

export const databaseGone = (): Promise<Figure[]> =>
  inFolder((folder) => withPostgres((server, env) => onSite(folder, env, (site) => measure(server, site))))
