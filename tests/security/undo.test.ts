// Undoing what an intruder did: the address that was valid before a change takes the account back, once, within a week.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { codeAt } from "../support/authenticator.ts"
import { emailsTo, newestLink, tokenHashOf } from "../support/mailbox.ts"
import { fromIp, PASSWORD, type Person, postJson, signIn, signUp, signUpAndVerify } from "../support/people.ts"
import { nextIp } from "./callers.ts"

const DAY_MS = 24 * 3_600_000
const OWNERS = "the owner's new one"
const INTRUDERS = "a quieter harbour"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => site.advance(3_600_000))

type Session = Pick<Person, "headers">

const ask = async (method: string, path: string, { headers }: Session, body?: unknown) =>
  site.app.request(
    path,
    { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
    fromIp(nextIp()),
  )

/** The undo links mailed to this address, oldest first. */
async function undoTokens(email: string): Promise<string[]> {
  const texts = (await emailsTo(site.services, email)).map(({ text_body }) => text_body ?? "")
  return texts.flatMap((text) => /\/account\/undo#token=(\S+)/.exec(text)?.[1] ?? [])
}

const undo = (token: unknown, ip = nextIp()) => postJson(site, "/api/account/undo", { token }, {}, ip)
const preview = (token: unknown) => postJson(site, "/api/account/undo/preview", { token }, {}, nextIp())
const codeOf = async (answer: Response) => (await answer.json()).error.code

async function moveTo(session: Session, email: string): Promise<void> {
  expect((await ask("PUT", "/auth/v1/user", session, { email })).status).toBe(200)
  const token_hash = tokenHashOf(await newestLink(site.services, email))
  const answer = await postJson(
    site,
    "/auth/v1/verify",
    { token_hash, type: "email_change", password: PASSWORD },
    {},
    nextIp(),
  )
  expect(answer.status).toBe(200)
  site.advance(1000)
}

const setPassword = async (session: Session, password: string) => {
  const answer = await ask("PUT", "/auth/v1/user", session, { password })
  site.advance(1000)
  return answer.status
}

/** In the session of an undo the owner chooses a password, and then signs in. */
async function takeBack(answer: Response, email: string) {
  expect(answer.status).toBe(200)
  const { access_token } = await answer.json()
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" }
  expect(await setPassword({ headers }, OWNERS)).toBe(200)
  return signIn(site, email, OWNERS)
}

const canSignIn = (email: string, password: string) =>
  signIn(site, email, password).then(
    () => true,
    () => false,
  )

async function enroll(session: Session): Promise<string> {
  const factor = await (
    await ask("POST", "/auth/v1/factors", session, { factor_type: "totp", friendly_name: crypto.randomUUID() })
  ).json()
  const { id } = await (await ask("POST", `/auth/v1/factors/${factor.id}/challenge`, session, {})).json()
  const code = codeAt(factor.totp.secret, site.services.clock())
  const answer = await ask("POST", `/auth/v1/factors/${factor.id}/verify`, session, { challenge_id: id, code })
  expect(answer.status).toBe(200)
  session.headers = { ...session.headers, authorization: `Bearer ${(await answer.json()).access_token}` }
  site.advance(1000)
  return factor.id
}

test("an intruder moves the account from A to B to C: A takes it back, and nothing of the intruder's remains", async () => {
  const owner = await signUpAndVerify(site)
  const [a, b, c] = [owner.email, `b-${owner.email}`, `c-${owner.email}`]
  const intruder = await signIn(site, a)
  await moveTo(intruder, b)
  await moveTo(intruder, c)
  expect(await setPassword(intruder, INTRUDERS)).toBe(200)
  await enroll(intruder)
  const [fromA] = await undoTokens(a)
  const [fromB] = await undoTokens(b)
  expect(await (await preview(fromA)).json()).toMatchObject({ change: "email", email: a })
  const back = await takeBack(await undo(fromA), a)
  const me = await (await ask("GET", "/api/me", back)).json()
  expect([me.user.email, me.profile.signin_email]).toEqual([a, a])
  expect((await ask("GET", "/api/me", intruder)).status).toBe(401)
  for (const [email, password] of [
    [c, INTRUDERS],
    [b, INTRUDERS],
    [a, INTRUDERS],
    [a, PASSWORD],
  ] as const)
    expect([email, password, await canSignIn(email, password)]).toEqual([email, password, false])
  // Links in the intruder's mailboxes no longer undo anything, and the owner's worked once.
  for (const token of [fromB, fromA, ...(await undoTokens(c))]) {
    expect(await codeOf(await preview(token))).toBe("otp_expired")
    expect(await codeOf(await undo(token))).toBe("otp_expired")
  }
  expect((await emailsTo(site.services, c)).at(-1)?.subject).toContain("was undone")
})

test("the old password stops working at the moment of the undo, before a new one is chosen", async () => {
  const owner = await signUpAndVerify(site)
  expect(await setPassword(owner, INTRUDERS)).toBe(200)
  const [token] = await undoTokens(owner.email)
  expect((await undo(token)).status).toBe(200)
  expect(await canSignIn(owner.email, INTRUDERS)).toBe(false)
  expect(await canSignIn(owner.email, PASSWORD)).toBe(false)
})

test("the preview changes nothing, and GET undoes nothing", async () => {
  const owner = await signUpAndVerify(site)
  expect(await setPassword(owner, INTRUDERS)).toBe(200)
  const [token] = await undoTokens(owner.email)
  for (let n = 0; n < 3; n++) expect((await preview(token)).status).toBe(200)
  for (const path of ["/api/account/undo", `/api/account/undo?token=${token}`, `/account/undo?token=${token}`])
    await site.app.request(path, {}, fromIp(nextIp()))
  expect((await ask("GET", "/api/me", owner)).status).toBe(200)
  expect(await canSignIn(owner.email, INTRUDERS)).toBe(true)
})

test("of many requests with one link at once, one undoes", async () => {
  const owner = await signUpAndVerify(site)
  expect(await setPassword(owner, INTRUDERS)).toBe(200)
  const [token] = await undoTokens(owner.email)
  const answers = await Promise.all(Array.from({ length: 8 }, () => undo(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)])
})

test("the link works for a week, and no longer", async () => {
  const [early, late] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  for (const owner of [early, late]) expect(await setPassword(owner, INTRUDERS)).toBe(200)
  const tokens = [(await undoTokens(early.email))[0], (await undoTokens(late.email))[0]]
  site.advance(7 * DAY_MS - 60_000)
  await site.services.auth.sweep()
  expect((await undo(tokens[0])).status).toBe(200)
  site.advance(60_000)
  expect(await codeOf(await undo(tokens[1]))).toBe("otp_expired")
})

test("factors added with the change or after it are removed, earlier ones stay", async () => {
  const owner = await signUpAndVerify(site)
  const own = await enroll(owner)
  const intruder = { headers: owner.headers }
  const begun = await enroll(intruder)
  expect(await setPassword(intruder, INTRUDERS)).toBe(200)
  const later = await enroll(intruder)
  // The newest first: the password; then the intruder's first app.
  const tokens = await undoTokens(owner.email)
  const factors = async () =>
    (await site.services.database.pool.query("select id from factors where user_id = $1", [owner.user_id])).rows.map(
      ({ id }) => id,
    )
  expect((await undo(tokens[2])).status).toBe(200)
  expect((await factors()).sort()).toEqual([own, begun].sort())
  expect(await codeOf(await undo(tokens[3]))).toBe("otp_expired")
  expect((await undo(tokens[1])).status).toBe(200)
  expect(await factors()).toEqual([own])
  expect(later).not.toBe(own)
})

test("an app that was begun before a change and verified after it is removed as well", async () => {
  const owner = await signUpAndVerify(site)
  const factor = await (
    await ask("POST", "/auth/v1/factors", owner, { factor_type: "totp", friendly_name: "Early" })
  ).json()
  await moveTo(owner, `moved-${owner.email}`)
  const { id } = await (await ask("POST", `/auth/v1/factors/${factor.id}/challenge`, owner, {})).json()
  const code = codeAt(factor.totp.secret, site.services.clock())
  await ask("POST", `/auth/v1/factors/${factor.id}/verify`, owner, { challenge_id: id, code })
  const [token] = await undoTokens(owner.email)
  const back = await takeBack(await undo(token), owner.email)
  expect((await ask("GET", "/api/me", back)).status).toBe(200)
})

test("a stranger who signs up with the former address does not keep its owner from getting it back", async () => {
  const owner = await signUpAndVerify(site)
  await moveTo(owner, `moved-${owner.email}`)
  await signUp(site, { username: "address-squatter", email: owner.email })
  const [token] = await undoTokens(owner.email)
  await takeBack(await undo(token), owner.email)
})

test("an address that is confirmed for another account stays there, and nothing is undone", async () => {
  const owner = await signUpAndVerify(site)
  await moveTo(owner, `moved-${owner.email}`)
  await signUpAndVerify(site, { username: "second-account", email: owner.email })
  const undoing = (await emailsTo(site.services, owner.email)).find(({ text_body }) => text_body?.includes("/undo#"))
  const token = /token=(\S+)/.exec(undoing?.text_body ?? "")?.[1]
  expect(await codeOf(await undo(token))).toBe("undo_email_taken")
  expect((await ask("GET", "/api/me", owner)).status).toBe(200)
})

test("a deactivated account can be taken back; one that is gone cannot", async () => {
  const [asleep, gone] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  for (const owner of [asleep, gone]) {
    expect(await setPassword(owner, INTRUDERS)).toBe(200)
    await ask("POST", "/api/functions/delete-user-account", owner, { user_id: owner.user_id })
  }
  const [a] = await undoTokens(asleep.email)
  const [b] = await undoTokens(gone.email)
  const back = await takeBack(await undo(a), asleep.email)
  const answer = await ask("POST", "/api/functions/reactivate-user-account", back, { user_id: asleep.user_id })
  expect(answer.status).toBe(200)
  const again = await signIn(site, gone.email, INTRUDERS)
  expect((await ask("POST", "/api/account/deletion", again, { password: INTRUDERS })).status).toBe(200)
  expect(await codeOf(await undo(b))).toBe("otp_expired")
})

test("open links and a reset that an intruder requested are void afterwards", async () => {
  const owner = await signUpAndVerify(site)
  await moveTo(owner, `moved-${owner.email}`)
  await postJson(site, "/auth/v1/recover", { email: `moved-${owner.email}` }, {}, nextIp())
  const reset = new URL(await newestLink(site.services, `moved-${owner.email}`))
  const [token] = await undoTokens(owner.email)
  expect((await undo(token)).status).toBe(200)
  const answer = await site.app.request(reset.pathname + reset.search, {}, fromIp(nextIp()))
  expect(answer.headers.get("location")).toContain("error_code=otp_expired")
})

test("guesses and nonsense are refused alike, and limited for each address", async () => {
  for (const token of ["", "x", "\0", "é".repeat(50), "x".repeat(100)])
    expect([token, await codeOf(await undo(token))]).toEqual([token, "otp_expired"])
  for (const token of [undefined, null, 7, {}, "x".repeat(101)])
    expect([token, await codeOf(await undo(token))]).toEqual([token, "validation_failed"])
  const statuses = new Set<number>()
  for (let n = 0; n < 61; n++) statuses.add((await undo(`guess-${n}`, "203.0.113.9")).status)
  expect([...statuses]).toEqual([403, 429])
})
