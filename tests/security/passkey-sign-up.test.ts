// Signing up with a passkey: other browsers' and other purposes' challenges, wrong answers, races, floods of emails, closed doors.
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { BUDGET } from "../../src/domain/budgets.ts"
import { users } from "../../src/server/platform/db/auth-schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { authClient, type TestClient } from "../support/auth-client.ts"
import { member, pass } from "../support/factor-people.ts"
import { emailsTo } from "../support/mailbox.ts"
import { passkeyDevice, type Twist } from "../support/passkey-device.ts"
import {
  addPasskey,
  beginPasskey,
  beginSignUp,
  codeOf,
  type Newcomer,
  newcomer,
  postJsonBy,
  signInWithPasskey,
  signUpWithPasskey,
} from "../support/passkey-people.ts"
import { PASSWORD } from "../support/people.ts"
import { nextIp } from "./callers.ts"
import { STRANGE } from "./inputs.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
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
const userOf = async ({ email }: Pick<Newcomer, "email">) =>
  (await site.services.database.db.select().from(users).where(eq(users.email, email)))[0]

describe("the passkey of a sign-up", () => {
  const verify = (by: TestClient, body: object) => codeOf(postJsonBy(by, "/auth/v1/passkeys/sign-up/verify", body))

  test("answers only the challenge of this browser, this address and this purpose, once and in time", async () => {
    const her = newcomer()
    const own = browser()
    const form = { email: her.email, data: { username: her.username, full_name: "Sasha Doe" } }
    const begin = async (by = own) => (await beginSignUp(by, her)).json()
    const { challenge_id, options } = await begin()
    const answer = { ...form, challenge_id, credential: passkeyDevice().create(options) }
    const EXPIRED = "webauthn_challenge_expired"
    expect(await verify(browser(), answer)).toBe(EXPIRED)
    expect(await verify(authClient(site, { browser: false, ip: nextIp() }), answer)).toBe(EXPIRED)
    expect(await verify(own, { ...answer, email: newcomer().email })).toBe(EXPIRED)
    expect(await userOf(her)).toBeUndefined()

    // Neither a challenge for signing in, nor one for adding a passkey to an account.
    const forEntering = await beginPasskey(own.client)
    const wrongPurpose = passkeyDevice().create({ ...options, challenge: forEntering.options.challenge })
    expect(await verify(own, { ...form, challenge_id: forEntering.challengeId, credential: wrongPurpose })).toBe(
      EXPIRED,
    )
    const owner = await member(site, "adds-one")
    const { data } = await owner.client.passkey.startRegistration()
    if (data === null) throw new Error("no challenge")
    const forAdding = { challenge_id: data.challenge_id, credential: passkeyDevice().create(data.options) }
    expect(await verify(own, { ...form, ...forAdding })).toBe(EXPIRED)
    // And the challenge of a sign-up adds nothing to an account.
    const stolen = { challengeId: challenge_id, credential: passkeyDevice().create(options) }
    expect((await owner.client.passkey.verifyRegistration(stolen)).error?.code).toBe(EXPIRED)

    expect(await verify(own, answer)).toBe("ok")
    expect(await verify(own, answer)).toBe(EXPIRED)
    const late = await begin()
    pass(site, 300_000)
    expect(
      await verify(own, { ...form, challenge_id: late.challenge_id, credential: passkeyDevice().create(late.options) }),
    ).toBe(EXPIRED)
  })

  test.each<[string, Twist]>([
    ["from another origin", { origin: "https://meishi.test.example.com" }],
    ["for another site", { rpId: "meishi.example" }],
    ["in a frame of another site", { crossOrigin: true }],
    ["without a finger, face or PIN", { unverified: true }],
    ["of the wrong kind", { type: "webauthn.get" }],
    ["with an attestation that was not asked for", { format: "packed" }],
  ])("is refused %s: no account, no email", async (_what, twist) => {
    const her = newcomer()
    expect(await codeOf(signUpWithPasskey(browser(), her, passkeyDevice(), { twist }))).toMatch(
      /^webauthn_(verification_failed|challenge_expired)$/,
    )
    expect(await userOf(her)).toBeUndefined()
    expect(await emailsTo(site.services, her.email)).toEqual([])
  })

  test("takes over no credential of another account, and leaves nothing behind", async () => {
    const owner = await member(site, "credential-owner")
    const id = Buffer.from("the very same credential id 0002")
    const hers = passkeyDevice({ id })
    expect((await addPasskey(owner.client, hers)).error).toBeNull()
    const attacker = newcomer()
    expect(await codeOf(signUpWithPasskey(browser(), attacker, passkeyDevice({ id })))).toBe(
      "webauthn_credential_exists",
    )
    expect(await userOf(attacker)).toBeUndefined()
    expect(await emailsTo(site.services, attacker.email)).toEqual([])
    expect((await signInWithPasskey(browser().client, hers)).data?.user?.id).toBe(owner.user_id)
  })

  test("of many answers to one challenge makes one account; of many newcomers with one name, one gets it", async () => {
    const own = browser()
    const her = newcomer()
    const { challenge_id, options } = await (await beginSignUp(own, her)).json()
    const form = { email: her.email, data: { username: her.username, full_name: "Sasha Doe" } }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        verify(own, { ...form, challenge_id, credential: passkeyDevice().create(options) }),
      ),
    )
    expect(answers.filter((code) => code === "ok")).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(["ok", "webauthn_challenge_expired"]))

    const username = "wanted-by-many"
    const many = await Promise.all(
      Array.from({ length: 8 }, () =>
        codeOf(signUpWithPasskey(browser(), { ...newcomer(), username }, passkeyDevice())),
      ),
    )
    expect(many.filter((code) => code === "ok")).toHaveLength(1)
    expect(new Set(many)).toEqual(new Set(["ok", "username_already_exists"]))
  })

  test("decides nothing but itself: id, roles, confirmation and password of the body are not read", async () => {
    const her = newcomer()
    const owner = await member(site, "named-in-a-body")
    const other = {
      id: owner.user_id,
      user_id: owner.user_id,
      role: "admin",
      email_confirmed_at: new Date().toISOString(),
      password: PASSWORD,
      has_password: true,
    }
    expect(await codeOf(signUpWithPasskey(browser(), her, passkeyDevice(), { other }))).toBe("ok")
    const user = await userOf(her)
    expect(user).toMatchObject({ email_confirmed_at: null, has_password: false })
    expect(user?.id).not.toBe(owner.user_id)
    const entered = await browser().client.signInWithPassword({ email: her.email, password: PASSWORD })
    expect(entered.error?.code).toBe("invalid_credentials")
  })

  test("malformed in any way is refused with a sentence, and stores nothing", async () => {
    const her = newcomer()
    const own = browser()
    const { challenge_id, options } = await (await beginSignUp(own, her)).json()
    const credential = passkeyDevice().create(options)
    const form = { email: her.email, data: { username: her.username, full_name: "Sasha Doe" } }
    for (const strange of STRANGE)
      for (const field of ["challenge_id", "credential"]) {
        const body = { ...form, challenge_id, credential, [field]: strange }
        const answer = await postJsonBy(browser(), "/auth/v1/passkeys/sign-up/verify", body)
        expect([strange, answer.status]).toEqual([strange, expect.toSatisfy((status) => status >= 400 && status < 500)])
        expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\S/) })
      }
    expect(await userOf(her)).toBeUndefined()
  })
})

