// Forty people upload pictures of five megabytes at once: what they are answered, what it costs in memory, what is left of it.
import { readFile } from "node:fs/promises"
import { setTimeout as pause } from "node:timers/promises"
import sharp from "sharp"
import { IMAGE_MAX_BYTES } from "../../src/domain/limits.ts"
import { atMost, exactly, type Figure, fact } from "../support/figures.ts"
import { type Answer, ask, askFor, isPutOff, keepAsking, spread, tally, withStatus } from "./answers.ts"
import { type BrokenSite, inFolder, onSite } from "./broken-site.ts"
import { temporaryFiles } from "./left-behind.ts"
import { wholeWidth } from "./picture-check.ts"
import { fromAnywhere, newAccount } from "./program.ts"

const CLIENTS = 40
const UPLOADS = 200
const RSS_ABOVE_IDLE_MB = 250
const VISIT_EVERY_MS = 50
const MEGABYTE = 1024 * 1024

interface Person {
  username: string
  token: string
  /** the address that was acknowledged last */
  picture: string
}

/** Just below the limit: a noisy photograph, filled up behind its end as cameras and phones do with theirs. */
async function largePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 45 }
  const picture = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 85 })
    .toBuffer()
  if (picture.length > IMAGE_MAX_BYTES) throw new Error(`the photograph has ${picture.length} bytes`)
  const filled = new Uint8Array(IMAGE_MAX_BYTES - 1)
  filled.set(picture)
  return filled
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

const upload = ({ program }: BrokenSite, { token }: Person, body: Uint8Array<ArrayBuffer>): Promise<Answer> =>
  ask(`${program.origin}/api/profile/photo`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "image/jpeg", ...fromAnywhere() },
    body,
  })

/** Everybody uploads again and again until so many were sent. */
async function storm(site: BrokenSite, people: Person[], photo: Uint8Array<ArrayBuffer>): Promise<Answer[]> {
  const answers: Answer[] = []
  let sent = 0
  const client = async (person: Person) => {
    while (sent < UPLOADS) {
      sent += 1
      const answer = await upload(site, person, photo)
      if (answer.status === 200) person.picture = JSON.parse(answer.text).profile_picture
      answers.push(answer)
    }
  }
  await Promise.all(people.map(client))
  return answers
}

async function tornOf({ program }: BrokenSite, people: Person[]): Promise<number> {
  let torn = 0
  for (const { picture } of people.filter((person) => person.picture !== "")) {
    const beside = picture.replace(/[^/]*$/, "contact.jpg")
    for (const path of [picture, beside]) if ((await wholeWidth(program.origin, path)) === null) torn += 1
  }
  return torn
}

async function measure(site: BrokenSite): Promise<Figure[]> {
  const photo = await largePhoto()
  const people: Person[] = []
  for (let at = 0; at < CLIENTS; at++) {
    const username = `painter-${at}`
    people.push({ username, token: await newAccount(site.program, site.dataDir, username), picture: "" })
  }
  // What making their accounts cost is no part of it.
  await site.program.stop()
  await site.restart()
  const visit = () => ask(`${site.program.origin}/painter-0.vcf`, { headers: fromAnywhere() })
  const before = await askFor(3_000, VISIT_EVERY_MS, visit)
  const idle = await residentMb(site.program.pid)
  let highest = idle
  const watch = setInterval(async () => {
    highest = Math.max(highest, await residentMb(site.program.pid).catch(() => 0))
  }, 50)
  const visiting = keepAsking(VISIT_EVERY_MS, visit)
  const started = performance.now()
  const answers = await storm(site, people, photo)
  const seconds = (performance.now() - started) / 1000
  const during = await visiting.stop()
  clearInterval(watch)
  const torn = await tornOf(site, people)

  // And once more, killed in the middle of it.
  const cut = storm(site, people, photo)
  await pause(1_000)
  await site.program.kill()
  const lying = (await temporaryFiles(site.dataDir)).length
  await cut
  await site.restart()
  const what = `${UPLOADS} uploads of ${(photo.length / MEGABYTE).toFixed(0)} MB by ${CLIENTS} clients`
  const refused = answers.filter((answer) => answer.status !== 200 && !isPutOff(answer))
  return [
    fact(`${what}: answers, in ${seconds.toFixed(0)} s`, tally(answers)),
    exactly(`${what}: neither 200 nor postponed with Retry-After`, refused.length, 0),
    atMost("resident memory above idle, at its highest", highest - idle, RSS_ABOVE_IDLE_MB, " MB"),
    fact("resident memory when idle", `${idle.toFixed(0)} MB`),
    exactly("pictures acknowledged that are gone or torn", torn, 0),
    exactly(
      `temporary files after kill -9 among uploads (${lying} there) and a start`,
      (await temporaryFiles(site.dataDir)).length,
      0,
    ),
    exactly("pictures gone or torn after that", await tornOf(site, people), 0),
    exactly("a visitor's failed requests during the storm", during.length - withStatus(during, 200).length, 0),
    fact("a visitor's contact card, p50 / p99, before", spread(before)),
    fact("a visitor's contact card, p50 / p99, during the storm", spread(during)),
  ]
}

export const uploadStorm = (): Promise<Figure[]> => inFolder((folder) => onSite(folder, {}, measure))
