// The second factor, asked through the official client's own `mfa` calls.
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { authClient, type TestClient } from "../../../../tests/support/auth-client.ts"
import { codeAt } from "../../../../tests/support/authenticator.ts"
import { lettersTo, newestLink } from "../../../../tests/support/mailbox.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../../../../tests/support/people.ts"
import { factors, rate_limits, sessions, users } from "../../db/schema.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A code counts once: the next one is shown half a minute later. */
function nextCode(secret: string): string {
  site.advance(30_000)
  vi.setSystemTime(site.services.clock())
  return codeAt(secret, site.services.clock())
}

async function member(username: string) {
  const { email, user_id } = await signUpAndVerify(site, { username })
  return { email, user_id, ...(await signedIn(email)) }
}

async function signedIn(email: string): Promise<TestClient> {
  const browser = authClient(site)
  expect((await browser.client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  return browser
}

async function enrolled({ client }: Pick<TestClient, "client">, friendlyName = "Phone") {
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName })
  if (error !== null) throw error
  const { secret } = data.totp
  return { factorId: data.id, secret }
}

async function protectedMember(username: string) {
  const person = await member(username)
  const factor = await enrolled(person)
  const { error } = await person.client.mfa.challengeAndVerify({ ...factor, code: nextCode(factor.secret) })
  expect(error).toBeNull()
  return { ...person, ...factor }
}

const tokenOf = async ({ client }: Pick<TestClient, "client">) =>
  (await client.getSession()).data.session?.access_token ?? ""

