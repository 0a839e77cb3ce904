// Further profiles of one account, over HTTP: what they share with the first one, and what is their own.
import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { unzipSync } from "fflate"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { emailsTo, newestLink, tokenHashOf } from "../../../../tests/support/mailbox.ts"
import { fromIp, PASSWORD, type Person, postJson, signIn, signUpAndVerify } from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"
import type { Me } from "../../../api/account.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { user_roles } from "../../platform/db/auth-schema.ts"
import { card_taps, profiles } from "../../platform/db/schema.ts"

let site: TestApp
let anna: Person
let number = 0

beforeAll(async () => {
  site = await testApp({ SITE_NAME: "Kontor" })
})
afterAll(() => site.close())
beforeEach(async () => {
  number += 1
  anna = await signUpAndVerify(site, { username: `anna-${number}`, full_name: "Anna Meier" })
})

const ask = (path: string, method = "GET", body?: unknown, headers = anna.headers) =>
  Promise.resolve(
    site.app.request(
      path,
      { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
      fromIp("192.0.2.1"),
    ),
  )
const create = (username: string, person = anna) =>
  postJson(site, "/api/account/profiles", { username, full_name: "Anna sings" }, person.headers)
async function made(username: string): Promise<OwnProfile> {
  const answer = await create(username)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { profile: OwnProfile }).profile
}
const me = async () => (await (await ask("/api/me")).json()) as Me
const status = async (path: string) => (await site.app.request(path)).status

describe("a further profile", () => {
  test("has its own id, address and contact card, and leaves the first one as the specification says", async () => {
    const choir = await made(`choir-${number}`)
    expect(choir).toMatchObject({ username: `choir-${number}`, full_name: "Anna sings", signin_email: anna.email })
    expect(choir.id).not.toBe(anna.user_id)
    expect(await status(`/choir-${number}`)).toBe(200)
    expect(await status(`/choir-${number}.vcf`)).toBe(200)
    expect(await status(`/choir-${number}.json`)).toBe(200)
    expect(await status(`/api/profiles/${choir.id}`)).toBe(200)
    expect(await status(`/.well-known/webfinger?resource=acct:choir-${number}@meishi.test`)).toBe(200)
    expect(await status(`/files/previews/choir-${number}.jpg`)).toBe(200)
    const { profile, further_profiles, profiles_max } = await me()
    expect(profile).toMatchObject({ id: anna.user_id, username: anna.username, full_name: "Anna Meier" })
    expect(further_profiles.map(({ username }) => username)).toEqual([`choir-${number}`])
    expect(profiles_max).toBe(5)
  })

  test("is saved by the same rules: fields, versions and phone numbers", async () => {
    const choir = await made(`choir-${number}`)
    const path = `/api/account/profiles/${choir.id}`
    const save = (fields: object, version?: number) =>
      ask(
        path,
        "PUT",
        { full_name: "Anna sings", ...fields },
        {
          ...anna.headers,
          ...(version !== undefined && { "if-match": `"${version}"` }),
        },
      )
    expect((await save({ bio: "Alto", business_phone: "+4930901820" }, choir.version)).status).toBe(200)
    expect((await save({ bio: "Soprano" }, choir.version)).status).toBe(412)
    expect((await save({ full_name: "A" })).status).toBe(422)
    expect((await save({ business_phone: "+49 1" })).status).toBe(422)
    const stored = (await (await ask(path)).json()) as { profile: OwnProfile }
    expect(stored.profile).toMatchObject({ bio: "Alto", business_phone: "+49 30 901820" })
    expect((await me()).profile?.bio).toBe("")
    expect(await (await site.app.request(`/choir-${number}.json`)).json()).toMatchObject({ bio: "Alto" })
  })

  test("has its own pictures", async () => {
    const choir = await made(`choir-${number}`)
    const headers = { ...anna.headers, "content-type": "image/jpeg" }
    const body = new Uint8Array(await photograph(40, 40))
    const sent = await site.app.request(`/api/account/profiles/${choir.id}/photo`, { method: "PUT", headers, body })
    const { profile_picture } = (await sent.json()) as { profile_picture: string }
    expect(profile_picture).toMatch(`/files/profile-pictures/profiles/${choir.id}/profile.jpg?v=`)
    expect(await status(profile_picture)).toBe(200)
    expect((await me()).profile?.profile_picture).toBe("")
    expect((await ask(`/api/account/profiles/${choir.id}`, "DELETE")).status).toBe(200)
    expect(await status(profile_picture)).toBe(404)
    expect(await site.services.files.read(profile_picture.slice("/files/".length).split("?")[0] ?? "")).toBeNull()
  })

  test("follows the username rules of sign-up", async () => {
    for (const name of ["ab", "Big", "admin", "settings", "kontor", "kontor-support", crypto.randomUUID()])
      expect([name, (await create(name)).status]).toEqual([name, 422])
    const other = await signUpAndVerify(site)
    expect((await create(other.username)).status).toBe(409)
    expect((await create(anna.username)).status).toBe(409)
    expect((await made(`free-${number}`)).username).toBe(`free-${number}`)
  })

  test("deleted leaves its address free and everything else as it was", async () => {
    const choir = await made(`choir-${number}`)
    await status(`/choir-${number}`)
    expect((await ask(`/api/account/profiles/${choir.id}`, "DELETE")).status).toBe(200)
    expect(await status(`/choir-${number}`)).toBe(404)
    expect(await status(`/${anna.username}`)).toBe(200)
    expect((await ask(`/api/account/profiles/${choir.id}`, "DELETE")).status).toBe(404)
    const other = await signUpAndVerify(site)
    expect((await create(`choir-${number}`, other)).status).toBe(201)
  })

  test("the first one stays as long as the account", async () => {
    await made(`choir-${number}`)
    expect((await ask(`/api/account/profiles/${anna.user_id}`, "DELETE")).status).toBe(403)
    expect((await me()).further_profiles).toHaveLength(1)
  })

  test("needs a first one", async () => {
    await site.services.database.pool.query("delete from profiles where id = $1", [anna.user_id])
    expect((await create(`choir-${number}`)).status).toBe(409)
  })
})

