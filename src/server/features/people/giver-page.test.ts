// The page of those who left their details, whatever has become of the owner's contact or of the profile where they were left.
import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { DAV_ORIGIN, davClient, hrefsOf, propfind } from "../../../../tests/support/dav.ts"
import { emailsTo, newestLink } from "../../../../tests/support/mailbox.ts"
import { fromIp, type Person, postJson, signIn, signUpAndVerify } from "../../../../tests/support/people.ts"
import { PERSON_MAX_BYTES } from "../../../domain/people/people-limits.ts"
import { GIVEN } from "../../../domain/people/people-messages.ts"
import { DAY_MS } from "../../../domain/time.ts"
import { people, people_givers } from "../../platform/db/people-schema.ts"
import { profiles } from "../../platform/db/schema.ts"

const PAGE = "/exchange/my/details"

let site: TestApp
beforeAll(async () => {
  site = await testApp({ PUBLIC_ORIGIN: DAV_ORIGIN })
})
afterAll(() => site.close())

let number = 0
const ask = async (path: string, init: RequestInit = {}) => {
  const response = await site.app.request(path, init, fromIp(`203.0.113.${number++ % 250}`))
  return { status: response.status, type: response.headers.get("content-type"), html: await response.text() }
}
const send = (path: string, fields: Record<string, string>) =>
  ask(path, { method: "POST", body: new URLSearchParams(fields) })
const emailOf = ({ user_id }: Person) => `of-${user_id}@example.com`
const detailsFor = (owner: Person) => ({
  name: "Ada Lovelace",
  phone: "",
  email: emailOf(owner),
  company: "Engines",
  message: "See you",
})
const tokenOf = async (owner: Person) =>
  new URL(await newestLink(site.services, emailOf(owner))).searchParams.get("token") ?? ""

/** Leaves details at one of the owner's profiles and confirms the address. @returns what opens the page and names the details */
async function left(owner: Person, username = owner.username, more: Record<string, string> = {}) {
  expect((await send(`/exchange/${username}`, { ...detailsFor(owner), ...more })).status).toBe(200)
  const confirmed = await send(PAGE, { act: "confirm", token: await tokenOf(owner) })
  return { token: await tokenOf(owner), id: /name="id" value="([^"]+)"/.exec(confirmed.html)?.[1] ?? "" }
}
const rowsOf = ({ user_id }: Person) =>
  site.services.database.db.select().from(people).where(eq(people.owner_id, user_id))
const pageOf = (token: string) => ask(`${PAGE}?token=${token}`)

describe("details that the owner's phone has made a group of", () => {
  /** Writes each contact back with this line. */
  const withLine = async (owner: Person, line: string) => {
    const phone = await davClient(site, owner)
    const found = await phone.ask("PROPFIND", phone.people, { headers: { depth: "1" }, body: propfind("A:getetag") })
    for (const href of (hrefsOf(found.text)["200"] ?? []).filter((each) => each.endsWith(".vcf"))) {
      const { text } = await phone.ask("GET", href)
      const body = text.replace("END:VCARD", `${line}\r\nEND:VCARD`)
      expect((await phone.ask("PUT", href, { body })).status).toBe(204)
    }
  }
  const GROUP = "X-ADDRESSBOOKSERVER-KIND:group"

  test("are corrected and deleted by the one who left them", async () => {
    const owner = await signUpAndVerify(site, { full_name: "Mika Sato" })
    const { token, id } = await left(owner)
    await withLine(owner, GROUP)
    const saved = await send(PAGE, { ...detailsFor(owner), name: "Ada King", act: "save", token, id })
    expect([saved.status, saved.html]).toEqual([200, expect.stringContaining("Ada King")])
    expect(await rowsOf(owner)).toMatchObject([{ is_group: true, card: expect.stringContaining("FN:Ada King") }])
    const deleted = await send(PAGE, { act: "delete", token, id })
    expect(deleted.html).toContain("storing any details for this email address")
    expect(await rowsOf(owner)).toEqual([])
  })

  test("are deleted when their time is over, and the sweep ends", { timeout: 20_000 }, async () => {
    const owner = await signUpAndVerify(site)
    await site.services.peopleNotices.save(owner.user_id, { retention_days: 30 })
    await left(owner, owner.username, { kept_days: "30" })
    await withLine(owner, GROUP)
    site.advance(31 * DAY_MS)
    await site.services.given.sweep(site.services.clock())
    expect(await rowsOf(owner)).toEqual([])
  })

  test("are deleted when the one whose address was used denies it, also more than a page shows", {
    timeout: 20_000,
  }, async () => {
    const owner = await signUpAndVerify(site)
    await send(`/exchange/${owner.username}`, detailsFor(owner))
    const token = await tokenOf(owner)
    await withLine(owner, GROUP)
    const [row] = await rowsOf(owner)
    if (row === undefined) throw new Error("nothing was left")
    const more = Array.from({ length: 60 }, () => ({ ...row, id: randomUUID(), resource: randomUUID() }))
    await site.services.database.db.insert(people).values(more)
    const denied = await send(PAGE, { act: "deny", token })
    expect(denied.html).toContain("Everything left with your address has been deleted")
    expect(await rowsOf(owner)).toEqual([])
  })
})