const ask = async (browser: Pick<TestClient, "client">, method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${await tokenOf(browser)}`, "content-type": "application/json" }
  return site.app.request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

test("enrol gives a secret, an address and a QR code; the factor does not count before its first code", async () => {
  const { client, email } = await member("starter")
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName: " My\nphone ", issuer: "A:B" })
  expect(error).toBeNull()
  expect(data).toMatchObject({
    type: "totp",
    friendly_name: "My phone",
    totp: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) },
  })
  const uri = new URL(data?.totp.uri ?? "")
  expect(decodeURIComponent(uri.pathname)).toContain(`A B:${email}`)
  expect(uri.searchParams.get("secret")).toBe(data?.totp.secret)
  // A data: address ends at "#".
  expect(data?.totp.qr_code).toMatch(
    /^data:image\/svg\+xml;utf-8,<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^#]+<\/svg>$/,
  )
  const listed = await client.mfa.listFactors()
  expect(listed.data?.totp).toEqual([])
  expect(listed.data?.all).toMatchObject([{ id: data?.id, status: "unverified", factor_type: "totp" }])
  await client.signInWithPassword({ email, password: PASSWORD })
  expect((await ask({ client }, "GET", "/api/me")).status).toBe(200)
})

test("the first code makes the session aal2, keeps it so over a refresh, and ends all others", async () => {
  const { client, email, user_id, events } = await member("first-code")
  const other = await signedIn(email)
  const { factorId, secret } = await enrolled({ client })
  const before = (await client.getSession()).data.session
  const { data, error } = await client.mfa.challengeAndVerify({ factorId, code: nextCode(secret) })
  expect(error).toBeNull()
  expect(data?.user.factors).toMatchObject([{ id: factorId, status: "verified", friendly_name: "Phone" }])
  expect(data?.refresh_token).not.toBe(before?.refresh_token)
  await vi.waitFor(() => expect(events).toContain("MFA_CHALLENGE_VERIFIED"))
  const levels = { currentLevel: "aal2", nextLevel: "aal2" }
  const methods = { currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }] }
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ ...levels, ...methods })
  expect((await client.getClaims()).data?.claims).toMatchObject({ aal: "aal2", session_id: expect.any(String) })
  expect((await other.client.getUser()).error).not.toBeNull()
  expect((await ask({ client }, "GET", "/api/me")).status).toBe(200)
  expect((await client.refreshSession()).error).toBeNull()
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject(levels)
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }])
  expect((await lettersTo(site.services, email)).at(-1)?.subject).toContain("second factor was added")
  // The access token from before the code is worth no more than it was.
  const old = await site.services.auth.callerOf(before?.access_token ?? "")
  expect(old).toMatchObject({ user_id, aal: "aal1", needs_factor: true })
})

test("without the code a session may read who it is, show the factor, and sign itself out; nothing else", async () => {
  const owner = await protectedMember("half-in")
  const half = await signedIn(owner.email)
  const { client } = half
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  })
  expect((await client.getUser()).data.user?.email).toBe(owner.email)
  const refused: [string, string, unknown?][] = [
    ["GET", "/api/me"],
    ["PUT", "/api/profile", {}],
    ["POST", "/api/profile/photo", {}],
    ["GET", "/api/account/export"],
    ["GET", "/api/account/sessions"],
    ["DELETE", `/api/account/sessions/${owner.user_id}`],
    ["GET", "/api/account/recovery-codes"],
    ["POST", "/api/account/recovery-codes", {}],
    ["POST", "/api/account/delete-now", { password: PASSWORD }],
    ["POST", "/api/functions/reactivate-user-account", { user_id: owner.user_id }],
  ]
  for (const [method, path, body] of refused) {
    const response = await ask(half, method, path, body)
    expect([path, response.status, await response.text()]).toEqual([path, 403, expect.stringContaining("mfa_required")])
  }
  const codes = [
    (await client.updateUser({ password: "another fine phrase" })).error?.code,
    (await client.updateUser({ password: "another fine phrase", current_password: PASSWORD })).error?.code,
    (await client.updateUser({ email: "elsewhere@example.com" })).error?.code,
    (await client.mfa.enroll({ factorType: "totp" })).error?.code,
    (await client.mfa.unenroll({ factorId: owner.factorId })).error?.code,
  ]
  expect(codes).toEqual(Array(5).fill("insufficient_aal"))
  expect((await client.refreshSession()).error).toBeNull()
  expect(await codeOf(await ask(half, "GET", "/api/me"))).toBe("mfa_required")
  // Asked to end all sessions, it ends its own.
  await client.signOut({ scope: "global" })
  expect((await owner.client.getUser()).error).toBeNull()
})

test("a code counts once, and not for another session either", async () => {
  const { email, factorId, secret } = await protectedMember("replayed")
  const [one, two] = [await signedIn(email), await signedIn(email)]
  const code = nextCode(secret)
  expect((await one.client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  for (const { client } of [one, two])
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe("mfa_verification_failed")
  // The step before would still be in time, had a later one not been used.
  const earlier = codeAt(secret, new Date(site.services.clock().getTime() - 30_000))
  expect((await two.client.mfa.challengeAndVerify({ factorId, code: earlier })).error?.code).toBe(
    "mfa_verification_failed",
  )
  const spaced = nextCode(secret).replace(/^(...)/, "$1 ")
  expect((await two.client.mfa.challengeAndVerify({ factorId, code: spaced })).error).toBeNull()
})

test("fifty at once with one code: one wins", async () => {
  const { email, factorId, secret } = await protectedMember("raced")
  const browser = await signedIn(email)
  const { data } = await browser.client.mfa.challenge({ factorId })
  const body = { challenge_id: data?.id, code: nextCode(secret) }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ask(browser, "POST", `/auth/v1/factors/${factorId}/verify`, body)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status !== 200 && status !== 422 && status !== 429)).toEqual([])
})

test("five wrong codes in five minutes, then none is looked at; the owner is told once, and nobody is locked out for long", async () => {
  const { email, factorId, secret } = await protectedMember("guessed")
  const { client } = await signedIn(email)
  const guess = async (code: string) => (await client.mfa.challengeAndVerify({ factorId, code })).error
  const now = codeAt(secret, site.services.clock())
  const wrong = now === "000000" ? "000001" : "000000"
  const codes = []
  for (let i = 0; i < 8; i += 1) codes.push((await guess(wrong))?.code)
  expect(codes).toEqual([...Array(5).fill("mfa_verification_failed"), ...Array(3).fill("over_request_rate_limit")])
  expect((await guess(nextCode(secret)))?.code).toBe("over_request_rate_limit")
  const warnings = (await lettersTo(site.services, email)).filter(({ subject }) => subject.includes("Wrong codes"))
  expect(warnings).toHaveLength(1)
  site.advance(300_000)
  expect(await guess(nextCode(secret))).toBeNull()
})

test("fifty wrong codes a day, however they are spread", async () => {
  const { email, factorId, secret } = await protectedMember("patient-guess")
  const { secondFactor } = site.services.auth
  const { client } = await signedIn(email)
  const caller = await site.services.auth.callerOf(await tokenOf({ client }))
  if (caller === null) throw new Error("not signed in")
  const guess = async () => {
    const { id } = await secondFactor.challenge(caller, factorId)
    const code = codeAt(secret, new Date(site.services.clock().getTime() - 600_000))
    return secondFactor.verify(caller, factorId, { challenge_id: id, code }).catch(({ code }) => code as string)
  }
  const codes: unknown[] = []
  for (let i = 0; i < 60; i += 1) {
    if (i % 5 === 0) site.advance(300_000)
    codes.push(await guess())
  }
  expect(codes).toEqual([...Array(50).fill("mfa_verification_failed"), ...Array(10).fill("too_many_requests")])
  site.advance(86_400_000)
  const { client: tomorrow } = await signedIn(email)
  expect((await tomorrow.mfa.challengeAndVerify({ factorId, code: nextCode(secret) })).error).toBeNull()
})

test("a challenge is for its session, its factor and five minutes; a stranger's factor does not exist", async () => {
  const owner = await protectedMember("challenged")
  const stranger = await protectedMember("stranger")
  const { factorId, secret } = owner
  const { client } = await signedIn(owner.email)
  const { data } = await client.mfa.challenge({ factorId })
  const challengeId = data?.id ?? ""
  expect(data?.expires_at).toBe(Math.floor(site.services.clock().getTime() / 1000) + 300)
  const other = await signedIn(owner.email)
  const code = nextCode(secret)
  expect((await other.client.mfa.verify({ factorId, challengeId, code })).error?.code).toBe("mfa_challenge_expired")
  site.advance(300_000)
  expect((await client.mfa.verify({ factorId, challengeId, code: nextCode(secret) })).error?.code).toBe(
    "mfa_challenge_expired",
  )
  for (const id of [owner.factorId, crypto.randomUUID(), "nothing"]) {
    expect((await stranger.client.mfa.challenge({ factorId: id })).error).toMatchObject({
      code: "mfa_factor_not_found",
      status: 404,
    })
    expect((await stranger.client.mfa.unenroll({ factorId: id })).error?.code).toBe("mfa_factor_not_found")
  }
})

test("the secret is not in the database, and no one session, letter or log line shows it", async () => {
  const { email, user_id, factorId, secret } = await protectedMember("sealed")
  const { db } = site.services.database
  const [row] = await db.select().from(factors).where(eq(factors.id, factorId))
  expect(row?.secret).not.toContain(secret)
  expect(Buffer.from(row?.secret ?? "", "base64url")).toHaveLength(12 + 20 + 16)
  const seen = JSON.stringify([
    site.logged,
    await lettersTo(site.services, email),
    (await db.select().from(users)).filter(({ id }) => id === user_id),
  ])
  expect(seen).not.toContain(secret)
  // Somebody else's sealed secret, put in its place, is of no use.
  const stranger = await protectedMember("thief")
  const [theirs] = await db.select().from(factors).where(eq(factors.id, stranger.factorId))
  await db
    .update(factors)
    .set({ secret: theirs?.secret ?? "" })
    .where(eq(factors.id, factorId))
  const { client } = await signedIn(email)
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: nextCode(stranger.secret) })
  expect(error?.code).toBe("mfa_verification_failed")
  expect(site.logged.some(({ event }) => event === "auth.factor_unreadable")).toBe(true)
})

test("unenrolling: the owner is told, half sessions end, levels fall, sign-in asks for the password only", async () => {
  const owner = await protectedMember("leaver")
  const half = await signedIn(owner.email)
  expect((await owner.client.mfa.unenroll({ factorId: owner.factorId })).data).toEqual({ id: owner.factorId })
  expect((await half.client.getUser()).error).not.toBeNull()
  expect((await ask(owner, "GET", "/api/me")).status).toBe(200)
  await owner.client.refreshSession()
  expect((await owner.client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  })
  expect((await lettersTo(site.services, owner.email)).at(-1)?.subject).toContain("second factor was removed")
  const again = await signedIn(owner.email)
  expect((await ask(again, "GET", "/api/me")).status).toBe(200)
})

test("a second app: both count, removing one leaves the other, names differ, an abandoned start is replaced", async () => {
  const owner = await protectedMember("two-apps")
  const { client } = owner
  expect((await client.mfa.enroll({ factorType: "totp", friendlyName: "Phone" })).error?.code).toBe(
    "mfa_factor_name_conflict",
  )
  await enrolled(owner, "Given up")
  const tablet = await enrolled(owner, "Tablet")
  expect((await client.mfa.listFactors()).data?.all.map(({ friendly_name }) => friendly_name)).toEqual([
    "Phone",
    "Tablet",
  ])
  expect((await client.mfa.challengeAndVerify({ ...tablet, code: nextCode(tablet.secret) })).error).toBeNull()
  expect((await client.mfa.unenroll({ factorId: owner.factorId })).error).toBeNull()
  const { client: later } = await signedIn(owner.email)
  expect((await later.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe("aal2")
  expect((await later.mfa.challengeAndVerify({ ...tablet, code: nextCode(tablet.secret) })).error).toBeNull()
})

test("a session left open cannot change factors until the password or a code was given again", async () => {
  const plain = await member("left-open")
  site.advance(16 * 60_000)
  vi.setSystemTime(site.services.clock())
  expect((await plain.client.mfa.enroll({ factorType: "totp" })).error?.code).toBe("reauthentication_needed")
  await plain.client.signInWithPassword({ email: plain.email, password: PASSWORD })
  const { factorId, secret } = await enrolled(plain)
  expect((await plain.client.mfa.challengeAndVerify({ factorId, code: nextCode(secret) })).error).toBeNull()
  site.advance(16 * 60_000)
  vi.setSystemTime(site.services.clock())
  expect((await plain.client.mfa.unenroll({ factorId })).error?.code).toBe("reauthentication_needed")
  expect(await (await ask(plain, "POST", "/api/account/recovery-codes")).text()).toContain("reauthentication_needed")
  expect((await plain.client.mfa.challengeAndVerify({ factorId, code: nextCode(secret) })).error).toBeNull()
  expect((await plain.client.mfa.unenroll({ factorId })).error).toBeNull()
})

test("a reset sets the password and does not get past the factor", async () => {
  const owner = await protectedMember("forgetful")
  await postJson(site, "/auth/v1/recover", { email: owner.email })
  const { pathname, search } = new URL(await newestLink(site.services, owner.email))
  const target = new URL((await site.app.request(pathname + search)).headers.get("location") ?? "").searchParams
  const recovery = authClient(site)
  const [access_token, refresh_token] = [target.get("access_token") ?? "", target.get("refresh_token") ?? ""]
  expect((await recovery.client.setSession({ access_token, refresh_token })).error).toBeNull()
  expect((await recovery.client.mfa.enroll({ factorType: "totp" })).error?.code).toBe("forbidden")
  expect((await recovery.client.mfa.challenge({ factorId: owner.factorId })).error?.code).toBe("forbidden")
  expect((await recovery.client.mfa.unenroll({ factorId: owner.factorId })).error?.code).toBe("forbidden")
  const password = "a wholly different phrase"
  expect((await recovery.client.updateUser({ password })).error).toBeNull()
  const browser = authClient(site)
  await browser.client.signInWithPassword({ email: owner.email, password })
  expect(await codeOf(await ask(browser, "GET", "/api/me"))).toBe("mfa_required")
})

test("with the factor shown, password and address change as ever", async () => {
  const { client } = await protectedMember("changer")
  const { error } = await client.updateUser({ password: "a wholly different phrase", current_password: PASSWORD })
  expect(error).toBeNull()
  expect((await client.updateUser({ email: "changer.new@example.com" })).data.user?.factors).toHaveLength(1)
})

test("a deactivated account shows its factor before it is reactivated", async () => {
  const owner = await protectedMember("sleeper")
  const body = { user_id: owner.user_id }
  expect((await ask(owner, "POST", "/api/functions/delete-user-account", body)).status).toBe(200)
  const back = await signedIn(owner.email)
  expect((await ask(back, "POST", "/api/functions/reactivate-user-account", body)).status).toBe(403)
  const { factorId, secret } = owner
  expect((await back.client.mfa.challengeAndVerify({ factorId, code: nextCode(secret) })).error).toBeNull()
  expect((await back.client.mfa.enroll({ factorType: "totp" })).error?.code).toBe("account_deactivated")
  expect((await ask(back, "POST", "/api/functions/reactivate-user-account", body)).status).toBe(200)
})

test("bad input is told as such", async () => {
  const owner = await protectedMember("clumsy")
  const verify = `/auth/v1/factors/${owner.factorId}/verify`
  const wrong: [string, unknown][] = [
    ["/auth/v1/factors", {}],
    ["/auth/v1/factors", { factor_type: "telepathy" }],
    ["/auth/v1/factors", { factor_type: "totp", friendly_name: 7 }],
    ["/auth/v1/factors", null],
    [verify, {}],
    [verify, { challenge_id: 1, code: 2 }],
    [verify, { challenge_id: "x\0", code: "123456" }],
    ["/api/account/recovery-codes/use", {}],
    ["/api/account/recovery-codes/use", { code: "x".repeat(101) }],
  ]
  for (const [path, body] of wrong) {
    const response = await ask(owner, "POST", path, body)
    expect([path, body, response.status]).toEqual([path, body, 422])
  }
  for (const friendly_name of ["\0\ud800 emoji 🎈", "x".repeat(500)]) {
    const response = await ask(owner, "POST", "/auth/v1/factors", { factor_type: "totp", friendly_name })
    expect(response.status).toBe(200)
  }
  expect((await ask(owner, "DELETE", "/auth/v1/factors/%00")).status).toBe(404)
  await site.services.database.db.delete(rate_limits)
  expect(await site.services.database.db.$count(sessions)).toBeGreaterThan(0)
})
