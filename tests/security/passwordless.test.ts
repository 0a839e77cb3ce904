// Accounts without a password: pre-hijacking in every order, other people's passkeys and challenges, floods of emails, races.
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { passkeys, user_roles, users } from "../../src/server/platform/db/auth-schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { authClient, type TestClient } from "../support/auth-client.ts"
import { ask, member, pass, signedIn } from "../support/factor-people.ts"
import { emailsTo, newestLink, tokenHashOf } from "../support/mailbox.ts"
import { type PasskeyDevice, passkeyDevice, type Twist } from "../support/passkey-device.ts"
import {
  addPasskey,
  beginPasskey,
  codeOf,
  confirmByPasskey,
  type Newcomer,
  newcomer,
  postJsonBy,
  signInWithPasskey,
  signUpWithPasskey,
} from "../support/passkey-people.ts"
import { fromIp, PASSWORD, postJson } from "../support/people.ts"
import { nextIp } from "./callers.ts"

const DAY_MS = 24 * 3_600_000
const HERS = "harbour lights at dawn"

let site: TestApp
beforeAll(async () => {
  site = await testApp({ ADMIN_EMAIL: "chief@example.com" })
})
afterAll(() => site.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
  pass(site, 2 * 3_600_000)
})
afterEach(() => {
  vi.useRealTimers()
})

const browser = () => authClient(site, { ip: nextIp() })
const linkTo = async ({ email }: Pick<Newcomer, "email">, type = "signup") => {
  pass(site, 1000)
  return { token_hash: tokenHashOf(await newestLink(site.services, email)), type }
}
const click = (by: TestClient, link: object) => codeOf(postJsonBy(by, "/auth/v1/verify", link))
const touch = (by: TestClient, link: object, device: PasskeyDevice, twist?: Twist) =>
  codeOf(confirmByPasskey(by, link, device, twist))
const enter = async (device: PasskeyDevice) => (await signInWithPasskey(browser().client, device)).error?.code ?? "ok"
const enterBy = async ({ email }: Pick<Newcomer, "email">, password: string) =>
  (await browser().client.signInWithPassword({ email, password })).error?.code ?? "ok"
const signUpBy = ({ email, username }: Newcomer, password: string, by = browser()) =>
  codeOf(postJsonBy(by, "/auth/v1/signup", { email, password, data: { username, full_name: "Sasha Doe" } }))
const userOf = async ({ email }: Pick<Newcomer, "email">) =>
  (await site.services.database.db.select().from(users).where(eq(users.email, email)))[0]
const passkeysOf = async (device: PasskeyDevice) =>
  site.services.database.db.select().from(passkeys).where(eq(passkeys.credential_id, device.credentialId))

/** An attacker's account with the address of someone else, and a passkey of the attacker's. */
async function prepared(her = newcomer()) {
  const his = passkeyDevice()
  const hisBrowser = browser()
  expect(await codeOf(signUpWithPasskey(hisBrowser, her, his))).toBe("ok")
  return { her, his, hisBrowser }
}

/** "Forgot password?", as the owner of the address does it. */
async function reset({ email }: Pick<Newcomer, "email">): Promise<void> {
  pass(site, 1000)
  expect((await postJson(site, "/auth/v1/recover", { email }, {}, nextIp())).status).toBe(200)
  const { pathname, search } = new URL(await newestLink(site.services, email))
  const answer = await site.app.request(pathname + search, {}, fromIp(nextIp()))
  const token = new URL(answer.headers.get("location") ?? "").searchParams.get("access_token")
  const headers = { authorization: `Bearer ${token}` }
  expect((await postJson(site, "/auth/v1/user", { password: HERS }, headers, nextIp(), "PUT")).status).toBe(200)
}

