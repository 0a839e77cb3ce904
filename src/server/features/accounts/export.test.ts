// Your data as a zip: complete, readable, without secrets, and without the data of others.
import { unzipSync } from "fflate"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, postJson, signIn, signUpAndVerify } from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"
import { readVcard } from "../../../../tests/support/vcard-reader.ts"
import { audit, card_taps, profile_days, reports } from "../../platform/db/schema.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const ask = async (headers: Record<string, string>) => site.app.request("/api/account/export", { headers })

async function entries(headers: Record<string, string>): Promise<Map<string, Uint8Array>> {
  const answer = await ask(headers)
  expect(answer.status).toBe(200)
  return new Map(Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer()))))
}

const parsed = (files: Map<string, Uint8Array>, name: string) =>
  JSON.parse(new TextDecoder().decode(files.get(name) ?? new Uint8Array(0)))

async function tapped(person: Person, cardId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    card_id: cardId,
    profile_id: person.user_id,
    tapped_at: new Date(site.services.clock().getTime() + at),
    city: `City ${at}`,
  }))
  await site.services.database.db.insert(card_taps).values(rows)
}

test("everything about me is in it", async () => {
  const person = await signUpAndVerify(site, { username: "exporter", full_name: "Ex Porter" })
  const other = await signUpAndVerify(site, { username: "somebody-else" })
  const photo = new Uint8Array(await photograph(60, 40))
  const upload = { method: "PUT", headers: { ...person.headers, "content-type": "image/jpeg" }, body: photo }
  const { profile_picture } = await (await site.app.request("/api/profile/photo", upload)).json()
  const { banner_picture } = await (await site.app.request("/api/profile/banner", upload)).json()
  const { cards, clock } = site.services
  const [mine, foreign] = [await cards.generate(clock()), await cards.generate(clock())]
  await cards.linkPending(mine, person.user_id, clock())
  await cards.setNickname(person.user_id, mine, "Wallet")
  await cards.linkPending(foreign, other.user_id, clock())
  await tapped(person, mine, 2)
  await tapped(other, foreign, 3)

  const factor = { factor_type: "totp", friendly_name: "Telephone" }
  expect((await postJson(site, "/auth/v1/factors", factor, person.headers)).status).toBe(200)

  const answer = await ask(person.headers)
  expect(answer.headers.get("content-type")).toBe("application/zip")
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="my-data-2026-05-01.zip"')
  expect(answer.headers.get("cache-control")).toBe("no-store")

  const files = await entries(person.headers)
  expect([...files.keys()]).toEqual([
    "account.json",
    "profile.json",
    "Ex Porter.vcf",
    "profile.jpg",
    "banner.webp",
    "cards.json",
    "days.json",
    "acts.json",
    "security-log.json",
    "taps.json",
    "people-settings.json",
    "people.vcf",
    "people.json",
  ])
  expect(parsed(files, "security-log.json").at(-1)).toEqual({
    at: "2026-05-01T12:00:00.000Z",
    event: "data_exported",
    device: "Unknown device",
  })
  expect(parsed(files, "account.json")).toMatchObject({
    id: person.user_id,
    email: person.email,
    created_at: "2026-05-01T12:00:00.000Z",
    roles: ["user"],
    has_password: true,
    passkeys: [],
    company_logins: [],
    second_factors: [{ name: "Telephone", status: "unverified", created_at: "2026-05-01T12:00:00.000Z" }],
    recovery_codes_left: 0,
    links: [{ purpose: "signup", email: person.email, used_at: "2026-05-01T12:00:00.000Z" }],
    emails: [{ recipient: person.email, created_at: "2026-05-01T12:00:00.000Z" }],
    sessions: [{ kind: "password", device: "", last_seen_at: "2026-05-01T12:00:00.000Z" }],
  })
  expect(parsed(files, "profile.json")).toMatchObject({ username: "exporter", profile_url: `${ORIGIN}/exporter` })
  expect(readVcard(files.get("Ex Porter.vcf") ?? new Uint8Array(0)).find(({ name }) => name === "FN")?.value).toEqual([
    "Ex Porter",
  ])
  for (const [name, address] of [
    ["profile.jpg", profile_picture],
    ["banner.webp", banner_picture],
  ]) {
    const shown = await site.app.request(address)
    expect(Buffer.from(files.get(name) ?? []).equals(Buffer.from(await shown.arrayBuffer()))).toBe(true)
  }
  expect(parsed(files, "cards.json")).toMatchObject([
    { card_id: mine, nickname: "Wallet", activation_status: "activated" },
  ])
  expect(parsed(files, "taps.json").map(({ city }: { city: string }) => city)).toEqual(["City 1", "City 0"])

  const text = Buffer.concat([...files.values()]).toString("latin1")
  const { pool } = site.services.database
  const secrets = await pool.query(
    "select password_hash as s from users union all select id::text from sessions union all select secret from factors",
  )
  for (const secret of [...secrets.rows.map(({ s }) => s), person.refresh_token, other.email])
    expect(text).not.toContain(secret)
})