test("a sweep that is told to stop deletes no more", async () => {
  const owner = await signUpAndVerify(site)
  await site.services.peopleNotices.save(owner.user_id, { retention_days: 30 })
  await left(owner, owner.username, { kept_days: "30" })
  site.advance(31 * DAY_MS)
  await site.services.given.sweep(site.services.clock(), AbortSignal.abort())
  expect(await rowsOf(owner)).toHaveLength(1)
  await site.services.given.sweep(site.services.clock())
  expect(await rowsOf(owner)).toEqual([])
})

describe("the page and the email of the giver name", () => {
  const NAMELESS = "With a profile that is no longer available"
  let at = 0
  /** An owner with a further profile, which nothing connects with the first one. */
  const withAlias = async () => {
    at += 1
    const owner = await signUpAndVerify(site, { username: `anna-${at}`, full_name: "Anna Realname" })
    const alias = { username: `alias-${at}`, full_name: "Secret Alias" }
    const made = await (await postJson(site, "/api/account/profiles", alias, owner.headers)).json()
    return { owner, alias: alias.username, profileId: made.profile.id as string }
  }
  const expectNameless = async (owner: Person, token: string, id: string) => {
    const { html } = await pageOf(token)
    expect(html).toContain(NAMELESS)
    expect(html).not.toMatch(/anna-|Anna Realname|alias-\d|Secret Alias/)
    const saved = await send(PAGE, { ...detailsFor(owner), company: "Looms", act: "save", token, id })
    expect([saved.status, saved.html]).toEqual([200, expect.stringContaining("Looms")])
    await send(PAGE, { act: "delete", token, id })
    expect(await rowsOf(owner)).toEqual([])
  }
  const isDeleted = (owner: Person, profileId: string) =>
    site.app.request(`/api/account/profiles/${profileId}`, { method: "DELETE", headers: owner.headers })

  test("no other profile of the owner once the one they were left with is deleted", async () => {
    const { owner, alias, profileId } = await withAlias()
    const { token, id } = await left(owner, alias)
    expect((await pageOf(token)).html).toContain(`<a href="/${alias}">Secret Alias</a>`)
    expect((await isDeleted(owner, profileId)).status).toBe(200)
    await expectNameless(owner, token, id)
  })

  test("no other profile in the copy that is emailed", async () => {
    const { owner, alias, profileId } = await withAlias()
    await send(`/exchange/${alias}`, detailsFor(owner))
    await isDeleted(owner, profileId)
    await send(PAGE, { act: "confirm", token: await tokenOf(owner) })
    const copy = (await emailsTo(site.services, emailOf(owner))).at(-1)
    expect(copy?.text_body).toContain(`${NAMELESS}: Ada Lovelace`)
    expect(`${copy?.text_body}${copy?.html_body}`).not.toMatch(/Anna|anna-\d/)
  })

  test.each(["added by hand", "left at the first profile"])(
    "the profile they were left with after they were merged into a contact %s",
    async (how) => {
      const { owner, alias } = await withAlias()
      const { token } = await left(owner, alias)
      const [mine] = await rowsOf(owner)
      const typed = { full_name: "Ada L", job_title: "", business_name: "", entries: [], note: "", tags: [] }
      if (how === "added by hand") await postJson(site, "/api/people", typed, owner.headers)
      else await send(`/exchange/${owner.username}`, { name: "Ada L", phone: "+1 555 0100" })
      const other = (await rowsOf(owner)).find(({ id }) => id !== mine?.id)
      const merged = await postJson(site, "/api/people/merges", { ids: [other?.id, mine?.id] }, owner.headers)
      expect(merged.status).toBe(200)
      const { html } = await pageOf(token)
      expect(html).toContain(`<a href="/${alias}">Secret Alias</a>`)
      expect(html).not.toMatch(/anna-|Anna Realname/)
    },
  )

  test("no profile that moderators hide or that is deactivated, until it is shown again", async () => {
    const { owner } = await withAlias()
    const { db } = site.services.database
    const { token, id } = await left(owner)
    const isHidden = (hidden_at: Date | null) =>
      db.update(profiles).set({ hidden_at }).where(eq(profiles.id, owner.user_id))
    await isHidden(site.services.clock())
    expect((await pageOf(token)).html).toContain(NAMELESS)
    await isHidden(null)
    expect((await pageOf(token)).html).toContain(`<a href="/${owner.username}">Anna Realname</a>`)
    const { headers } = await signIn(site, owner.email)
    await postJson(site, "/api/functions/delete-user-account", { user_id: owner.user_id }, headers)
    await expectNameless(owner, token, id)
  })
})

