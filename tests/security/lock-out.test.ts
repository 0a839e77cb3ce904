// No one locks anyone out: what strangers can do to the owner of an account by failing on purpose, and what they cannot.
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { codeAt } from "../support/authenticator.ts"
import { type Browser, browserAt } from "../support/cookie-browser.ts"
import { nextCode, protectedMember } from "../support/factor-people.ts"
import { emailsTo, newestLink, tokenHashOf } from "../support/mailbox.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../support/people.ts"

const MINUTE_MS = 60_000
const NEW_PASSWORD = "a quieter harbour"

let site: TestApp
beforeEach(async () => {
  site = await testApp()
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
})
afterEach(async () => {
  vi.useRealTimers()
  await site.close()
})

const pass = (ms: number) => {
  site.advance(ms)
  vi.setSystemTime(site.services.clock())
}

/** Half of them IPv6, each in a different /48. */
const network = (at: number): string =>
  at % 2 === 0 ? `203.0.${at >> 8}.${at & 255}` : `2001:db8:${at.toString(16)}::${at.toString(16)}`

const guess = async (email: string, ip: string, password = "wrong password 1", headers: Record<string, string> = {}) =>
  (await postJson(site, "/auth/v1/token?grant_type=password", { email, password }, headers, ip)).status

/** Wrong passwords from everywhere, until they are no longer checked. */
async function overrun(email: string): Promise<number> {
  let guesses = 0
  for (let at = 1000; at < 1012; at++)
    for (let n = 0; n < 11; n++) guesses += (await guess(email, network(at))) === 400 ? 1 : 0
  return guesses
}

/** Clicks the newest link, sets a password, and signs in with it. */
async function resetAndSignIn(browser: Browser, email: string, password = NEW_PASSWORD): Promise<number> {
  const session = await browser.follow(await newestLink(site.services, email))
  expect((await browser.put("/auth/v1/user", { password }, session.get("access_token") ?? "")).status).toBe(200)
  return (await browser.signIn(email, password)).status
}

test("two hours of wrong passwords and reset requests from 200 networks: the owner signs in, and at most 100 guesses an hour are looked at", async () => {
  const { email } = await signUpAndVerify(site)
  const phone = browserAt(site, "198.51.100.7")
  expect((await phone.signIn(email, PASSWORD)).status).toBe(200)
  const looked: number[] = []
  let resets = 0
  for (let minute = 0; minute < 120; minute += 2) {
    for (let at = 0; at < 200; at += 1) {
      const isEarly = minute % 6 === (at % 3) * 2
      if (isEarly && (await guess(email, network(at))) === 400) looked.push(minute)
      if (at % 20 === minute % 20) await postJson(site, "/auth/v1/recover", { email }, {}, network(at))
    }
    // From the known device, at any time, and after mistakes.
    if (minute % 30 === 28) {
      expect((await phone.signIn(email, "not this one")).status).toBe(400)
      expect((await phone.signIn(email, resets === 0 ? PASSWORD : NEW_PASSWORD)).status).toBe(200)
    }
    // From a new device in a hotel, in the middle of it.
    if (minute === 60) {
      const laptop = browserAt(site, "198.51.100.99")
      expect((await laptop.signIn(email, PASSWORD)).status).toBe(429)
      expect((await laptop.post("/auth/v1/recover", { email })).status).toBe(200)
      expect(await resetAndSignIn(laptop, email)).toBe(200)
      resets += 1
    }
    pass(2 * MINUTE_MS)
  }
  expect(looked.length).toBeGreaterThan(60)
  for (let from = 0; from < 120; from++)
    expect(looked.filter((minute) => minute >= from && minute < from + 60).length).toBeLessThanOrEqual(100)
  expect(resets).toBe(1)
  // Two hours of asking have sent ten emails an hour at most.
  const sent = (await emailsTo(site.services, email)).filter(({ subject }) => /reset/i.test(subject))
  expect(sent.length).toBeLessThanOrEqual(21)
})

test("fifty guesses at once at the edge of the ceiling: not one passes it", async () => {
  const { email } = await signUpAndVerify(site)
  const { passwords } = site.services.auth
  const before = passwords.computed()
  await Promise.all(Array.from({ length: 150 }, (_, at) => guess(email, network(at))))
  expect(passwords.computed() - before).toBe(40)
})

