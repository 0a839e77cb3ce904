// Invitations over HTTP: made, listed and revoked by administrators, used up by sign-ups.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { authClient } from "../../../../tests/support/auth-client.ts"
import { createConfirmedAdmin } from "../../../../tests/support/confirmed-admin.ts"
import { emailsTo, newestLink, tokenHashOf } from "../../../../tests/support/mailbox.ts"
import { fromIp, PASSWORD, type Person, postJson, signIn } from "../../../../tests/support/people.ts"
import type { InvitationPage, NewInvitation } from "../../../api/sign-up.ts"
import { DAY_MS, HOUR_MS } from "../../../domain/time.ts"

let site: TestApp
let chief: Person
beforeAll(async () => {
  site = await testApp({ SIGN_UP: "invite", SECOND_FACTOR: "optional" })
  chief = await createConfirmedAdmin(site, "chief")
})
afterAll(() => site.close())
beforeEach(async () => {
  // Limits of an hour are forgotten, and so are access tokens.
  site.advance(HOUR_MS)
  Object.assign(chief, await signIn(site, chief.email))
})

const invite = (order: unknown = {}) => postJson(site, "/api/admin/invitations", order, chief.headers)
const invited = async (order: unknown = {}): Promise<NewInvitation> => (await invite(order)).json()
const list = async (cursor = ""): Promise<InvitationPage> =>
  (
    await site.app.request(`/api/admin/invitations?cursor=${encodeURIComponent(cursor)}`, { headers: chief.headers })
  ).json()
const revoke = (id: string) =>
  site.app.request(`/api/admin/invitations/${id}`, { method: "DELETE", headers: chief.headers })
const stateOf = async (id: string) => (await list()).invitations.find((each) => each.id === id)?.state

let number = 0
function signUp(code: unknown, email?: string, extra: object = {}) {
  number += 1
  const username = `guest-${number}`
  const data = { username, full_name: "Ada Lovelace", invite: code, ...extra }
  const body = { email: email ?? `${username}@example.com`, password: PASSWORD, data }
  return postJson(site, "/auth/v1/signup", body, {}, `198.18.${number >> 8}.${number % 250}`)
}
const said = async (answer: Response | Promise<Response>) => {
  const { status, ...rest } = { status: (await answer).status, ...(await (await answer).json()) }
  return [status, rest.code, rest.message]
}
const INVALID = [
  422,
  "invitation_invalid",
  "This invitation has been used, has expired or was revoked. Please ask for a new one.",
]

test("signing up needs an invitation, and the refusal says so", async () => {
  const required = [422, "invitation_required", "You need an invitation to create an account here."]
  for (const none of [undefined, null, "", "  -- ", 5, {}, ["x"]]) expect(await said(signUp(none))).toEqual(required)
  for (const wrong of ["x", "0".repeat(26), "0".repeat(50_000), "' or 1=1 --", "\0\ud800"])
    expect([wrong.slice(0, 30), ...(await said(signUp(wrong)))]).toEqual([
      wrong.slice(0, 30),
      ...(/[\da-z]/.test(wrong) ? INVALID : required),
    ])
})

test("an invitation creates one account with the official client, and nothing of it is stored with the account", async () => {
  const { code, invitation } = await invited()
  expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  expect(invitation).toMatchObject({ email: "", state: "open", created_by: "chief", used_by: null })
  const { client } = authClient(site)
  const options = { data: { username: "newcomer", full_name: "Ada", invite: code } }
  const { data, error } = await client.signUp({ email: "newcomer@example.com", password: PASSWORD, options })
  expect(error).toBeNull()
  expect(JSON.stringify(data)).not.toContain(code)
  const { pool } = site.services.database
  const { rows } = await pool.query("select user_metadata from users where email = 'newcomer@example.com'")
  expect(rows[0].user_metadata).toEqual({ username: "newcomer", full_name: "Ada" })
  expect(await said(signUp(code))).toEqual(INVALID)
  expect((await list()).invitations[0]).toMatchObject({ id: invitation.id, state: "used", used_by: "newcomer" })
})

test("the code is stored nowhere: not in the list, the log, the audit log or the database", async () => {
  const { code } = await invited()
  await signUp(code)
  const { pool } = site.services.database
  const stored = await pool.query(
    "select (select json_agg(i) from invitations i) i, (select json_agg(a) from audit a) a",
  )
  expect(JSON.stringify([await list(), site.logged, stored.rows])).not.toContain(code)
})

test("a code may be typed in capitals, with gaps, and with letters that look like its digits", async () => {
  const { code } = await invited()
  const typed = ` ${code
    .toUpperCase()
    .replaceAll("0", "O")
    .replaceAll("1", "L")
    .replace(/(.{4})/g, "$1-")} `
  expect((await signUp(typed)).status).toBe(200)
})

test("a bound invitation is good for its address alone, in any case, and is not used up by others", async () => {
  const { code } = await invited({ email: "Bound@Example.com" })
  expect(await said(signUp(code, "other@example.com"))).toEqual([
    422,
    "invitation_invalid",
    "This invitation is for another email address.",
  ])
  expect((await signUp(code, "BOUND@example.com")).status).toBe(200)
})

test("it ends after fourteen days, and is swept", async () => {
  const { code, invitation } = await invited()
  site.advance(14 * DAY_MS - 1_000)
  Object.assign(chief, await signIn(site, chief.email))
  expect(await stateOf(invitation.id)).toBe("open")
  site.advance(1_000)
  expect(await said(signUp(code))).toEqual(INVALID)
  expect(await stateOf(invitation.id)).toBe("expired")
  site.advance(1_000)
  await site.services.invitations.sweep()
  expect(await stateOf(invitation.id)).toBeUndefined()
})