test("emails to one address are limited as for any sign-up, and attempts with a bad passkey use none of them up", async () => {
  const her = newcomer()
  expect(await codeOf(signUpWithPasskey(browser(), her, passkeyDevice()))).toBe("ok")
  const flooder = () => authClient(site, { ip: "203.0.113.44" })
  const bad = { twist: { signature: "AAAA", origin: "https://evil.example" } }
  for (let n = 0; n < 8; n += 1)
    expect(await codeOf(signUpWithPasskey(flooder(), her, passkeyDevice(), bad))).toBe("webauthn_verification_failed")
  const codes: string[] = []
  for (let n = 0; n < 7; n += 1) codes.push(await codeOf(signUpWithPasskey(flooder(), her, passkeyDevice())))
  const { max } = BUDGET.signUpPerAsker
  expect(codes).toEqual([...Array(max).fill("ok"), ...Array(7 - max).fill("over_email_send_rate_limit")])
  expect(await emailsTo(site.services, her.email)).toHaveLength(1 + max)
  // Sign-ups by password share the limit.
  const form = { email: her.email, password: PASSWORD, data: { username: her.username, full_name: "Sasha Doe" } }
  expect(await codeOf(postJsonBy(flooder(), "/auth/v1/signup", form))).toBe("over_email_send_rate_limit")
})

test("asking what is free is limited, whichever way it is asked", async () => {
  const ip = "203.0.113.45"
  const { max } = BUDGET.availabilityPerIp
  const codes: string[] = []
  for (let n = 0; n <= max; n += 1) codes.push(await codeOf(beginSignUp(authClient(site, { ip }), newcomer())))
  expect([codes.filter((code) => code === "ok").length, codes.at(-1)]).toEqual([max, "over_request_rate_limit"])
})

test("where sign-up is closed or by invitation, the passkey is no way around it", async () => {
  for (const [SIGN_UP, code] of [
    ["closed", "signup_disabled"],
    ["invite", "invitation_required"],
  ] as const) {
    const closed = await testApp({ SIGN_UP })
    try {
      expect(await codeOf(beginSignUp(authClient(closed), newcomer()))).toBe(code)
      const forged = {
        challenge_id: "1.x",
        credential: passkeyDevice().create({ challenge: "AA", rp: {}, user: { id: "AA" } }),
      }
      const body = { ...newcomer(), ...forged }
      expect(await codeOf(postJsonBy(authClient(closed), "/auth/v1/passkeys/sign-up/verify", body))).toBe(code)
    } finally {
      await closed.close()
    }
  }
})