test("what was counted and done is in it; other people are not, nor what they reported", async () => {
  const person = await signUpAndVerify(site)
  const admin = await signUpAndVerify(site)
  const { db } = site.services.database
  const at = site.services.clock()
  await db.insert(profile_days).values({ profile_id: person.user_id, day: "2026-04-30", views: 7, saves: 2 })
  await db.insert(audit).values([
    { at, actor_id: admin.user_id, action: "role.added", subject_id: person.user_id, detail: { role: "moderator" } },
    { at, actor_id: person.user_id, action: "card.reassigned", subject_id: "acard", detail: { to: admin.user_id } },
    { at, actor_id: admin.user_id, action: "role.added", subject_id: admin.user_id, detail: { role: "admin" } },
  ])
  const reason = "spam" as const
  await db
    .insert(reports)
    .values({ id: crypto.randomUUID(), profile_id: person.user_id, reason, detail: "He sells lamps.", created_at: at })

  const files = await entries(person.headers)
  expect(parsed(files, "days.json")).toEqual([{ day: "2026-04-30", views: 7, saves: 2 }])
  const when = at.toISOString()
  expect(parsed(files, "acts.json")).toEqual([
    { at: when, action: "role.added", by: "someone else", subject: "you", detail: { role: "moderator" } },
    { at: when, action: "card.reassigned", by: "you", subject: "acard", detail: { to: "someone else" } },
  ])
  const text = Buffer.concat([...files.values()]).toString("latin1")
  expect(text).not.toContain(admin.user_id)
  expect(text).not.toContain("lamps")
})

test("more taps than fit a page are all there, each once, newest first", async () => {
  const person = await signUpAndVerify(site)
  await tapped(person, "busy", 2500)
  const taps = parsed(await entries(person.headers), "taps.json")
  expect(taps.map(({ city }: { city: string }) => city)).toEqual(
    Array.from({ length: 2500 }, (_, at) => `City ${2499 - at}`),
  )
})

test("its people can be imported again, also those that an address book wrote without a last line end", async () => {
  const [person, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  const now = site.services.clock()
  for (const name of ["Ada", "Grace"]) {
    const card = `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${name}\r\nFN:${name}\r\nEND:VCARD`
    await site.services.people.put(person.user_id, `${name}.vcf`, card, () => true, now)
  }
  const file = new TextDecoder().decode((await entries(person.headers)).get("people.vcf"))
  expect(file).not.toContain("END:VCARDBEGIN")
  const headers = { ...other.headers, "content-type": "text/vcard" }
  const answer = await site.app.request("/api/people/imports", { method: "POST", headers, body: file })
  expect(await answer.json()).toEqual({ added: 2, duplicates: 0, unreadable: 0 })
})

test("without profile, photo and taps it is as whole", async () => {
  const { headers } = await signUpAndVerify(site, { username: "", email: "bare@example.com" })
  const files = await entries(headers)
  expect([...files.keys()]).toEqual([
    "account.json",
    "profile.json",
    "cards.json",
    "days.json",
    "acts.json",
    "security-log.json",
    "taps.json",
    "people-settings.json",
    "people.vcf",
    "people.json",
  ])
  expect([parsed(files, "profile.json"), parsed(files, "taps.json")]).toEqual([null, []])
})

test("a deactivated account may take its data along, photo and all", async () => {
  const person = await signUpAndVerify(site)
  const body = new Uint8Array(await photograph(60, 40))
  const upload = { method: "PUT", headers: { ...person.headers, "content-type": "image/jpeg" }, body }
  await site.app.request("/api/profile/photo", upload)
  await postJson(site, "/api/functions/delete-user-account", { user_id: person.user_id }, person.headers)
  const files = await entries((await signIn(site, person.email)).headers)
  expect([...files.keys()]).toContain("profile.jpg")
  expect(parsed(files, "profile.json").deletion_scheduled_at).toBe("2026-05-31T12:00:00.000Z")
})

test("only its owner gets it, and only five times an hour", async () => {
  expect((await ask({})).status).toBe(401)
  const person = await signUpAndVerify(site)
  for (let count = 0; count < 5; count++) expect((await ask(person.headers)).status).toBe(200)
  const sixth = await ask(person.headers)
  expect([sixth.status, sixth.headers.has("retry-after")]).toEqual([429, true])
})