test("whatever is reset in between, no more than fifty guesses of strangers are looked at in an hour", async () => {
  const { email } = await signUpAndVerify(site)
  let looked = await overrun(email)
  expect(looked).toBe(40)
  const owner = browserAt(site, "198.51.100.8")
  for (let round = 0; round < 4; round++) {
    pass(11 * MINUTE_MS)
    await owner.post("/auth/v1/recover", { email })
    expect(await resetAndSignIn(owner, email, `${NEW_PASSWORD} ${round}`)).toBe(200)
    looked += await overrun(email)
  }
  expect(looked).toBe(50)
})

test("one network that fails for five accounts locks none of their owners out", async () => {
  const people = [await signUpAndVerify(site), await signUpAndVerify(site), await signUpAndVerify(site)]
  const [five, six] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  for (const { email } of [...people, five, six]) for (let n = 0; n < 20; n++) await guess(email, "203.0.113.9")
  for (const { email } of [...people, five, six]) expect(await guess(email, "198.51.100.20", PASSWORD)).toBe(200)
})

test("a stranger's sign-ins to an account of their own give nothing back of what they spent on another", async () => {
  const [victim, attacker] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  const statuses: number[] = []
  for (let n = 0; n < 15; n++) {
    statuses.push(await guess(victim.email, "203.0.113.5"))
    expect(await guess(attacker.email, "203.0.113.5", PASSWORD)).toBe(200)
  }
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(5).fill(429)])
})

test("a clock that was set back locks no one out, and opens nothing", async () => {
  const { email } = await signUpAndVerify(site)
  expect(await overrun(email)).toBe(40)
  pass(-30 * MINUTE_MS)
  expect(await overrun(email)).toBe(0)
  pass(-180 * MINUTE_MS)
  expect(await guess(email, "198.51.100.1", PASSWORD)).toBe(200)
})

test("a known device has separate limits: ten wrong passwords in five minutes and thirty in an hour", async () => {
  const { email } = await signUpAndVerify(site)
  const phone = browserAt(site, "198.51.100.7")
  await phone.signIn(email, PASSWORD)
  const wrong = async (times: number) => {
    const statuses: number[] = []
    for (let n = 0; n < times; n++) statuses.push((await phone.signIn(email, "not this one")).status)
    return statuses.filter((status) => status === 400).length
  }
  expect(await wrong(12)).toBe(10)
  // The others go on.
  expect((await browserAt(site, "198.51.100.8").signIn(email, PASSWORD)).status).toBe(200)
  pass(5 * MINUTE_MS)
  expect(await wrong(12)).toBe(10)
  pass(5 * MINUTE_MS)
  expect(await wrong(12)).toBe(10)
  pass(5 * MINUTE_MS)
  expect(await wrong(1)).toBe(0)
  pass(45 * MINUTE_MS)
  expect((await phone.signIn(email, PASSWORD)).status).toBe(200)
})

test("strangers who fill the network of a known device do not keep it out", async () => {
  const { email } = await signUpAndVerify(site)
  const phone = browserAt(site, "198.51.100.7")
  await phone.signIn(email, PASSWORD)
  for (let n = 0; n < 60; n++) await guess(`nobody-${n}@example.com`, "198.51.100.7")
  for (let n = 0; n < 12; n++) await guess(email, "198.51.100.7")
  expect(await guess(email, "198.51.100.7", PASSWORD)).toBe(429)
  expect((await phone.signIn(email, PASSWORD)).status).toBe(200)
})

test("the cookie of a known device: httpOnly, of this site, new at every sign-in, and it survives signing out", async () => {
  const { email } = await signUpAndVerify(site)
  const phone = browserAt(site, "198.51.100.7")
  const opened = await phone.signIn(email, PASSWORD)
  const line = opened.headers.getSetCookie().find((cookie) => cookie.startsWith("meishi-device=")) ?? ""
  for (const part of ["Path=/auth/v1;", "HttpOnly", "SameSite=Strict", `Max-Age=${180 * 86_400}`])
    expect(line).toContain(part)
  const first = phone.cookies.get("meishi-device")
  expect(first).toMatch(/^[\w-]{43}$/)
  const { access_token } = await opened.json()
  expect((await phone.post("/auth/v1/logout", {}, access_token)).status).toBe(204)
  expect(phone.cookies.get("meishi-device")).toBe(first)
  expect(phone.cookies.has("meishi-binding")).toBe(false)
  await phone.signIn(email, PASSWORD)
  expect(phone.cookies.get("meishi-device")).not.toBe(first)
  const { rows } = await site.services.database.pool.query("select device_hash from known_devices")
  // The phone, and the program that signed in after signing up.
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(phone.cookies.get("meishi-device"))
})