test("an account that was deactivated takes all its profiles along, and brings all of them back", async () => {
  await made(`choir-${number}`)
  const user_id = { user_id: anna.user_id }
  await postJson(site, "/api/functions/delete-user-account", user_id, anna.headers)
  for (const name of [anna.username, `choir-${number}`]) expect([name, await status(`/${name}`)]).toEqual([name, 404])
  const { headers } = await signIn(site, anna.email)
  await postJson(site, "/api/functions/reactivate-user-account", user_id, headers)
  for (const name of [anna.username, `choir-${number}`]) expect([name, await status(`/${name}`)]).toEqual([name, 200])
})

test("a site can turn further profiles off", async () => {
  const small = await testApp({ PROFILES_MAX: "1" })
  const person = await signUpAndVerify(small)
  const answer = await postJson(
    small,
    "/api/account/profiles",
    { username: "another", full_name: "Anna" },
    person.headers,
  )
  expect(answer.status).toBe(409)
  await small.close()
})

async function photoOf({ id }: OwnProfile): Promise<string> {
  const headers = { ...anna.headers, "content-type": "image/jpeg" }
  const body = new Uint8Array(await photograph(40, 40))
  const sent = await site.app.request(`/api/account/profiles/${id}/photo`, { method: "PUT", headers, body })
  return ((await sent.json()) as { profile_picture: string }).profile_picture
}

const stored = (address: string) => site.services.files.read(address.slice("/files/".length).split("?")[0] ?? "")