test("a correction that the contact has no room for is refused on the page, and says nothing of what the owner has", async () => {
  const owner = await signUpAndVerify(site)
  const { token, id } = await left(owner)
  const phone = await davClient(site, owner)
  const href = `${phone.people}${id}.vcf`
  const { text } = await phone.ask("GET", href)
  const photo = "PHOTO;ENCODING=b;TYPE=JPEG:"
  // Line ends and folds do not count.
  const room = PERSON_MAX_BYTES - Buffer.byteLength(text.replace(/\r\n ?/g, "")) - photo.length - 300
  const body = text.replace("END:VCARD", `${photo}${"A".repeat(room)}\r\nEND:VCARD`)
  expect((await phone.ask("PUT", href, { body })).status).toBe(204)

  const fields = { ...detailsFor(owner), act: "save", token, id }
  const long = await send(PAGE, { ...fields, message: "x".repeat(500) })
  expect([long.status, long.type]).toEqual([422, expect.stringContaining("text/html")])
  expect(long.html).toContain(GIVEN.noRoom.replace("'", "&#x27;"))
  expect(long.html).toContain("x".repeat(500))
  expect(long.html).not.toMatch(/picture|photo|too large/i)
  const short = await send(PAGE, { ...fields, name: "Ada King" })
  expect([short.status, short.html]).toEqual([200, expect.stringContaining("Ada King")])
})

test("an address with which nothing was left for long takes new details while the sweep deletes such addresses", async () => {
  const owner = await signUpAndVerify(site)
  const { db } = site.services.database
  const created_at = new Date(site.services.clock().getTime() - 8 * DAY_MS)
  const statuses = new Set<number>()
  // The sweep comes a little later each time, so that it meets every step of a submission.
  for (let steps = 0; steps < 60; steps++) {
    const email = `unused-${steps}@example.com`
    await db.insert(people_givers).values({ id: randomUUID(), email, created_at })
    const sent = send(`/exchange/${owner.username}`, { ...detailsFor(owner), email })
    for (let step = 0; step < steps; step++) await new Promise(setImmediate)
    await site.services.given.sweep(site.services.clock())
    statuses.add((await sent).status)
  }
  expect([...statuses]).toEqual([200])
  expect((await rowsOf(owner)).filter(({ giver_id }) => giver_id === null)).toEqual([])
})