describe("an account that an attacker prepared with a passkey and a victim's address", () => {
  test("is not completed by the victim's click, and makes no administrator", async () => {
    const { her, his } = await prepared({ email: "chief@example.com", username: "sly-touch" })
    const link = await linkTo(her)
    const hers = browser()
    expect(await click(hers, link)).toBe("password_needed")
    for (const password of ["", HERS, his.credentialId])
      expect(await click(hers, { ...link, password })).toMatch(/^(password_needed|invalid_credentials)$/)
    expect(await enter(his)).toBe("email_not_confirmed")
    const user = await userOf(her)
    const roles = await site.services.database.db.select().from(user_roles)
    expect(roles.filter(({ user_id, role }) => user_id === user?.id && role === "admin")).toEqual([])
  })

  test("asks the victim for the passkey that they do not have, and a passkey of another account of theirs does not count", async () => {
    const { her, his } = await prepared()
    const hers = passkeyDevice()
    const owner = await member(site, `other-${her.username}`)
    expect((await addPasskey(owner.client, hers)).error).toBeNull()
    const link = await linkTo(her)
    const laptop = browser()
    const facts = await (await postJsonBy(laptop, "/auth/v1/verify/link", link)).json()
    expect(facts).toMatchObject({ email: her.email, needs_password: true, has_password: false })
    expect(await touch(laptop, link, hers)).toBe("webauthn_verification_failed")
    // As if she named his credential, or his account.
    expect(await touch(laptop, link, hers, { credentialId: his.credentialId })).toBe("webauthn_verification_failed")
    expect((await userOf(her))?.email_confirmed_at).toBeNull()
    expect(await codeOf(postJsonBy(laptop, "/auth/v1/verify/decline", link))).toBe("ok")
    expect(await userOf(her)).toBeUndefined()
    expect(await passkeysOf(his)).toEqual([])
  })

  test("gives way to the victim's own sign-up, by password or by passkey, and the attacker's passkey with it", async () => {
    for (const way of ["password", "passkey"]) {
      const { her, his, hisBrowser } = await prepared()
      const old = await linkTo(her)
      const hers = passkeyDevice()
      const laptop = browser()
      if (way === "password") expect(await signUpBy(her, HERS, laptop)).toBe("ok")
      else expect(await codeOf(signUpWithPasskey(laptop, her, hers))).toBe("ok")
      expect(await click(laptop, await linkTo(her))).toBe("ok")
      expect(await (way === "password" ? enterBy(her, HERS) : enter(hers))).toBe("ok")
      expect(await enter(his)).toBe("webauthn_verification_failed")
      expect(await passkeysOf(his)).toEqual([])
      expect([await click(hisBrowser, old), await touch(hisBrowser, old, his)]).toEqual(["otp_expired", "otp_expired"])
    }
  })

  test("is the victim's after “Forgot password?”, without the attacker's passkey, however old it is", async () => {
    for (const days of [0, 20]) {
      const { her, his, hisBrowser } = await prepared()
      const old = await linkTo(her)
      pass(site, days * DAY_MS)
      await reset(her)
      expect(await enterBy(her, HERS)).toBe("ok")
      expect(await enter(his)).toBe("webauthn_verification_failed")
      expect(await touch(hisBrowser, old, his)).toBe("otp_expired")
      const { client } = await signInAs(her)
      expect((await client.passkey.list()).data).toEqual([])
      expect((await (await ask(site, client, "GET", "/api/me")).json()).has_password).toBe(true)
    }
  })

  test("that replaced the victim's own does not open for either of them by the victim's click or touch", async () => {
    for (const way of ["password", "passkey"]) {
      const her = newcomer()
      const hers = passkeyDevice()
      const laptop = browser()
      if (way === "password") expect(await signUpBy(her, HERS, laptop)).toBe("ok")
      else expect(await codeOf(signUpWithPasskey(laptop, her, hers))).toBe("ok")
      const first = await linkTo(her)
      const { his } = await prepared(her)
      expect(await click(laptop, first)).toBe("otp_expired")
      const second = await linkTo(her)
      expect(await click(laptop, second)).toBe("password_needed")
      expect(await click(laptop, { ...second, password: HERS })).toBe("invalid_credentials")
      expect(await touch(laptop, second, hers)).toBe("webauthn_verification_failed")
      expect(await enter(his)).toBe("email_not_confirmed")
      // What helps her, as the documentation says.
      await reset(her)
      expect([await enterBy(her, HERS), await enter(his)]).toEqual(["ok", "webauthn_verification_failed"])
    }
  })

  test("does not bind the victim's browser when she asks for the email again", async () => {
    const { her, his } = await prepared()
    const hers = browser()
    pass(site, 1000)
    expect(await codeOf(postJsonBy(hers, "/auth/v1/resend", { type: "signup", email: her.email }))).toBe("ok")
    expect(await click(hers, await linkTo(her))).toBe("password_needed")
    expect(await enter(his)).toBe("email_not_confirmed")
  })
})

async function signInAs({ email }: Pick<Newcomer, "email">) {
  const own = browser()
  expect((await own.client.signInWithPassword({ email, password: HERS })).error).toBeNull()
  return own
}

test("a new sign-in email of an account without a password is not confirmed by the click of the address's owner", async () => {
  const { her, his, hisBrowser } = await prepared()
  expect(await click(hisBrowser, await linkTo(her))).toBe("ok")
  expect((await signInWithPasskey(hisBrowser.client, his)).error).toBeNull()
  const victim = newcomer()
  expect((await hisBrowser.client.updateUser({ email: victim.email })).error).toBeNull()
  const link = await linkTo(victim, "email_change")
  const hers = browser()
  expect(await click(hers, link)).toBe("password_needed")
  const owner = await member(site, `change-${victim.username}`)
  const her_key = passkeyDevice()
  expect((await addPasskey(owner.client, her_key)).error).toBeNull()
  expect(await touch(hers, link, her_key)).toBe("webauthn_verification_failed")
  expect((await userOf(victim))?.id).toBeUndefined()
  // On another device of its owner, the passkey stands for the password.
  expect(await touch(browser(), link, his)).toBe("ok")
  expect((await userOf(victim))?.id).toBeDefined()
})

