// Strangers ask for emails by address: whatever they ask for, owners still get the email they need, and strangers learn nothing from it.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { browserAt } from "../support/cookie-browser.ts"
import { emailsTo, newestLink } from "../support/mailbox.ts"
import { PASSWORD, postJson, signUp, signUpAndVerify } from "../support/people.ts"

const MINUTE_MS = 60_000
const NEW_PASSWORD = "a quieter harbour"
const HOTEL = "198.51.100.99"

let site: TestApp
async function open(env: Record<string, string> = {}): Promise<void> {
  site = await testApp(env)
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
}
const pass = (ms: number) => {
  site.advance(ms)
  vi.setSystemTime(site.services.clock())
}
afterEach(async () => {
  vi.useRealTimers()
  await site.close()
})

const network = (at: number): string => `203.0.${at >> 8}.${at & 255}`
let stranger = 0
const nextNetwork = () => network(++stranger)

const recover = (email: string, ip = nextNetwork()) => postJson(site, "/auth/v1/recover", { email }, {}, ip)
const resend = (email: string, ip = nextNetwork()) =>
  postJson(site, "/auth/v1/resend", { type: "signup", email }, {}, ip)
const resetsTo = async (email: string) =>
  (await emailsTo(site.services, email)).filter(({ subject }) => /reset/i.test(subject)).length
const told = async (answer: Response) => [answer.status, answer.headers.get("retry-after"), await answer.text()]

/** From a browser that has never signed in, in another network: asks, clicks, sets a password, signs in. */
async function resetsAndSignsIn(email: string): Promise<void> {
  const laptop = browserAt(site, HOTEL)
  expect((await laptop.post("/auth/v1/recover", { email })).status).toBe(200)
  const session = await laptop.follow(await newestLink(site.services, email))
  expect(
    (await laptop.put("/auth/v1/user", { password: NEW_PASSWORD }, session.get("access_token") ?? "")).status,
  ).toBe(200)
  expect((await laptop.signIn(email, NEW_PASSWORD)).status).toBe(200)
}

