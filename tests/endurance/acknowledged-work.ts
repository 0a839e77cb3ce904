// People who save, upload, sign up and activate cards until the program is gone, and remember what was acknowledged.
import { randomUUID } from "node:crypto"
import sharp from "sharp"
import { wholeWidth } from "./picture-check.ts"
import { fromAnywhere, newAccount, type Program, send, signUp } from "./program.ts"

const SAVERS = 4
const PAINTERS = 4
const NEWCOMERS = 3
const ACTIVATORS = 2
const CARDS_PER_ROUND = 400
/** A photo says which one it is by its width. */
const WIDTH_FROM = 100
const WIDTHS = 900

/** becomes administrator: set it as ADMIN_EMAIL */
export const KEEPER = "cardholder@example.com"

interface Person {
  username: string
  token: string
  /** the number of the last save or photo that was sent, and of the last one that was acknowledged */
  sent: number
  acknowledged: number
}

export interface AcknowledgedWork {
  counts: { saves: number; photos: number; signUps: number; activations: number }
  /** answers that were no acknowledgement */
  refused: string[]
  /** Orders what is activated in the next round. */
  newCards(): Promise<void>
  /** Everyone works until the program no longer answers. */
  untilGone(): Promise<void>
  /** What was acknowledged and is not there, of what is written over and of what is new since the last look. */
  lost(): Promise<string[]>
  /** The same for everything since the beginning. */
  lostOfAll(): Promise<string[]>
}

export async function acknowledgedWork({ origin }: Program, dataDir: string): Promise<AcknowledgedWork> {
  const account = async (username: string): Promise<Person> => {
    const token = await newAccount({ origin }, dataDir, username)
    return { username, token, sent: 0, acknowledged: 0 }
  }
  const keeper = await account("cardholder")
  const team = async (name: string, size: number) => {
    const people: Person[] = []
    for (let at = 0; at < size; at++) people.push(await account(`${name}-${at}`))
    return people
  }
  const savers = await team("saver", SAVERS)
  const painters = await team("painter", PAINTERS)
  const activators = await team("activator", ACTIVATORS)
  const newcomers: string[] = []
  const activated: { card: string; username: string }[] = []
  const cards: string[] = []
  const looked = { newcomers: 0, activated: 0 }
  const counts = { saves: 0, photos: 0, signUps: 0, activations: 0 }
  const refused: string[] = []
  let attempts = 0
  const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}`, ...fromAnywhere() })

  async function isDone(answer: Response): Promise<boolean> {
    const text = await answer.text()
    if (answer.status !== 200) refused.push(`${new URL(answer.url).pathname}: ${answer.status} ${text}`)
    return answer.status === 200
  }

  async function save(person: Person): Promise<void> {
    const n = ++person.sent
    const body = JSON.stringify({ full_name: "Ada Lovelace", bio: `bio ${n}`, job_title: `title ${n}` })
    const headers = { ...bearer(person), "content-type": "application/json" }
    if (!(await isDone(await fetch(`${origin}/api/profile`, { method: "PUT", headers, body })))) return
    person.acknowledged = n
    counts.saves += 1
  }

  async function paint(person: Person): Promise<void> {
    const n = ++person.sent
    const width = WIDTH_FROM + (n % WIDTHS)
    const type = n % 2 === 0 ? ("jpeg" as const) : ("png" as const)
    const noise = { type: "gaussian" as const, mean: 128, sigma: 40 }
    const picture = await sharp({ create: { width, height: 200, channels: 3, background: "#888", noise } })
      .toFormat(type)
      .toBuffer()
    const headers = { ...bearer(person), "content-type": `image/${type}` }
    const body = new Uint8Array(picture)
    if (!(await isDone(await fetch(`${origin}/api/profile/photo`, { method: "PUT", headers, body })))) return
    person.acknowledged = n
    counts.photos += 1
  }

  async function arrive(): Promise<void> {
    const username = `newcomer-${++attempts}`
    if (!(await isDone(await signUp(origin, username)))) return
    newcomers.push(username)
    counts.signUps += 1
  }

  async function activate(person: Person): Promise<void> {
    const card = cards.pop()
    if (card === undefined) throw new Error("no card left in this round")
    if (!(await isDone(await send(origin, `/api/cards/${card}/activation`, {}, bearer(person), "PUT")))) return
    activated.push({ card, username: person.username })
    counts.activations += 1
  }

  async function keepOn(act: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await act()
      } catch {
        return
      }
    }
  }

  const profileOf = async (person: Person) =>
    (await (await fetch(`${origin}/api/me`, { headers: bearer(person) })).json()).profile as Record<string, string>

  async function savesLost(person: Person): Promise<boolean> {
    const { bio = "", job_title = "" } = await profileOf(person)
    const n = Number(/\d+/.exec(bio)?.[0] ?? 0)
    return job_title.replace("title", "bio") !== bio || n < person.acknowledged || n > person.sent
  }

  async function photosLost({ sent, acknowledged, ...person }: Person): Promise<boolean> {
    const { id, profile_picture = "" } = await profileOf({ sent, acknowledged, ...person })
    if (profile_picture === "") return acknowledged > 0
    const width = await wholeWidth(origin, profile_picture)
    const possible = Array.from(
      { length: sent - acknowledged + 1 },
      (_, at) => WIDTH_FROM + ((acknowledged + at) % WIDTHS),
    )
    const contact = await wholeWidth(origin, `/files/profile-pictures/profiles/${id}/contact.jpg`)
    return width === null || !possible.includes(width) || contact === null || contact > 400
  }

  async function isNewcomerLost(username: string): Promise<boolean> {
    // Asked alone: an unconfirmed address may sign up again, with its username.
    const free = await send(origin, "/api/availability", { username })
    return (await free.text()) !== JSON.stringify({ username: false })
  }

  async function isActivationLost({ card, username }: (typeof activated)[number]): Promise<boolean> {
    const shown = await (await fetch(`${origin}/api/cards/${card}`, { headers: fromAnywhere() })).json()
    return shown.activation_status !== "activated" || shown.username !== username
  }

  async function look(from: typeof looked): Promise<string[]> {
    const lost: string[] = []
    for (const person of savers) if (await savesLost(person)) lost.push(`a save of ${person.username}`)
    for (const person of painters) if (await photosLost(person)) lost.push(`a photo of ${person.username}`)
    for (const name of newcomers.slice(from.newcomers)) if (await isNewcomerLost(name)) lost.push(`sign-up of ${name}`)
    for (const act of activated.slice(from.activated)) if (await isActivationLost(act)) lost.push(`card ${act.card}`)
    return lost
  }

  return {
    counts,
    refused,
    async newCards() {
      const order = { batch: randomUUID(), count: CARDS_PER_ROUND }
      const made = await send(origin, "/api/admin/cards", order, bearer(keeper))
      cards.splice(0, cards.length, ...(await made.json()).card_ids)
    },
    async untilGone() {
      await Promise.all([
        ...savers.map((person) => keepOn(() => save(person))),
        ...painters.map((person) => keepOn(() => paint(person))),
        ...activators.map((person) => keepOn(() => activate(person))),
        ...Array.from({ length: NEWCOMERS }, () => keepOn(arrive)),
      ])
    },
    async lost() {
      const from = { ...looked }
      Object.assign(looked, { newcomers: newcomers.length, activated: activated.length })
      return look(from)
    },
    lostOfAll: () => look({ newcomers: 0, activated: 0 }),
  }
}