describe("the pictures of a profile that its owner deletes", () => {
  const pictureFolder = (id: string) => join(site.services.config.DATA_DIR, "files", "profile-pictures", "profiles", id)
  const notes = () => site.services.files.list("profile-pictures/deleted")
  const remove = ({ id }: OwnProfile) => ask(`/api/account/profiles/${id}`, "DELETE")
  /** The database refuses to delete profiles until it is mended. */
  async function failDeletion(): Promise<() => Promise<unknown>> {
    const { pool } = site.services.database
    await pool.query(
      "create or replace function fail_deletion() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$",
    )
    await pool.query("create trigger failing before delete on profiles for each row execute function fail_deletion()")
    return () => pool.query("drop trigger failing on profiles")
  }

  test("stay when the database fails in that moment, and go once it has deleted the profile", async () => {
    const choir = await made(`choir-${number}`)
    const picture = await photoOf(choir)
    const mend = await failDeletion()
    expect((await remove(choir)).status).toBe(500)
    await mend()
    await site.services.profiles.deleteLeftPictures()
    expect(await stored(picture)).not.toBeNull()
    expect(await status(picture)).toBe(200)
    expect((await remove(choir)).status).toBe(200)
    expect(readdirSync(pictureFolder(choir.id))).toEqual([])
    expect(await notes()).toEqual([])
  })

  test("are deleted by the next sweep if the process ended right after the profile was deleted", async () => {
    const [choir, other] = [await made(`choir-${number}`), await made(`other-${number}`)]
    const [picture, kept] = [await photoOf(choir), await photoOf(other)]
    const mend = await failDeletion()
    expect((await remove(choir)).status).toBe(500)
    await mend()
    await site.services.database.pool.query("delete from profiles where id = $1", [choir.id])
    expect(await stored(picture)).not.toBeNull()
    await site.services.profiles.deleteLeftPictures()
    expect(readdirSync(pictureFolder(choir.id))).toEqual([])
    expect(await stored(kept)).not.toBeNull()
    expect(await notes()).toEqual([])
  })

  test("are deleted by a later sweep if they cannot be deleted now, and the profile is gone all the same", async () => {
    const [choir, other] = [await made(`choir-${number}`), await made(`other-${number}`)]
    for (const each of [choir, other]) await photoOf(each)
    // A folder where a picture should be: it cannot be deleted.
    const obstacle = join(pictureFolder(choir.id), "profile.webp")
    mkdirSync(obstacle)
    for (const each of [choir, other]) expect((await remove(each)).status).toBe(200)
    expect(await status(`/choir-${number}`)).toBe(404)
    await site.services.profiles.deleteLeftPictures()
    expect(await notes()).toEqual([`${choir.id}.txt`])
    expect(site.logged).toContainEqual(
      expect.objectContaining({ level: "warn", event: "files.left_behind", profile: choir.id }),
    )
    rmSync(obstacle, { recursive: true })
    await site.services.profiles.deleteLeftPictures()
    expect(readdirSync(pictureFolder(choir.id))).toEqual([])
    expect(await notes()).toEqual([])
  })

  test("stay when a moderator hides the profile in that moment", async () => {
    const choir = await made(`choir-${number}`)
    const picture = await photoOf(choir)
    const isGone = await site.services.profiles.deleteWithPictures(choir.id, async () => false)
    expect([isGone, await status(picture), await notes()]).toEqual([false, 200, []])
  })
})

describe("a card", () => {
  const tap = (card: string, headers = {}) =>
    site.app.request(`/card/${card}`, { headers: { "user-agent": "Mozilla/5.0 (iPhone)", ...headers } })
  const whereTo = async (card: string) => (await tap(card)).headers.get("location")
  const point = (card: string, profile_id: string) => ask(`/api/account/cards/${card}/profile`, "PUT", { profile_id })
  async function newCard(): Promise<string> {
    const card = await site.services.cards.generate(site.services.clock())
    await site.services.cards.linkPending(card, anna.user_id, site.services.clock())
    return card
  }

  test("opens the profile that its owner chose, and its taps count there", async () => {
    const choir = await made(`choir-${number}`)
    const card = await newCard()
    expect(await whereTo(card)).toBe(`/${anna.username}`)
    expect((await point(card, choir.id)).status).toBe(200)
    expect(await whereTo(card)).toBe(`/choir-${number}`)
    await site.services.cards.taps.settled()
    const { cards } = (await (await ask("/api/account/cards")).json()) as { cards: object[] }
    expect(cards).toMatchObject([{ card_id: card, profile_id: choir.id }])
    const totals = async (query: string) => {
      const answer = await (await ask(`/api/insights${query}`)).json()
      return (answer as { totals: { taps: number }; cards: { is_linked: boolean }[] }) ?? {}
    }
    expect(await totals(`?profile=${choir.id}`)).toMatchObject({ totals: { taps: 1 }, cards: [{ is_linked: true }] })
    expect(await totals("")).toMatchObject({ totals: { taps: 1 }, cards: [{ is_linked: false }] })
    expect((await point(card, anna.user_id)).status).toBe(200)
    expect(await whereTo(card)).toBe(`/${anna.username}`)
  })

  test("opens the first profile again when the chosen one is deleted", async () => {
    const choir = await made(`choir-${number}`)
    const card = await newCard()
    await point(card, choir.id)
    await ask(`/api/account/profiles/${choir.id}`, "DELETE")
    expect(await whereTo(card)).toBe(`/${anna.username}`)
  })

  test("forgets the choice when it is unlinked, and opens what an administrator names when it is reassigned", async () => {
    const choir = await made(`choir-${number}`)
    const card = await newCard()
    await point(card, choir.id)
    await ask(`/api/account/cards/${card}`, "DELETE")
    const ben = await signUpAndVerify(site)
    await site.services.cards.linkPending(card, ben.user_id, site.services.clock())
    expect(await whereTo(card)).toBe(`/${ben.username}`)
    await site.services.cards.reassign(
      { user_id: ben.user_id, isAdmin: true },
      card,
      { username: `choir-${number}`, from: ben.user_id },
      site.services.clock(),
    )
    expect(await whereTo(card)).toBe(`/choir-${number}`)
  })

  test("another person's card cannot be pointed", async () => {
    const card = await newCard()
    const ben = await signUpAndVerify(site)
    const answer = await ask(`/api/account/cards/${card}/profile`, "PUT", { profile_id: ben.user_id }, ben.headers)
    expect(answer.status).toBe(404)
    expect(await whereTo(card)).toBe(`/${anna.username}`)
  })
})

