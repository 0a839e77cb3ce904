// kill -9 for the whole program while people sign up, save and upload: what was acknowledged is there after the next start.
// KILL_ROUNDS=50 for the long run.
import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { freePort } from "../support/free-port.ts"
import { temporaryFiles } from "./left-behind.ts"
import { fromAnywhere, newAccount, type Program, send, signUp, startProgram } from "./program.ts"

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3)
const SAVERS = 4
const PAINTERS = 4
const NEWCOMERS = 3
const A_ROUND_MS = 30_000
/** A photo says which one it is by its width. */
const WIDTH_FROM = 100
const WIDTHS = 900

interface Person {
  username: string
  token: string
  /** the number of the last save or photo that was sent, and of the last one that was acknowledged */
  sent: number
  acknowledged: number
}

let dataDir = ""
let port = 0
let program: Program
const savers: Person[] = []
const painters: Person[] = []
const newcomers: string[] = []
let attempts = 0
const counts = { saves: 0, photos: 0, signUps: 0 }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "meishi-kill-server-"))
  port = await freePort()
  program = await startProgram(dataDir, port)
  const person = async (username: string): Promise<Person> => {
    const token = await newAccount(program, dataDir, username)
    return { username, token, sent: 0, acknowledged: 0 }
  }
  for (let at = 0; at < SAVERS; at++) savers.push(await person(`saver-${at}`))
  for (let at = 0; at < PAINTERS; at++) painters.push(await person(`painter-${at}`))
})
afterAll(async () => {
  await program?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

async function save(person: Person): Promise<boolean> {
  const n = ++person.sent
  const body = JSON.stringify({ full_name: "Ada Lovelace", bio: `bio ${n}`, job_title: `title ${n}` })
  const headers = { ...bearer(person), "content-type": "application/json", ...fromAnywhere() }
  const { status } = await fetch(`${program.origin}/api/profile`, { method: "PUT", headers, body })
  if (status === 200) person.acknowledged = n
  return status === 200
}

async function paint(person: Person): Promise<boolean> {
  const n = ++person.sent
  const width = WIDTH_FROM + (n % WIDTHS)
  const type = n % 2 === 0 ? ("jpeg" as const) : ("png" as const)
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 }
  const picture = await sharp({ create: { width, height: 200, channels: 3, background: "#888", noise } })
    .toFormat(type)
    .toBuffer()
  const headers = { ...bearer(person), "content-type": `image/${type}`, ...fromAnywhere() }
  const body = new Uint8Array(picture)
  const { status } = await fetch(`${program.origin}/api/profile/photo`, { method: "POST", headers, body })
  if (status === 200) person.acknowledged = n
  return status === 200
}

async function arrive(): Promise<boolean> {
  const username = `newcomer-${++attempts}`
  const { status } = await signUp(program.origin, username)
  if (status === 200) newcomers.push(username)
  return status === 200
}

/** Does it again and again until the program is gone; any answer but an acknowledgement is noted. */
async function keepOn(act: () => Promise<boolean>, count: () => void, failures: string[]): Promise<void> {
  for (;;) {
    try {
      if (await act()) count()
      else failures.push("refused")
    } catch {
      return
    }
  }
}

async function underLoad(): Promise<void> {
  const failures: string[] = []
  const work = [
    ...savers.map((person) =>
      keepOn(
        () => save(person),
        () => counts.saves++,
        failures,
      ),
    ),
    ...painters.map((person) =>
      keepOn(
        () => paint(person),
        () => counts.photos++,
        failures,
      ),
    ),
    ...Array.from({ length: NEWCOMERS }, () => keepOn(arrive, () => counts.signUps++, failures)),
  ]
  await pause(200 + Math.random() * 2000)
  await program.kill()
  await Promise.all(work)
  expect(failures).toEqual([])
}

async function profileOf(person: Person) {
  const answer = await fetch(`${program.origin}/api/me`, { headers: { ...bearer(person), ...fromAnywhere() } })
  expect(answer.status).toBe(200)
  return (await answer.json()).profile as { id: string; bio: string; job_title: string; profile_picture: string }
}

async function widthOf(path: string): Promise<number> {
  const answer = await fetch(program.origin + path, { headers: fromAnywhere() })
  expect([path, answer.status]).toEqual([path, 200])
  // Every pixel is decoded: half a picture would fail here.
  const { info } = await sharp(await answer.arrayBuffer(), { failOn: "error" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return info.width
}

const isBetween = (n: number, { acknowledged, sent }: Person) => n >= acknowledged && n <= sent

async function expectNothingLost(since: number): Promise<void> {
  for (const person of savers) {
    const { bio, job_title } = await profileOf(person)
    const n = Number(/\d+/.exec(bio)?.[0] ?? 0)
    expect([person.username, job_title.replace("title", "bio")]).toEqual([person.username, bio])
    expect([person, n, isBetween(n, person)]).toEqual([person, n, true])
  }
  for (const person of painters) {
    const { id, profile_picture } = await profileOf(person)
    if (profile_picture === "") {
      expect(person.acknowledged).toBe(0)
      continue
    }
    const width = await widthOf(profile_picture)
    const possible = Array.from({ length: person.sent - person.acknowledged + 1 }, (_, at) => person.acknowledged + at)
    expect(possible.map((n) => WIDTH_FROM + (n % WIDTHS))).toContain(width)
    expect(await widthOf(`/files/profile-pictures/profiles/${id}/contact.jpg`)).toBeLessThanOrEqual(400)
  }
  for (const username of newcomers.slice(since)) {
    const free = await send(program.origin, "/api/availability", { username, email: `${username}@example.com` })
    expect([username, await free.json()]).toEqual([username, { username: false, email: false }])
  }
}

test(
  `killed ${ROUNDS} times under load, it loses nothing that was acknowledged`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const before = newcomers.length
      await underLoad()
      program = await startProgram(dataDir, port)
      // Letters that were waiting are being written by now: those are not left over.
      await expect.poll(() => temporaryFiles(dataDir), { timeout: 10_000 }).toEqual([])
      await expectNothingLost(before)
    }
    await expectNothingLost(0)
    expect(existsSync(join(dataDir, "database.new"))).toBe(false)
    expect(Math.min(counts.saves, counts.photos, counts.signUps)).toBeGreaterThanOrEqual(ROUNDS)
    const { saves, photos, signUps } = counts
    console.log(`${ROUNDS} kills: ${saves} saves, ${photos} photos, ${signUps} sign-ups acknowledged, 0 lost`)
  },
  ROUNDS * A_ROUND_MS,
)
