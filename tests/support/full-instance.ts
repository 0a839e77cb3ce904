// An instance with something in every table that is kept, as people leave it: over HTTP where they would come by HTTP.
import { createHash, randomUUID } from "node:crypto"
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { createLog } from "../../src/server/platform/log.ts"
import type { TestApp } from "./app.ts"
import { codeAt } from "./authenticator.ts"
import { type Person, postJson, signIn, signUpAndVerify } from "./people.ts"
import { photograph } from "./pictures.ts"

const SECRET = "the one that seals second factors"

/** @param dataDir for its files */
export function instanceOn(database: OpenDatabase, dataDir: string, env: Record<string, string> = {}): TestApp {
  const config = readConfig({ PUBLIC_ORIGIN: "http://meishi.test", DATA_DIR: dataDir, SECRET, ...env })
  const services = compose({ config, database, clock: () => new Date(), log: createLog(() => undefined) })
  const pages = { answer: () => Promise.resolve(new Response()) }
  const app = createApp(services, pages as never)
  return { app, services, logged: [], advance: () => undefined, close: () => database.close() } as TestApp
}

/** Separators that only some take for the end of a line, quotes, backslashes, what looks like an escape. */
const HARD_TEXT = 'a\nb\r\nc\u2028d\u2029e "q" \\ \\n \\u0041 \t 名刺 👩‍👩‍👧 $1 %s {x} \u{1F600}'

const digest = (text: string): string => createHash("sha256").update(text).digest("hex")

async function addPicture(
  site: TestApp,
  person: Person,
  kind: "photo" | "banner",
  format: "jpeg" | "png",
  profile_id = person.user_id,
) {
  const picture = await photograph(1600, 400, format)
  const body = (async function* () {
    yield picture
  })()
  const owner = { user_id: person.user_id, profile_id, email: person.email, full_name: "Ada" }
  await site.services.profiles.changePicture(
    owner,
    kind,
    { type: `image/${format}`, size: picture.length, body },
    new Date(),
  )
}

async function addSecondFactor(site: TestApp, { headers }: Person): Promise<string> {
  const ask = async (path: string, body: unknown) => (await postJson(site, path, body, headers)).json()
  const factor = await ask("/auth/v1/factors", { factor_type: "totp", friendly_name: "Phone" })
  const challenge = await ask(`/auth/v1/factors/${factor.id}/challenge`, {})
  await ask(`/auth/v1/factors/${factor.id}/verify`, {
    challenge_id: challenge.id,
    code: codeAt(factor.totp.secret, new Date(Date.now() - 30_000)),
  })
  return factor.totp.secret
}

export interface FullInstance {
  owner: Person
  protectedOne: Person
  /** of the second one's authenticator app */
  totpSecret: string
}

const ITEMS = {
  profile_items: [
    { kind: "phone", label: "Büro", value: "+49 30 901820", service: "", on_page: true, in_contact: false },
    { kind: "text", label: "", value: 'Monday\n"Tuesday" \\ 日本', service: "", on_page: false, in_contact: true },
  ],
  field_visibility: { email: "contact" },
  is_indexed: false,
  takes_details: true,
  look: { layout: "minimal", ground: "ink", pattern: "" },
}

const SENDER = { ip: "192.0.2.9", headers: new Headers(), isProxied: false, proof: null }
const MET = {
  full_name: "李 小龍",
  job_title: "",
  business_name: 'Kung "Fu" GmbH',
  entries: [{ kind: "phone" as const, label: "Büro", value: "+852 2345 6789" }],
  note: HARD_TEXT,
  tags: ["Messe", "a, b"],
}