test("no cookie helps a stranger: forged, replaced, or of another account", async () => {
  const [{ email }, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  const phone = browserAt(site, "198.51.100.7")
  await phone.signIn(email, PASSWORD)
  const replaced = phone.cookies.get("meishi-device") ?? ""
  await phone.signIn(email, PASSWORD)
  const current = phone.cookies.get("meishi-device") ?? ""
  const stranger = browserAt(site, "198.51.100.50")
  await stranger.signIn(other.email, PASSWORD)
  expect(await overrun(email)).toBe(40)
  const forged = [
    "A".repeat(43),
    replaced,
    stranger.cookies.get("meishi-device") ?? "",
    `${current.slice(0, -1)}${current.endsWith("A") ? "B" : "A"}`,
    `${current}x`,
    current.toLowerCase(),
    "",
    `.${".".repeat(5000)}`,
  ]
  for (const value of forged)
    expect(await guess(email, "198.51.100.51", PASSWORD, { cookie: `meishi-device=${value}` })).toBe(429)
  expect((await phone.signIn(email, PASSWORD)).status).toBe(200)
})

test("a planted device cookie is never adopted, and does not hide ours", async () => {
  const { email } = await signUpAndVerify(site)
  const phone = browserAt(site, "198.51.100.7")
  phone.cookies.set("meishi-device", "planted-by-somebody-else-in-this-browser-43")
  await phone.signIn(email, PASSWORD)
  expect(phone.cookies.get("meishi-device")).toMatch(/^[\w-]{43}$/)
  expect(phone.cookies.get("meishi-device")).not.toContain("planted")
  await overrun(email)
  const both = `meishi-device=planted; meishi-device=${phone.cookies.get("meishi-device")}`
  expect(await guess(email, "203.0.113.77", PASSWORD, { cookie: both })).toBe(200)
})

test.each([
  ["of no shape", () => "x"],
  ["of the right shape", () => "A".repeat(43)],
  ["that were given to a stranger", (theirs: string) => theirs],
])("fifty planted values %s in front hide neither the owner's device nor the session", async (_name, plant) => {
  const { email } = await signUpAndVerify(site)
  const stranger = await signUpAndVerify(site)
  const phone = browserAt(site, "198.51.100.7")
  const { refresh_token } = await (await phone.signIn(email, PASSWORD)).json()
  // A sign-in gives a device a new value, so each way of planting uses a different one.
  const tablet = browserAt(site, "198.51.100.8")
  await tablet.signIn(email, PASSWORD)
  const theirs: string[] = []
  for (let n = 0; n < 12; n++) {
    const other = browserAt(site, `198.51.100.${100 + n}`)
    await other.signIn(stranger.email, PASSWORD)
    theirs.push(other.cookies.get("meishi-device") ?? "")
  }
  const fifty = (name: string) =>
    Array.from({ length: 50 }, (_, n) => `${name}=${plant(theirs[n % theirs.length] ?? "")}`)
  await overrun(email)
  const device = [...fifty("meishi-device"), `meishi-device=${phone.cookies.get("meishi-device")}`].join("; ")
  expect(await guess(email, "203.0.113.77", PASSWORD, { cookie: device })).toBe(200)
  const one = [...fifty("meishi-device"), ""].join(".").replaceAll("meishi-device=", "")
  const inOne = `meishi-device=${one}${tablet.cookies.get("meishi-device")}`
  expect(await guess(email, "203.0.113.78", PASSWORD, { cookie: inOne })).toBe(200)
  const binding = [...fifty("meishi-binding"), `meishi-binding=${phone.cookies.get("meishi-binding")}`].join("; ")
  const refreshed = await postJson(
    site,
    "/auth/v1/token?grant_type=refresh_token",
    { refresh_token },
    { cookie: binding },
    "198.51.100.7",
  )
  expect(refreshed.status).toBe(200)
})

test("one browser, several accounts: it is known to each of them, the last five at most", async () => {
  const people = []
  for (let n = 0; n < 6; n++) people.push(await signUpAndVerify(site))
  const family = browserAt(site, "198.51.100.7")
  for (const { email } of people) expect((await family.signIn(email, PASSWORD)).status).toBe(200)
  expect(family.cookies.get("meishi-device")?.split(".")).toHaveLength(5)
  for (const { email } of people) await overrun(email)
  const statuses = []
  for (const { email } of people.toReversed()) {
    const cookie = `meishi-device=${family.cookies.get("meishi-device")}`
    statuses.push(await guess(email, "198.51.100.7", PASSWORD, { cookie }))
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test("two tabs that sign in at once with one device cookie: both are signed in, and the browser stays known", async () => {
  const { email } = await signUpAndVerify(site)
  const phone = browserAt(site, "198.51.100.7")
  await phone.signIn(email, PASSWORD)
  const answers = await Promise.all([phone.signIn(email, PASSWORD), phone.signIn(email, PASSWORD)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await overrun(email)
  expect((await phone.signIn(email, PASSWORD)).status).toBe(200)
})

test("an account knows twenty devices for 180 days: the next one replaces the oldest", async () => {
  const { email } = await signUpAndVerify(site)
  const devices: Browser[] = []
  for (let n = 0; n < 21; n++) {
    const device = browserAt(site, `198.51.100.${n}`)
    expect((await device.signIn(email, PASSWORD)).status).toBe(200)
    devices.push(device)
    pass(1000)
  }
  await overrun(email)
  const statuses = []
  for (const device of devices) statuses.push((await device.signIn(email, "wrong password 2")).status)
  expect(statuses).toEqual([429, ...Array(20).fill(400)])
  pass(181 * 1440 * MINUTE_MS)
  await overrun(email)
  expect((await devices[20]?.signIn(email, PASSWORD))?.status).toBe(429)
  await site.services.auth.sweep()
  expect((await site.services.database.pool.query("select 1 from known_devices")).rows).toEqual([])
})

test("reset: three emails an hour for one network, and a 429 for that network only", async () => {
  for (const email of [(await signUpAndVerify(site)).email, "nobody@example.com"]) {
    const ask = async (ip: string) => postJson(site, "/auth/v1/recover", { email }, {}, ip)
    for (let n = 0; n < 3; n++) expect((await ask("203.0.113.1")).status).toBe(200)
    const refused = await ask("203.0.113.1")
    expect([refused.status, (await refused.json()).code]).toEqual([429, "over_email_send_rate_limit"])
    expect((await ask("198.51.100.1")).status).toBe(200)
  }
})

test("reset: requests of others do not void a link that was just sent, only its own network or a known device does", async () => {
  const { email } = await signUpAndVerify(site)
  const phone = browserAt(site, "198.51.100.7")
  await phone.signIn(email, PASSWORD)
  const laptop = browserAt(site, "198.51.100.99")
  await laptop.post("/auth/v1/recover", { email })
  const link = await newestLink(site.services, email)
  const sent = async () => (await emailsTo(site.services, email)).length
  const before = await sent()
  for (let at = 0; at < 30; at++)
    expect((await postJson(site, "/auth/v1/recover", { email }, {}, network(at))).status).toBe(200)
  expect(await sent()).toBe(before)
  pass(9 * MINUTE_MS)
  expect(await laptop.follow(link).then((page) => page.get("type"))).toBe("recovery")
  await laptop.post("/auth/v1/recover", { email })
  expect(await laptop.follow(link).then((page) => page.get("error_code"))).toBe("otp_expired")
  pass(1000)
  await phone.post("/auth/v1/recover", { email })
  expect(await sent()).toBe(before + 2)
  expect(await resetAndSignIn(laptop, email)).toBe(200)
})

test("reset: ten emails an hour for strangers together, and the last link works; a known device still gets its own", async () => {
  const { email } = await signUpAndVerify(site)
  const phone = browserAt(site, "198.51.100.7")
  await phone.signIn(email, PASSWORD)
  const resets = async () =>
    (await emailsTo(site.services, email)).filter(({ subject }) => /reset/i.test(subject)).length
  for (let at = 0; at < 40; at++) {
    await postJson(site, "/auth/v1/recover", { email }, {}, network(at))
    await postJson(site, "/auth/v1/recover", { email }, {}, network(at))
    pass(MINUTE_MS)
  }
  const sent = await resets()
  expect(sent).toBeGreaterThan(5)
  expect(sent).toBeLessThanOrEqual(10)
  const link = await newestLink(site.services, email)
  expect((await phone.follow(link)).get("type")).toBe("recovery")
  pass(1000)
  await phone.post("/auth/v1/recover", { email })
  expect(await resets()).toBe(sent + 1)
})

test("confirmation email: requests of strangers do not keep the owner from asking for it", async () => {
  const email = "unconfirmed@example.com"
  await postJson(site, "/auth/v1/signup", { email, password: PASSWORD }, {}, "198.51.100.9")
  const ask = (ip: string) => postJson(site, "/auth/v1/resend", { type: "signup", email }, {}, ip)
  for (let at = 0; at < 30; at++) expect((await ask(network(at))).status).toBe(200)
  expect(await emailsTo(site.services, email)).toHaveLength(11)
  expect((await ask("198.51.100.9")).status).toBe(200)
})

test("signing up again and confirming with the password work in spite of strangers' requests and guesses", async () => {
  const email = "slow-reader@example.com"
  const signUp = () => postJson(site, "/auth/v1/signup", { email, password: PASSWORD }, {}, "198.51.100.9")
  expect((await signUp()).status).toBe(200)
  for (let at = 0; at < 30; at++) await postJson(site, "/auth/v1/resend", { type: "signup", email }, {}, network(at))
  pass(1000)
  expect((await signUp()).status).toBe(200)
  const token_hash = tokenHashOf(await newestLink(site.services, email))
  expect(await overrun(email)).toBe(40)
  const confirm = (password: string) =>
    postJson(site, "/auth/v1/verify", { token_hash, type: "signup", password }, {}, "203.0.113.30")
  for (let n = 0; n < 9; n++) expect((await confirm("wrong password 3")).status).toBe(400)
  expect((await confirm(PASSWORD)).status).toBe(200)
})

test("a new sign-in email: emails that strangers requested to it do not keep its owner from moving there", async () => {
  const owner = await signUpAndVerify(site)
  const email = "moving-here@example.com"
  for (let at = 0; at < 30; at++) await postJson(site, "/auth/v1/recover", { email }, {}, network(at))
  const move = await site.app.request("/auth/v1/user", {
    method: "PUT",
    headers: owner.headers,
    body: JSON.stringify({ email }),
  })
  expect(move.status).toBe(200)
  expect(await emailsTo(site.services, email)).toHaveLength(1)
})

test("guessing codes with the password locks out neither a known device nor a reset, and is limited to fifty a day", async () => {
  const owner = await protectedMember(site, "guessed-at")
  const phone = browserAt(site, "198.51.100.7")
  await phone.signInFully(owner.email, PASSWORD, owner.factorId, () => nextCode(site, owner.secret))
  let looked = 0
  for (let at = 0; at < 30; at++) {
    const thief = browserAt(site, network(at))
    const { access_token } = await (await thief.signIn(owner.email, PASSWORD)).json()
    for (let n = 0; n < 3; n++) {
      const wrong = codeAt(owner.secret, new Date(site.services.clock().getTime() - 900_000))
      looked += (await thief.showCode(owner.factorId, wrong, access_token)).status === 422 ? 1 : 0
    }
  }
  expect(looked).toBe(50)
  const full = await phone.signInFully(owner.email, PASSWORD, owner.factorId, () => nextCode(site, owner.secret))
  expect(full.status).toBe(200)
  const laptop = browserAt(site, "198.51.100.99")
  expect(
    (await laptop.signInFully(owner.email, PASSWORD, owner.factorId, () => nextCode(site, owner.secret))).status,
  ).toBe(429)
  await laptop.post("/auth/v1/recover", { email: owner.email })
  expect(await resetAndSignIn(laptop, owner.email)).toBe(200)
  const done = await laptop.signInFully(owner.email, NEW_PASSWORD, owner.factorId, () => nextCode(site, owner.secret))
  expect(done.status).toBe(200)
})

test("a mailbox gives no more attempts at codes: resets restart the attempts three times a day at most", async () => {
  const owner = await protectedMember(site, "mailbox-thief")
  let looked = 0
  const thief = browserAt(site, "203.0.113.66")
  for (let round = 0; round < 8; round++) {
    pass(20 * MINUTE_MS)
    await thief.post("/auth/v1/recover", { email: owner.email })
    expect(await resetAndSignIn(thief, owner.email, `${NEW_PASSWORD} ${round}`)).toBe(200)
    // Known by the reset, and from elsewhere.
    for (const browser of [
      thief,
      ...Array.from({ length: 12 }, (_, at) => browserAt(site, network(round * 20 + at))),
    ]) {
      const { access_token } = await (await browser.signIn(owner.email, `${NEW_PASSWORD} ${round}`)).json()
      for (let n = 0; n < 6; n++) {
        const wrong = codeAt(owner.secret, new Date(site.services.clock().getTime() - 900_000))
        looked += (await browser.showCode(owner.factorId, wrong, access_token ?? "")).status === 422 ? 1 : 0
      }
    }
  }
  expect(looked).toBeLessThanOrEqual(4 * 50 + 3 * 5)
})

test("an application that keeps cookies is a known device too, and its session is bound to no cookie", async () => {
  const { email } = await signUpAndVerify(site)
  const signedIn = await postJson(site, "/auth/v1/token?grant_type=password", { email, password: PASSWORD })
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "")
  expect(cookies.map((cookie) => cookie.split("=", 1)[0])).toEqual(["meishi-device"])
  expect(await overrun(email)).toBe(40)
  expect(await guess(email, "198.51.100.52", PASSWORD)).toBe(429)
  expect(await guess(email, "198.51.100.52", PASSWORD, { cookie: cookies[0] ?? "" })).toBe(200)
})

test("the device is known after the code, not after the password alone", async () => {
  const owner = await protectedMember(site, "half-way")
  const thief = browserAt(site, "203.0.113.66")
  await thief.signIn(owner.email, PASSWORD)
  expect(thief.cookies.has("meishi-device")).toBe(false)
  const phone = browserAt(site, "198.51.100.7")
  await phone.signInFully(owner.email, PASSWORD, owner.factorId, () => nextCode(site, owner.secret))
  expect(phone.cookies.has("meishi-device")).toBe(true)
})

test("recovery codes: a stranger who knows the password uses up none of the owner's attempts", async () => {
  const owner = await protectedMember(site, "codes-on-paper")
  const phone = browserAt(site, "198.51.100.7")
  const full = await phone.signInFully(owner.email, PASSWORD, owner.factorId, () => nextCode(site, owner.secret))
  const made = await phone.post("/api/account/recovery-codes", {}, (await full.json()).access_token)
  const { codes } = await made.json()
  for (let at = 0; at < 40; at++) {
    const thief = browserAt(site, network(at))
    const { access_token } = await (await thief.signIn(owner.email, PASSWORD)).json()
    await thief.post("/api/account/recovery-codes/redemption", { code: "AAAA-AAAA" }, access_token)
  }
  const { access_token } = await (await phone.signIn(owner.email, PASSWORD)).json()
  expect((await phone.post("/api/account/recovery-codes/redemption", { code: codes[0] }, access_token)).status).toBe(
    200,
  )
})

test("the holder of a /48 has sixteen times the attempts of one client, not 65,536 times", async () => {
  let looked = 0
  for (let at = 0; at < 300; at++)
    for (let n = 0; n < 5; n++) {
      const ip = `2001:db8:1:${(at * 211).toString(16)}::1`
      looked += (await guess(`list-${at}-${n}@example.com`, ip)) === 400 ? 1 : 0
    }
  expect(looked).toBe(16 * 50)
  expect(await guess("list@example.com", "2001:db8:2::1")).toBe(400)
  // One /56.
  let near = 0
  for (let at = 0; at < 60; at++)
    for (let n = 0; n < 5; n++)
      near +=
        (await guess(`near-${at}-${n}@example.com`, `2001:db8:3:40${at.toString(16).padStart(2, "0")}::1`)) === 400
          ? 1
          : 0
  expect(near).toBe(4 * 50)
  expect(await guess("list@example.com", "2001:db8:3:4100::1")).toBe(400)
}, 120_000)
