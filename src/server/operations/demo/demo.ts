// `npm start -- --demo`: three profiles, five cards, their history and an administrator. Run again, it adds what is missing and changes
// nothing else, least of all a password.
import { randomBytes } from "node:crypto"
import { cardPath, profilePath } from "../../../domain/paths.ts"
import type { Auth } from "../../features/auth/auth.ts"
import { createConfirmedAccount } from "../../features/auth/sign-up/confirmed-account.ts"
import type { Cards } from "../../features/cards/service.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { banner, drawn, portrait } from "./drawings.ts"
import { happening } from "./history.ts"
import { insertHistory } from "./history-store.ts"
import { DEMO_ADMIN, DEMO_PEOPLE, type DemoPerson } from "./people.ts"

const CARDS = 5
const PASSWORD_BYTES = 15

interface Needs {
  auth: Auth
  cards: Cards
  clock: Clock
  config: Config
  database: OpenDatabase
  profiles: Profiles
}

async function upload(drawing: string) {
  const picture = await drawn(drawing)
  const body = (async function* () {
    yield picture
  })()
  return { type: "image/jpeg", size: picture.length, body }
}

/** The id of the new person; null when they exist already. */
async function createPerson(services: Needs, person: DemoPerson, password: string): Promise<string | null> {
  const { auth, profiles, clock } = services
  const { email, username, profile, look, scene } = person
  const { full_name } = profile
  const user_id = await createConfirmedAccount(auth, { email, username, full_name, password, roles: ["user"] })
  if (user_id === null) return null
  const owner = { user_id, email, full_name }
  await profiles.save(owner, profile, clock())
  await profiles.changePicture(owner, "photo", await upload(portrait(look)), clock())
  if (scene !== undefined) await profiles.changePicture(owner, "banner", await upload(banner(scene)), clock())
  return user_id
}

/** Makes five cards if there are none. The owners activate the first ones, which were tapped for half a year. */
async function createCards({ cards, clock, database }: Needs, owners: string[]): Promise<string[]> {
  if ((await cards.count()) > 0) return []
  const made: string[] = []
  for (let n = 0; n < CARDS; n++) made.push(await cards.generate(clock()))
  for (const [n, profile_id] of owners.entries()) {
    const card_id = made[n] ?? ""
    await cards.linkPending(card_id, profile_id, clock())
    await insertHistory(database.db, { profile_id, card_id }, happening(n + 1, clock()))
  }
  return made
}

/** @returns what was done, as lines for the terminal; the password is shown nowhere else */
export async function fillDemo(services: Needs): Promise<string[]> {
  const origin = services.config.PUBLIC_ORIGIN
  const password = randomBytes(PASSWORD_BYTES).toString("base64url")
  const admin = await createConfirmedAccount(services.auth, { ...DEMO_ADMIN, password, roles: ["user", "admin"] })
  const owners: string[] = []
  const rows: [email: string, what: string, isNew: boolean][] = [[DEMO_ADMIN.email, "administrator", admin !== null]]
  for (const person of DEMO_PEOPLE) {
    const id = await createPerson(services, person, password)
    if (id !== null) owners.push(id)
    rows.push([person.email, origin + profilePath(person.username), id !== null])
  }
  const cards = await createCards(services, owners.slice(0, 2))
  return [
    "",
    "  Demo data",
    ...rows.map(
      ([email, what, isNew]) => `    ${email.padEnd(24)}${what}${isNew ? "" : " (already existed, unchanged)"}`,
    ),
    ...(cards.length === 0
      ? ["    cards                   already existed, none added"]
      : cards.map(
          (id, n) =>
            `    card ${n < owners.length && n < 2 ? "(activated)" : "(pending)  "}        ${origin}${cardPath(id)}`,
        )),
    rows.some(([, , isNew]) => isNew)
      ? `    Password of the new accounts (shown once):  ${password}`
      : "    Passwords are unchanged. They were shown at the first start.",
    "",
  ]
}