test("a revoked one no longer works; a used one cannot be revoked", async () => {
  const { code, invitation } = await invited()
  expect((await revoke(invitation.id)).status).toBe(200)
  expect(await said(signUp(code))).toEqual(INVALID)
  expect((await revoke(invitation.id)).status).toBe(404)
  const other = await invited()
  expect((await signUp(other.code)).status).toBe(200)
  const refused = await revoke(other.invitation.id)
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    { code: "invitation_used", message: "This invitation has already been used." },
  ])
  expect((await revoke("not-an-id")).status).toBe(404)
})

test("a sign-up that is refused uses nothing up", async () => {
  const { code } = await invited()
  expect((await signUp(code, "chief@example.com")).status).toBe(409)
  expect((await signUp(code, undefined, { username: "chief" })).status).toBe(409)
  expect((await signUp(code)).status).toBe(200)
})

test("while the account is unconfirmed its own address may come again with the code, and no other address may", async () => {
  const { code } = await invited()
  expect((await signUp(code, "again@example.com")).status).toBe(200)
  expect(await said(signUp(code, "somebody-else@example.com"))).toEqual(INVALID)
  site.advance(1_000)
  expect((await signUp(code, "Again@example.com")).status).toBe(200)
  const token_hash = tokenHashOf(await newestLink(site.services, "again@example.com"))
  expect((await postJson(site, "/auth/v1/verify", { token_hash, type: "signup", password: PASSWORD })).status).toBe(200)
  expect(await said(signUp(code, "again@example.com"))).toEqual(INVALID)
})

test("an unconfirmed account that is swept gives its invitation back; a confirmed one keeps it", async () => {
  const [one, two] = [await invited(), await invited()]
  expect((await signUp(one.code, "never@example.com")).status).toBe(200)
  expect((await signUp(two.code, "kept@example.com")).status).toBe(200)
  const token_hash = tokenHashOf(await newestLink(site.services, "kept@example.com"))
  expect((await postJson(site, "/auth/v1/verify", { token_hash, type: "signup", password: PASSWORD })).status).toBe(200)
  site.advance(8 * DAY_MS)
  await site.services.auth.sweep()
  Object.assign(chief, await signIn(site, chief.email))
  expect([await stateOf(one.invitation.id), await stateOf(two.invitation.id)]).toEqual(["open", "used"])
  expect((await signUp(one.code)).status).toBe(200)
  expect(await said(signUp(two.code))).toEqual(INVALID)
})

test("sent by email it arrives at its address, with the code in the fragment, and counts as an email to it", async () => {
  const email = "friend@example.com"
  const answer = await invite({ email, send: true })
  expect(answer.status).toBe(201)
  const { code } = await answer.json()
  expect(await newestLink(site.services, email)).toBe(`http://meishi.test/signup#invite=${code}`)
  const [sent] = await emailsTo(site.services, email)
  expect(sent?.subject).toBe("You're invited to join Meishi")
  for (let at = 0; at < 2; at++) expect((await invite({ email, send: true })).status).toBe(201)
  expect((await invite({ email, send: true })).status).toBe(429)
  expect((await invite({ email })).status).toBe(201)
})

test.each([
  [{ email: "no address" }, { email: "Please enter a valid email address" }],
  [{ email: `${"a".repeat(300)}@example.com` }, { email: "Please enter a valid email address" }],
  [{ email: 5 }, { email: "Please enter a valid email address" }],
  [{ send: true }, { email: "Enter the email address to send it to" }],
  [{ email: "a@example.com\r\nBcc: b@example.com", send: true }, { email: "Please enter a valid email address" }],
])("an order such as %j is refused beside its field", async (order, fields) => {
  const answer = await invite(order)
  expect([answer.status, (await answer.json()).error.fields]).toEqual([422, fields])
})

test("creating and revoking are in the audit log, without address or code", async () => {
  const { invitation } = await invited({ email: "private@example.com", send: true })
  await revoke(invitation.id)
  const { acts } = await (
    await site.app.request(`/api/admin/audit?subject=${invitation.id}`, { headers: chief.headers })
  ).json()
  const own = { actor_id: chief.user_id, subject_id: invitation.id }
  expect(acts).toMatchObject([
    { ...own, action: "invitation.revoked", detail: {} },
    { ...own, action: "invitation.created", detail: { sent: true } },
  ])
  expect(JSON.stringify(acts)).not.toContain("private@")
})

test("the list comes page by page, newest first, each once", async () => {
  for (let at = 0; at < 45; at++) await invited({ email: `listed-${at}@example.com` })
  const seen: string[] = []
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: InvitationPage = await list(cursor)
    expect(page.invitations.length).toBeLessThanOrEqual(20)
    seen.push(...page.invitations.map(({ id }) => id))
    cursor = page.next
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBeGreaterThanOrEqual(45)
})

test("an administrator creates 200 in an hour and no more", async () => {
  for (let at = 0; at < 200; at++) expect((await invite()).status).toBe(201)
  expect((await invite()).status).toBe(429)
})

test("while everyone may sign up, an invitation is neither asked for nor used up", async () => {
  const open = await testApp()
  const body = { email: "open@example.com", password: PASSWORD, data: { invite: "whatever" } }
  const answer = await open.app.request(
    "/auth/v1/signup",
    { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    fromIp("192.0.2.1"),
  )
  expect([answer.status, (await answer.json()).user_metadata]).toEqual([200, {}])
  await open.close()
})