test("the export has a folder for each further profile", async () => {
  const choir = await made(`choir-${number}`)
  await photoOf(choir)
  const { db } = site.services.database
  await db.insert(card_taps).values({ profile_id: choir.id, card_id: "acard", tapped_at: site.services.clock() })
  const answer = await ask("/api/account/export")
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const folder = `profiles/choir-${number}/`
  const inFolder = Object.keys(files).filter((name) => name.startsWith(folder))
  expect(inFolder.map((name) => name.slice(folder.length))).toEqual([
    "profile.json",
    "Anna sings.vcf",
    "profile.jpg",
    "days.json",
    "taps.json",
  ])
  const text = (name: string) => new TextDecoder().decode(files[name])
  expect(JSON.parse(text("profile.json"))).toMatchObject({ username: anna.username })
  expect(JSON.parse(text("taps.json"))).toEqual([])
  expect(JSON.parse(text(`${folder}profile.json`))).toMatchObject({ id: choir.id })
  expect(JSON.parse(text(`${folder}taps.json`))).toMatchObject([{ card_id: "acard" }])
})

test("purging the account removes all its profiles, their pictures and their pages", async () => {
  const choir = await made(`choir-${number}`)
  const picture = await photoOf(choir)
  expect(await stored(picture)).not.toBeNull()
  await postJson(site, "/api/functions/delete-user-account", { user_id: anna.user_id }, anna.headers)
  site.advance(31 * 24 * 3_600_000)
  expect(await site.services.purge.sweep()).toBe(1)
  expect(await stored(picture)).toBeNull()
  const rows = await site.services.database.db.select().from(profiles)
  expect(rows.map(({ owner_id }) => owner_id)).not.toContain(anna.user_id)
  const other = await signUpAndVerify(site)
  expect((await create(`choir-${number}`, other)).status).toBe(201)
})

test("the username of a further profile is free for sign-up once its account's date has passed, purged or not", async () => {
  await made(`choir-${number}`)
  await postJson(site, "/api/functions/delete-user-account", { user_id: anna.user_id }, anna.headers)
  const isFree = async () => {
    const answer = await postJson(site, "/api/availability", { username: `choir-${number}` })
    return ((await answer.json()) as { username: boolean }).username
  }
  expect(await isFree()).toBe(false)
  site.advance(31 * 24 * 3_600_000)
  expect(await isFree()).toBe(true)
})

test("a new sign-in address is that of all profiles", async () => {
  await made(`choir-${number}`)
  const email = `moved-${number}@example.com`
  expect((await ask("/auth/v1/user", "PUT", { email })).status).toBe(200)
  const token_hash = tokenHashOf(await newestLink(site.services, email))
  await postJson(site, "/auth/v1/verify", { token_hash, type: "email_change", password: PASSWORD })
  const { profiles } = (await (await ask("/api/account/profiles")).json()) as { profiles: OwnProfile[] }
  expect(profiles.map(({ signin_email }) => signin_email)).toEqual([email, email])
})