describe("one account under attack", () => {
  beforeEach(() => open())

  test("requested confirmations and wrong passwords from four networks: a new browser of the owner resets and signs in", async () => {
    const { email } = await signUpAndVerify(site)
    for (let at = 0; at < 4; at++) {
      const ip = nextNetwork()
      for (let n = 0; n < 10; n++)
        await postJson(site, "/auth/v1/token?grant_type=password", { email, password: `wrong ${n}` }, {}, ip)
      for (let n = 0; n < 3; n++) expect((await resend(email, ip)).status).toBe(200)
    }
    expect((await browserAt(site, HOTEL).signIn(email, PASSWORD)).status).toBe(429)
    pass(1000)
    await resetsAndSignsIn(email)
  })

  test("no link works any longer: the owner gets a new one, whatever strangers have requested in this hour", async () => {
    const { email } = await signUpAndVerify(site)
    const before = await resetsTo(email)
    // Three from each network, one network after the other once the last link may be replaced.
    for (let round = 0; round < 6; round++) {
      const ip = nextNetwork()
      for (let n = 0; n < 3; n++) await recover(email, ip)
      pass(10 * MINUTE_MS - (round === 5 ? MINUTE_MS : 0))
    }
    const sent = (await resetsTo(email)) - before
    expect(sent).toBeGreaterThan(10)
    expect(sent).toBeLessThanOrEqual(12)
    await browserAt(site, HOTEL).follow(await newestLink(site.services, email))
    pass(1000)
    await resetsAndSignsIn(email)
    // Her reset has used up the link, and the strangers' hour is not over.
    pass(1000)
    await resetsAndSignsIn(email)
  })

  test("fifty strangers who ask at once cause one email, and its link works", async () => {
    const { email } = await signUpAndVerify(site)
    const answers = await Promise.all(Array.from({ length: 50 }, () => recover(email)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await resetsTo(email)).toBe(1)
    const page = await browserAt(site, HOTEL).follow(await newestLink(site.services, email))
    expect(page.get("type")).toBe("recovery")
  })

  test("an address that strangers asked about before it signed up gets its confirmations", async () => {
    const email = "late@example.com"
    for (let n = 0; n < 12; n++) await resend(email)
    expect((await postJson(site, "/auth/v1/signup", { email, password: PASSWORD }, {}, HOTEL)).status).toBe(200)
    expect((await resend(email, HOTEL)).status).toBe(200)
    expect(await emailsTo(site.services, email)).toHaveLength(2)
  })
})

describe("emails that were never sent", () => {
  test("use up nothing of the site's hourly cap, and cause no proof of work for others", async () => {
    await open({ EMAILS_PER_HOUR: "5" })
    const { email } = await signUpAndVerify(site)
    const others = await signUpAndVerify(site)
    for (let n = 0; n < 160; n++) {
      const ask = n % 2 === 0 ? recover : resend
      expect((await ask(n % 4 === 1 ? others.email : `nobody-${n}@example.com`)).status).toBe(200)
    }
    await resetsAndSignsIn(email)
    const { email: newcomer } = await signUp(site)
    expect((await resend(newcomer)).status).toBe(200)
    expect(await emailsTo(site.services, newcomer)).toHaveLength(2)
  })
})

describe("EMAILS_PER_HOUR, used up by strangers", () => {
  test("delays no reset of an account, nor its answer", async () => {
    await open({ EMAILS_PER_HOUR: "3" })
    const [owner, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
    const { email: newcomer } = await signUp(site)
    const full = await resend(newcomer)
    expect(full.status).toBe(429)
    pass(1000)
    await resetsAndSignsIn(owner.email)
    // A second link, and a reset of an unconfirmed account, would be strangers' emails.
    const answers = [other.email, other.email, newcomer, "nobody@example.com"].map((email) => recover(email, HOTEL))
    expect(new Set((await Promise.all((await Promise.all(answers)).map(told))).map(String))).toEqual(
      new Set([String([200, null, "{}"])]),
    )
    expect([await resetsTo(other.email), await resetsTo(newcomer)]).toEqual([1, 0])
  })

  test("resets of that many accounts are sent; then every address gets the same refusal, and others can still sign up", async () => {
    await open({ EMAILS_PER_HOUR: "4" })
    const people = [await signUpAndVerify(site), await signUpAndVerify(site), await signUpAndVerify(site)]
    const { email: newcomer } = await signUp(site)
    pass(60 * MINUTE_MS)
    const fourth = await signUpAndVerify(site)
    for (const { email } of [...people, fourth]) {
      expect((await recover(email)).status).toBe(200)
      expect(await resetsTo(email)).toBe(1)
    }
    const answers = []
    for (const email of [fourth.email, newcomer, "nobody@example.com"]) answers.push(await told(await recover(email)))
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]?.slice(0, 2)).toEqual([429, "3600"])
    expect((await signUp(site)).email).not.toBe("")
  })
})

describe("signing up", () => {
  test("works for the owner of an address even if a stranger keeps signing up with it", async () => {
    await open()
    const email = "wanted@example.com"
    const asked = async (ip: string) => {
      stranger += 1
      const data = { username: `occupier-${stranger}`, full_name: "Ada Lovelace" }
      return (await postJson(site, "/auth/v1/signup", { email, password: PASSWORD, data }, {}, ip)).status
    }
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push(await asked("203.0.113.5"))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(await asked(HOTEL)).toBe(200)
    // The /64s of one /56 together have four times as many as one of them.
    for (let n = 0; n < 60; n++) await asked(`2001:db8:7:${n.toString(16)}::1`)
    expect(await asked(HOTEL)).toBe(200)
    expect(await emailsTo(site.services, email)).toHaveLength(1 + 5 + 1 + 4 * 5 + 1)
  })
})