describe("the confirmation of an address by passkey", () => {
  test("works on another device of the person who signed up, once", async () => {
    const { her, his } = await prepared()
    const link = await linkTo(her)
    const phone = browser()
    expect(await click(phone, link)).toBe("password_needed")
    expect(await touch(phone, link, his)).toBe("ok")
    expect(await touch(phone, link, his)).toBe("otp_expired")
    expect(await enter(his)).toBe("ok")
    // It opened no session.
    expect((await phone.client.getSession()).data.session).toBeNull()
  })

  test.each<[string, Twist]>([
    ["from another origin", { origin: "https://meishi.test.example.com" }],
    ["for another site", { rpId: "meishi.example" }],
    ["without a finger, face or PIN", { unverified: true }],
    ["with a wrong signature", { signature: "AAAA" }],
    ["for a challenge of its own", { challenge: "bWluZQ" }],
  ])("is refused %s, and leaves the link usable", async (_what, twist) => {
    const { her, his } = await prepared()
    const link = await linkTo(her)
    expect(await touch(browser(), link, his, twist)).toMatch(/^webauthn_(verification_failed|challenge_expired)$/)
    expect((await userOf(her))?.email_confirmed_at).toBeNull()
    expect(await touch(browser(), link, his)).toBe("ok")
  })

  test("accepts neither a used challenge, nor another browser's, nor an unknown link", async () => {
    const { her, his } = await prepared()
    const link = await linkTo(her)
    const own = browser()
    const { challengeId: challenge_id, options } = await beginPasskey(own.client)
    const answer = { ...link, challenge_id, credential: his.get(options) }
    const send = (by: TestClient, body: object) => codeOf(postJsonBy(by, "/auth/v1/passkeys/email-confirmation", body))
    expect(await send(browser(), answer)).toBe("webauthn_challenge_expired")
    expect(await send(own, { ...answer, token_hash: "x".repeat(43) })).toBe("otp_expired")
    expect(await send(own, { ...answer, type: "email_change" })).toBe("otp_expired")
    expect(await send(own, answer)).toBe("ok")
    expect(await send(own, answer)).toBe("otp_expired")
    const other = await prepared()
    expect(await send(own, { ...answer, ...(await linkTo(other.her)) })).toBe("webauthn_challenge_expired")
  })

  test("of many at once happens once", async () => {
    const { her, his } = await prepared()
    const link = await linkTo(her)
    const answers = await Promise.all(Array.from({ length: 10 }, () => touch(browser(), link, his)))
    expect(answers.filter((code) => code === "ok")).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(["ok", "otp_expired"]))
  })
})

test("an intruder with the password cannot lock the owner out by removing it: the owner's link gives the account back", async () => {
  const owner = await member(site, "robbed-of-it")
  pass(site, 3_600_000)
  const thief = await signedIn(site, owner.email)
  const thiefs = passkeyDevice()
  expect((await addPasskey(thief.client, thiefs)).error).toBeNull()
  expect(await enter(thiefs)).toBe("ok")
  pass(site, 1000)
  expect((await ask(site, thief.client, "DELETE", "/api/account/password")).status).toBe(200)
  expect(await enterBy(owner, PASSWORD)).toBe("invalid_credentials")
  // The reset alone does it too: the passkey is a new one.
  const notice = (await emailsTo(site.services, owner.email)).find(({ subject }) =>
    subject.includes("passkey was added"),
  )
  const token = /#token=(\S+)/.exec(notice?.text_body ?? "")?.[1]
  expect((await postJson(site, "/api/account/undo", { token }, {}, nextIp())).status).toBe(200)
  expect(await enter(thiefs)).toBe("webauthn_verification_failed")
  await reset(owner)
  expect(await enterBy(owner, HERS)).toBe("ok")
})

test("a session that owes its code, one of a reset, and one that ended remove no password", async () => {
  const owner = await member(site, "half-in")
  const device = passkeyDevice()
  expect((await addPasskey(owner.client, device)).error).toBeNull()
  expect(await enter(device)).toBe("ok")
  const half = await signedIn(site, owner.email)
  const { data } = await half.client.getSession()
  expect((await half.client.signOut({ scope: "local" })).error).toBeNull()
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  expect((await site.app.request("/api/account/password", { method: "DELETE", headers })).status).toBe(401)
  expect((await userOf(owner))?.has_password).toBe(true)
})