describe("moderation", () => {
  let ren: Person
  beforeEach(async () => {
    ren = await signUpAndVerify(site, { full_name: "Ren Sato" })
    await site.services.database.db.insert(user_roles).values({ user_id: ren.user_id, role: "moderator" })
  })
  const report = (username: string) => postJson(site, "/api/reports", { username, reason: "spam" }, {}, "203.0.113.9")
  const hide = (id: string, method = "PUT", headers = ren.headers) =>
    ask(`/api/moderation/hidden/${id}`, method, {}, headers)

  test("hides the reported profile alone, says which, and allows no new ones until that is decided", async () => {
    const choir = await made(`choir-${number}`)
    expect((await report(`choir-${number}`)).status).toBe(202)
    expect((await hide(choir.id)).status).toBe(200)
    expect(await status(`/choir-${number}`)).toBe(404)
    expect(await status(`/choir-${number}.vcf`)).toBe(404)
    expect(await status(`/${anna.username}`)).toBe(200)
    const emails = await emailsTo(site.services, anna.email)
    expect(emails.map(({ text_body }) => text_body).join()).toContain(`/choir-${number}`)
    expect(await newestLink(site.services, anna.email)).toMatch(new RegExp(`/edit-profile\\?profile=choir-${number}$`))
    const me = await (await ask("/api/me")).json()
    expect([me.hidden_for, me.further_hidden_for]).toEqual([[], { [choir.id]: ["spam"] }])
    expect((await create(`again-${number}`)).status).toBe(409)
    expect((await ask(`/api/account/profiles/${choir.id}`, "DELETE")).status).toBe(409)
    expect((await hide(choir.id, "DELETE")).status).toBe(200)
    expect(await status(`/choir-${number}`)).toBe(200)
    expect((await create(`again-${number}`)).status).toBe(201)
  })

  test("lets no moderator decide about their own further profile, nor about an administrator's", async () => {
    const answer = await create(`rens-${number}`, ren)
    const { profile } = (await answer.json()) as { profile: OwnProfile }
    await report(`rens-${number}`)
    expect((await hide(profile.id)).status).toBe(403)
    const choir = await made(`choir-${number}`)
    await site.services.database.db.insert(user_roles).values({ user_id: anna.user_id, role: "admin" })
    await report(`choir-${number}`)
    expect((await hide(choir.id)).status).toBe(403)
  })
})

test("the sitemap lists them", async () => {
  await made(`choir-${number}`)
  const other = await testApp()
  const person = await signUpAndVerify(other, { username: "mapped" })
  await postJson(other, "/api/account/profiles", { username: "mapped-too", full_name: "Anna" }, person.headers)
  const text = await (await other.app.request("/sitemap-1-of-1.xml")).text()
  expect(text).toContain("/mapped<")
  expect(text).toContain("/mapped-too<")
  await other.close()
})

test("administrators find the account by any of its profiles, once, and its cards by the one they open", async () => {
  const choir = await made(`choir-${number}`)
  const admin = await signUpAndVerify(site)
  await site.services.database.db.insert(user_roles).values({ user_id: admin.user_id, role: "admin" })
  const list = async (query: string) =>
    ((await (await ask(`/api/admin/users?q=${query}`, "GET", undefined, admin.headers)).json()) as { users: object[] })
      .users
  expect(await list(`choir-${number}`)).toMatchObject([{ id: anna.user_id, username: anna.username }])
  expect(await list(anna.email)).toHaveLength(1)
  const { cards, clock } = site.services
  const card = await cards.generate(clock())
  await cards.linkPending(card, anna.user_id, clock())
  await ask(`/api/account/cards/${card}/profile`, "PUT", { profile_id: choir.id })
  const found = await ask(`/api/admin/cards?q=choir-${number}`, "GET", undefined, admin.headers)
  expect(((await found.json()) as { cards: object[] }).cards).toMatchObject([
    { card_id: card, user_id: anna.user_id, username: `choir-${number}` },
  ])
})