export async function fillInstance(site: TestApp, name: string): Promise<FullInstance> {
  const { cards, database, furtherProfiles, given, people, peopleNotices, profiles, recentTaps } = site.services
  const owner = await signUpAndVerify(site, { username: `${name}-owner` })
  await profiles.save(
    { user_id: owner.user_id, email: owner.email, full_name: "Ada" },
    { full_name: 'Zoë "Ö"', bio: HARD_TEXT, ...ITEMS } as never,
    new Date(),
  )
  await addPicture(site, owner, "photo", "jpeg")
  await addPicture(site, owner, "banner", "png")
  const choir = await furtherProfiles.create(
    { user_id: owner.user_id, email: owner.email, full_name: "Ada" },
    { username: `${name}-choir`, full_name: "Ada sings" },
    new Date(),
  )
  await addPicture(site, owner, "photo", "png", choir.id)
  const protectedOne = await signUpAndVerify(site, { username: `${name}-protected` })
  await addPicture(site, protectedOne, "photo", "png")
  const totpSecret = await addSecondFactor(site, protectedOne)
  const leaving = await signUpAndVerify(site, { username: `${name}-leaving` })
  await postJson(site, "/api/functions/delete-user-account", { user_id: leaving.user_id }, leaving.headers)
  const card = await cards.generate(new Date())
  await cards.generate(new Date())
  await cards.linkPending(card, owner.user_id, new Date())
  await cards.chooseProfile({ user_id: owner.user_id, isAdmin: false }, card, choir.id, new Date())
  await cards.setNickname(owner.user_id, card, "Wallet 名刺")
  const id = owner.user_id
  const meeting = { source: "added", met_at: new Date(), event: HARD_TEXT.slice(0, 100), profile_id: choir.id } as const
  await people.add(id, [{ details: MET, meeting }], new Date())
  const fields = {
    name: "Grace Hopper",
    phone: "",
    email: `${name}-grace@example.com`,
    company: "",
    message: HARD_TEXT,
  }
  recentTaps.remember({ card_id: card, profile_id: choir.id }, SENDER, new Date())
  await given.give(`${name}-choir`, { fields, keptDays: 0, isBot: false }, SENDER, new Date())
  const chosen = { retention_days: 30, event: "展示会", event_until: null, notices: "off" } as const
  await peopleNotices.save(id, chosen)
  const { pool } = database
  await pool.query("insert into user_roles values ($1, 'admin')", [id])
  await pool.query(
    "insert into card_taps (card_id, profile_id, tapped_at, city) select $1, $2, now() + n * interval '1 microsecond', 'Zürich' from generate_series(1, 2500) n",
    [card, id],
  )
  await pool.query("insert into recovery_codes values ($1, $2, now())", [protectedOne.user_id, digest("code")])
  await pool.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, rp_id, friendly_name, created_at)
      values ($1, $2, $3, $4, 4294967295, 'internal,hybrid', true, 'cards.example.org', $5, now())`,
    [randomUUID(), id, "c".repeat(43), "k".repeat(103), HARD_TEXT.slice(0, 50)],
  )
  await pool.query(
    `insert into factors (id, user_id, type, friendly_name, status, secret, credential_id, public_key, counter, transports, rp_id, created_at, updated_at)
      values ($1, $2, 'webauthn', 'Security key', 'verified', '', $3, $4, 7, 'usb,nfc', 'cards.example.org', now(), now())`,
    [randomUUID(), protectedOne.user_id, "s".repeat(43), "k".repeat(103)],
  )
  await pool.query(
    "insert into identities values ($1, $2, 'company', 'https://id.example.com/realms/staff', $3, 'ada@example.com', now(), now())",
    [randomUUID(), id, HARD_TEXT],
  )
  await pool.query("update users set has_password = false where id = $1", [id])
  await pool.query("insert into profile_days values ($1, '2026-02-03', 7, 2)", [id])
  await pool.query(
    "insert into reports (id, profile_id, reason, detail, created_at) values ($1, $2, 'spam', $3, now())",
    [randomUUID(), id, HARD_TEXT],
  )
  await pool.query("insert into audit (at, action, detail) values (now(), 'role.added', $1)", [{ text: HARD_TEXT }])
  await pool.query(
    "insert into security_events (user_id, event, device, at) values ($1, 'signed_in', 'Chrome on Android', now())",
    [id],
  )
  await pool.query(
    "insert into invitations (id, code_hash, email, created_by, created_at, expires_at) values ($1, $2, 'guest@example.com', $3, now(), now())",
    [randomUUID(), digest("invitation"), id],
  )
  await pool.query("insert into known_devices values ($1, $2, now())", [id, digest("device")])
  await pool.query(
    "insert into undo_links (token_hash, user_id, change, email, created_at, expires_at) values ($1, $2, 'password', $3, now(), now())",
    [digest("undo"), id, owner.email],
  )
  await signIn(site, owner.email)
  return { owner, protectedOne, totpSecret }
}
