// Hundreds of connections that send a byte per second or take no answer: what others notice, and how soon they are ended.
import { setTimeout as pause } from "node:timers/promises"
import { atMost, exactly, type Figure, fact } from "../support/figures.ts"
import { photograph } from "../support/pictures.ts"
import { askFor, keepAsking, quantile, spread, tally, withStatus } from "./answers.ts"
import { type BrokenSite, inFolder, onSite } from "./broken-site.ts"
import { inTurn, newMember } from "./people.ts"
import { heldBy, type SlowConnections, slowConnections, unreadConnections } from "./slow-connections.ts"

const EACH = 300
const CALM_MS = 8_000
const WATCHED_MS = 285_000
const VISIT_EVERY_MS = 50
const P99_TIMES = 2
const P99_FLOOR_MS = 100
/** ten seconds, and up to two until the server looks around; a busy machine a little more */
const ENDED_WITHIN_S = 15
/** who takes nothing: two minutes, once more where some of the answer went out in the first of them, and a tenth for the machine */
const UNREAD_WITHIN_S = 265
const UNREADING = 20
/** more than the network of one machine holds by itself */
const PIPELINED = 200

async function untilEnded(kinds: SlowConnections[], ms: number): Promise<void> {
  const deadline = performance.now() + ms
  while (kinds.some((kind) => kind.open() > 0) && performance.now() < deadline) await pause(200)
}

/** @returns seconds until the server holds none anymore */
async function untilReleased(port: number, ms: number): Promise<number> {
  const started = performance.now()
  do await pause(1_000)
  while (heldBy(port) > 0 && performance.now() - started < ms)
  return (performance.now() - started) / 1000
}

const longest = ({ endedAfterS }: SlowConnections): number => Math.max(0, ...endedAfterS)

async function measure({ program, dataDir }: BrokenSite): Promise<Figure[]> {
  const member = await newMember(program, dataDir, "ada")
  await member.upload(new Uint8Array(await photograph(1_000, 1_000)))
  const picture: string = JSON.parse((await member.get("/api/me")).text).profile.profile_picture
  const visit = inTurn(["/ada", "/api/profiles/ada", "/ada.vcf"].map((path) => () => member.get(path)))
  const calm = await askFor(CALM_MS, VISIT_EVERY_MS, visit)
  const port = Number(new URL(program.origin).port)
  const head = (method: string, path: string, more = "") => `${method} ${path} HTTP/1.1\r\nHost: slow\r\n${more}`
  const json = "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"
  const headers = slowConnections(port, EACH, head("GET", "/ada", "X-Slow: "))
  const bodies = slowConnections(port, EACH, head("POST", "/auth/v1/token?grant_type=password", json))
  const refused = slowConnections(port, EACH, head("PUT", "/api/profile", json))
  const visiting = keepAsking(VISIT_EVERY_MS, visit)
  await untilEnded([headers, bodies, refused], 60_000)
  const during = await visiting.stop()
  for (const kind of [headers, bodies, refused]) kind.close()
  await untilReleased(port, WATCHED_MS)
  const closeUnread = unreadConnections(port, UNREADING, head("GET", picture, "\r\n").repeat(PIPELINED))
  const releasedS = await untilReleased(port, WATCHED_MS)
  const held = heldBy(port)
  closeUnread()
  const kinds = { "a header": headers, "a body": bodies, "a body that is refused": refused }
  const what = `${3 * EACH} slow connections`
  const floor = Math.max(quantile(calm, 0.99), P99_FLOOR_MS)
  return [
    exactly(
      `${what}: visitors' requests that failed (of ${during.length})`,
      during.length - withStatus(during, 200).length,
      0,
    ),
    fact(`${what}: visitors' answers`, tally(during)),
    fact(`${what}: visitors' p50 / p99, before and during`, `${spread(calm)}, ${spread(during)}`),
    atMost(
      `${what}: their p99 ÷ before (${P99_FLOOR_MS} ms at least)`,
      quantile(during, 0.99) / floor,
      P99_TIMES,
      " ×",
      2,
    ),
    ...Object.entries(kinds).flatMap(([name, kind]) => [
      exactly(`a byte per second of ${name}: connections not ended, of ${EACH}`, EACH - kind.endedAfterS.length, 0),
      atMost(`a byte per second of ${name}: the longest`, longest(kind), ENDED_WITHIN_S, " s", 1),
    ]),
    exactly(`${PIPELINED} pictures asked for and none taken: connections not ended, of ${UNREADING}`, held, 0),
    atMost(`${PIPELINED} pictures asked for and none taken: the longest`, releasedS, UNREAD_WITHIN_S, " s", 1),
  ]
}

export const slowClients = (): Promise<Figure[]> => inFolder((folder) => onSite(folder, {}, measure))
