// The bucket of the pictures answers slowly, not at all, or is gone: what visitors and uploaders notice, what is left of it.
import { setTimeout as pause } from "node:timers/promises"
import { startBucketServer } from "../support/bucket-server.ts"
import { atMost, exactly, type Figure, fact } from "../support/figures.ts"
import { photograph } from "../support/pictures.ts"
import { ask, askFor, isPutOff, quantile, spread, tally, withStatus } from "./answers.ts"
import { type BrokenSite, inFolder, onSite } from "./broken-site.ts"
import { inTurn, type Member, newMember } from "./people.ts"
import { wholeWidth } from "./picture-check.ts"
import { type UnreliableWire, unreliableWire, type Wire } from "./unreliable-wire.ts"

const CALM_MS = 4_000
const FOR_MS = 15_000
const VISIT_EVERY_MS = 50
const UPLOAD_EVERY_MS = 500
const UPLOADERS = 6
const BACK_WITHIN_S = 5
const MEDIAN_TIMES = 2
/** below it a median says more about the machine than about the program */
const MEDIAN_FLOOR_MS = 25
const STATES: [what: string, state: Wire][] = [
  ["2 s slow", { slowMs: 2_000 }],
  ["10 s slow", { slowMs: 10_000 }],
  ["silent", "silent"],
  ["gone", "gone"],
]

interface Scene {
  site: BrokenSite
  wire: UnreliableWire
  visitor: Member
  uploaders: Member[]
  photo: Uint8Array<ArrayBuffer>
}

async function pictureOf(member: Member): Promise<string> {
  return JSON.parse((await member.get("/api/me")).text).profile.profile_picture
}

/** What the profiles name and cannot be fetched. */
async function missingPictures({ site, uploaders }: Scene): Promise<number> {
  let missing = 0
  for (const uploader of uploaders) {
    const address = await pictureOf(uploader)
    if (address !== "" && (await wholeWidth(site.program.origin, address)) === null) missing += 1
  }
  return missing
}

async function during(scene: Scene, name: string, state: Wire): Promise<Figure[]> {
  const { site, wire, visitor, uploaders, photo } = scene
  const upload = inTurn(uploaders.map((uploader) => () => uploader.upload(photo)))
  const card = () => visitor.get("/visitor.vcf")
  const ready = () => ask(`${site.program.origin}/api/health/ready`)
  const calm = await askFor(CALM_MS, VISIT_EVERY_MS, inTurn(visitsOf(visitor)))
  await wire.become(state)
  const [visits, uploads, cards, states] = await Promise.all([
    askFor(FOR_MS, VISIT_EVERY_MS, inTurn(visitsOf(visitor))),
    askFor(FOR_MS, UPLOAD_EVERY_MS, upload),
    askFor(FOR_MS, UPLOAD_EVERY_MS, card),
    askFor(FOR_MS, UPLOAD_EVERY_MS, ready),
  ])
  await wire.become("well")
  const started = performance.now()
  while ((await upload()).status !== 200 && performance.now() - started < 60_000) await pause(100)
  const backS = (performance.now() - started) / 1000
  const what = `bucket ${name}`
  const floor = Math.max(quantile(calm, 0.5), MEDIAN_FLOOR_MS)
  return [
    exactly(
      `${what}: pages, profiles and saves that failed (of ${visits.length})`,
      visits.length - withStatus(visits, 200).length,
      0,
    ),
    fact(`${what}: these, p50 / p99, before and during`, `${spread(calm)}, ${spread(visits)}`),
    atMost(
      `${what}: their p50 ÷ before (${MEDIAN_FLOOR_MS} ms at least)`,
      quantile(visits, 0.5) / floor,
      MEDIAN_TIMES,
      " ×",
      2,
    ),
    exactly(`${what}: contact cards that failed (of ${cards.length})`, cards.length - withStatus(cards, 200).length, 0),
    atMost(`${what}: contact card, longest wait`, quantile(cards, 1) / 1000, 5, " s", 1),
    exactly(`${what}: processes taken out of service`, states.length - withStatus(states, 200).length, 0),
    fact(`${what}: uploads`, tally(uploads)),
    exactly(
      `${what}: uploads neither done nor postponed with Retry-After`,
      uploads.filter((each) => each.status !== 200 && !isPutOff(each)).length,
      0,
    ),
    atMost(`${what}: upload, longest wait`, quantile(uploads, 1) / 1000, 60, " s", 1),
    exactly(`${what}: profiles that name a picture which is not there`, await missingPictures(scene), 0),
    atMost(`${what}: until an upload is taken again`, backS, BACK_WITHIN_S, " s", 1),
  ]
}

const visitsOf = (visitor: Member) => [
  () => visitor.get("/visitor"),
  () => visitor.get("/api/profiles/visitor"),
  visitor.save,
]

async function measure(site: BrokenSite, wire: UnreliableWire): Promise<Figure[]> {
  const visitor = await newMember(site.program, site.dataDir, "visitor")
  const uploaders: Member[] = []
  for (let at = 0; at < UPLOADERS; at++) uploaders.push(await newMember(site.program, site.dataDir, `painter-${at}`))
  const photo = new Uint8Array(await photograph(300, 300))
  const scene = { site, wire, visitor, uploaders, photo }
  for (const member of [visitor, ...uploaders.slice(0, UPLOADERS / 2)]) await member.upload(photo)
  const figures: Figure[] = []
  for (const [what, state] of STATES) figures.push(...(await during(scene, what, state)))
  return figures
}

export const storageGone = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const bucket = await startBucketServer()
    const wire = await unreliableWire(Number(new URL(bucket.settings.endpoint).port))
    try {
      const env = {
        S3_ENDPOINT: `http://127.0.0.1:${wire.port}`,
        S3_BUCKET: bucket.settings.bucket,
        S3_REGION: bucket.settings.region,
        S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
      }
      return await onSite(folder, env, (site) => measure(site, wire))
    } finally {
      await wire.close()
      await bucket.close()
    }
  })
