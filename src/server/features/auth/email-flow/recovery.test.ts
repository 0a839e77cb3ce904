import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { emailsTo, newestLink, tokenHashOf } from "../../../../../tests/support/mailbox.ts"
import { fromIp, PASSWORD, postJson, signIn, signUp, signUpAndVerify } from "../../../../../tests/support/people.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const NEW_PASSWORD = "a quieter harbour"
let ip = 0
const recover = (email: string) => postJson(site, "/auth/v1/recover", { email }, {}, `198.18.0.${++ip}`)

/** Opens the link of the newest email, as a browser does: the query string of the page it leads to. */
async function follow(link: string): Promise<URLSearchParams> {
  const { pathname, search } = new URL(link)
  const answer = await site.app.request(pathname + search, {}, fromIp(`198.18.1.${++ip}`))
  expect(answer.status).toBe(303)
  const target = new URL(answer.headers.get("location") ?? "")
  expect(target.origin + target.pathname).toBe("http://meishi.test/reset-password")
  return target.searchParams
}

const bearer = (token: string | null) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" })
const put = (token: string | null, body: unknown) =>
  Promise.resolve(
    site.app.request("/auth/v1/user", { method: "PUT", headers: bearer(token), body: JSON.stringify(body) }),
  )

test("the link opens a session that sets a password and ends every session, and works only once", async () => {
  const person = await signUpAndVerify(site)
  expect((await recover(person.email)).status).toBe(200)
  const link = await newestLink(site.services, person.email)
  const first = await follow(link)
  const second = await follow(link)
  expect(first.get("type")).toBe("recovery")
  expect(first.get("token_type")).toBe("bearer")
  expect(first.get("expires_in")).toBe("2700")
  const changed = await put(second.get("access_token"), { password: NEW_PASSWORD })
  expect(changed.status).toBe(200)
  for (const token of [person.access_token, first.get("access_token"), second.get("access_token")]) {
    const answer = await site.app.request("/auth/v1/user", { headers: bearer(token) })
    expect((await answer.json()).code).toBe("session_not_found")
  }
  expect((await follow(link)).get("error_code")).toBe("otp_expired")
  expect(
    (await postJson(site, "/auth/v1/token?grant_type=password", { email: person.email, password: "x" })).status,
  ).toBe(400)
  expect((await signIn(site, person.email, NEW_PASSWORD)).access_token).toBeTruthy()
  const subjects = (await emailsTo(site.services, person.email)).map(({ subject }) => subject)
  expect(subjects).toContain("Your Meishi password was changed")
})

test("a recovery session can do nothing else", async () => {
  const { email } = await signUpAndVerify(site)
  await recover(email)
  const session = await follow(await newestLink(site.services, email))
  const token = session.get("access_token")
  expect((await put(token, { email: "thief@example.com" })).status).toBe(403)
  expect((await put(token, { email: "thief@example.com", password: NEW_PASSWORD })).status).toBe(403)
  expect((await put(token, {})).status).toBe(403)
  expect((await put(token, { password: "12345" })).status).toBe(422)
  expect(await site.services.access.requireCaller(token ?? "")).toMatchObject({ kind: "recovery" })
})

test("fifty at once with one recovery session: one sets the password", async () => {
  const { email } = await signUpAndVerify(site)
  await recover(email)
  const token = (await follow(await newestLink(site.services, email))).get("access_token")
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => put(token, { password: `${NEW_PASSWORD} ${at}` })),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 403).length).toBeGreaterThan(10)
  // One network cannot have that many hashes waiting: the rest is asked to come back.
  const others = answers.filter((answer) => answer.status !== 200 && answer.status !== 403)
  expect(others.every((answer) => answer.status === 503 && answer.headers.get("retry-after") === "1")).toBe(true)
})

test("a recovery session ends after 45 minutes and cannot be extended", async () => {
  const { email } = await signUpAndVerify(site)
  await recover(email)
  const session = await follow(await newestLink(site.services, email))
  site.advance(30 * 60_000)
  const refresh = { refresh_token: session.get("refresh_token") }
  const next = await postJson(site, "/auth/v1/token?grant_type=refresh_token", refresh)
  expect((await next.json()).expires_in).toBe(15 * 60)
  site.advance(16 * 60_000)
  expect((await put(session.get("access_token"), { password: NEW_PASSWORD })).status).toBe(403)
})

test("a newer link voids the older one, and a used or late one says that it has expired", async () => {
  const { email } = await signUpAndVerify(site)
  const again = () => postJson(site, "/auth/v1/recover", { email }, {}, "198.18.2.2")
  await again()
  const first = await newestLink(site.services, email)
  site.advance(1000)
  await again()
  expect((await follow(first)).get("error_code")).toBe("otp_expired")
  const second = await newestLink(site.services, email)
  site.advance(60 * 60_000)
  const late = await follow(second)
  expect(Object.fromEntries(late)).toEqual({
    error: "access_denied",
    error_code: "otp_expired",
    error_description: "Email link is invalid or has expired",
  })
  expect((await follow("http://meishi.test/auth/v1/verify?type=signup&token=x")).get("error")).toBe("access_denied")
})

test("known and unknown addresses get the same answer", async () => {
  const { email } = await signUpAndVerify(site)
  const known = await recover(email)
  const unknown = await recover("nobody@example.com")
  expect([known.status, await known.json()]).toEqual([unknown.status, await unknown.json()])
  expect(await emailsTo(site.services, "nobody@example.com")).toEqual([])
})

test("the time of an answer does not tell whether an email was stored: it takes a step, in which both fit", async () => {
  const { email } = await signUpAndVerify(site)
  const again = (address: string) => postJson(site, "/auth/v1/resend", { type: "signup", email: address })
  for (const ask of [recover, again])
    for (const address of [email, "nobody@example.com"]) {
      const started = performance.now()
      expect((await ask(address)).status).toBe(200)
      // Timers of Node may be a millisecond early.
      expect(performance.now() - started).toBeGreaterThanOrEqual(99)
    }
})

test("the owner of an address takes back an account that someone else signed up with it", async () => {
  const { email } = await signUp(site, { password: "the squatter's own" })
  await recover(email)
  const session = await follow(await newestLink(site.services, email))
  expect((await put(session.get("access_token"), { password: NEW_PASSWORD })).status).toBe(200)
  expect(
    (await postJson(site, "/auth/v1/token?grant_type=password", { email, password: "the squatter's own" })).status,
  ).toBe(400)
  expect((await signIn(site, email, NEW_PASSWORD)).access_token).toBeTruthy()
})

test("a password change ends all other sessions and open links, and keeps this session", async () => {
  const person = await signUpAndVerify(site)
  const other = await signIn(site, person.email)
  await recover(person.email)
  const link = await newestLink(site.services, person.email)
  expect((await put(person.access_token, { password: NEW_PASSWORD })).status).toBe(200)
  const { access } = site.services
  await expect(access.requireCaller(person.access_token)).resolves.toMatchObject({ user_id: person.user_id })
  await expect(access.requireCaller(other.access_token)).rejects.toMatchObject({ code: "session_not_found" })
  expect((await follow(link)).get("error_code")).toBe("otp_expired")
})

test("a session that was left open needs the current password", async () => {
  const person = await signUpAndVerify(site)
  site.advance(16 * 60_000)
  const refused = await put(person.access_token, { password: NEW_PASSWORD })
  expect([refused.status, (await refused.json()).code]).toEqual([400, "reauthentication_needed"])
  const wrong = await put(person.access_token, { password: NEW_PASSWORD, current_password: "not it" })
  expect((await wrong.json()).code).toBe("invalid_credentials")
  const right = await put(person.access_token, { password: NEW_PASSWORD, current_password: "lighthouse keeper 7" })
  expect(right.status).toBe(200)
  const weak = await put(person.access_token, { password: "12345", current_password: NEW_PASSWORD })
  expect(await weak.json()).toMatchObject({ code: "weak_password", message: "Password must be at least 6 characters" })
})

test("a changed or reset password must be as long as a first one", async () => {
  const person = await signUpAndVerify(site)
  await recover(person.email)
  const reset = (await follow(await newestLink(site.services, person.email))).get("access_token") ?? ""
  const told = async (token: string, password: string) => {
    const refused = await put(token, { password })
    const { code, message, weak_password } = await refused.json()
    return [code, message, weak_password.reasons]
  }
  const tooShort = ["weak_password", "Password must be at least 8 characters", ["length"]]
  for (const password of ["vq7#xk", "vq7#xk2"])
    for (const token of [person.access_token, reset]) expect(await told(token, password)).toEqual(tooShort)
  const tiny = (message: string) => ["weak_password", message, ["length"]]
  expect(await told(person.access_token, "vq7#x")).toEqual(tiny("Password must be at least 6 characters"))
  expect(await told(reset, "vq7#x")).toEqual(tiny("Password must be at least 6 characters long"))
  expect((await put(reset, { password: "vq7#xk2w" })).status).toBe(200)
})

test("neither a change nor a reset accepts a password made of the person's name or the site's", async () => {
  const person = await signUpAndVerify(site, { username: "brewsterine", full_name: "Ottilie Quackenbush" })
  await recover(person.email)
  const reset = (await follow(await newestLink(site.services, person.email))).get("access_token") ?? ""
  for (const password of ["Quackenbush1!", "eniretswerb", "M3ishi2026!", `${person.email}1`, "Admin@123"])
    for (const token of [person.access_token, reset]) {
      const refused = await put(token, { password })
      expect([password, (await refused.json()).weak_password?.reasons]).toEqual([password, ["pwned"]])
    }
})

test("a new sign-in email is confirmed by itself, the old one is notified, and nothing changes before", async () => {
  const person = await signUpAndVerify(site, { username: "mover" })
  // Emails differ by their time.
  site.advance(1000)
  const asked = await put(person.access_token, { email: "Moved@Example.com" })
  expect(await asked.json()).toMatchObject({ email: person.email, new_email: "moved@example.com" })
  expect((await emailsTo(site.services, person.email)).at(-1)?.subject).toBe(
    "Your Meishi sign-in email is about to change",
  )
  expect((await signIn(site, person.email)).access_token).toBeTruthy()
  const token_hash = tokenHashOf(await newestLink(site.services, "moved@example.com"))
  const confirmed = await postJson(site, "/auth/v1/verify", { token_hash, type: "email_change", password: PASSWORD })
  expect(await confirmed.json()).toMatchObject({ id: person.user_id, email: "moved@example.com" })
  expect((await signIn(site, "moved@example.com")).access_token).toBeTruthy()
  expect(
    (
      await postJson(site, "/auth/v1/token?grant_type=password", {
        email: person.email,
        password: "lighthouse keeper 7",
      })
    ).status,
  ).toBe(400)
  const profile = await site.services.database.pool.query("select signin_email from profiles where username = 'mover'")
  expect(profile.rows).toEqual([{ signin_email: "moved@example.com" }])
})

test("a session that was left open changes the address only with the current password", async () => {
  const person = await signUpAndVerify(site)
  site.advance(16 * 60_000)
  const move = async (more: object) => {
    const answer = await put(person.access_token, { email: "moved.late@example.com", ...more })
    return [answer.status, (await answer.json()).code]
  }
  expect(await move({})).toEqual([400, "reauthentication_needed"])
  expect(await move({ current_password: "not it" })).toEqual([400, "invalid_credentials"])
  expect(await emailsTo(site.services, "moved.late@example.com")).toEqual([])
  expect(await move({ current_password: "lighthouse keeper 7" })).toEqual([200, undefined])
  expect(await emailsTo(site.services, "moved.late@example.com")).toHaveLength(1)
})

test("address and password in one request: the current password is asked for once, before either changes", async () => {
  const person = await signUpAndVerify(site)
  site.advance(16 * 60_000)
  const both = { email: "moved.too@example.com", password: NEW_PASSWORD }
  expect((await put(person.access_token, both)).status).toBe(400)
  expect((await signIn(site, person.email)).access_token).toBeTruthy()
  expect((await put(person.access_token, { ...both, current_password: "lighthouse keeper 7" })).status).toBe(200)
  expect(await emailsTo(site.services, "moved.too@example.com")).toHaveLength(1)
})

test("address and password in one request: where the address is refused, the password stays", async () => {
  const [person, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  for (const email of [other.email, "not an address"]) {
    expect((await put(person.access_token, { email, password: NEW_PASSWORD })).ok).toBe(false)
    expect((await signIn(site, person.email)).access_token).toBeTruthy()
  }
})

test("the eleventh new password within an hour is refused, and no email is sent for it", async () => {
  const person = await signUpAndVerify(site)
  const change = async (n: number) => (await put(person.access_token, { password: `${NEW_PASSWORD} ${n}` })).status
  for (let n = 1; n <= 10; n++) expect(await change(n)).toBe(200)
  const letters = (await emailsTo(site.services, person.email)).length
  expect(await change(11)).toBe(429)
  expect(await emailsTo(site.services, person.email)).toHaveLength(letters)
  expect((await signIn(site, person.email, `${NEW_PASSWORD} 10`)).access_token).toBeTruthy()
})

test("a taken address is refused, at once or when it is confirmed", async () => {
  const [one, two, three] = [await signUpAndVerify(site), await signUpAndVerify(site), await signUpAndVerify(site)]
  const taken = await put(one.access_token, { email: two.email })
  expect([taken.status, (await taken.json()).code]).toEqual([409, "email_already_exists"])
  await put(one.access_token, { email: "wanted@example.com" })
  const first = tokenHashOf(await newestLink(site.services, "wanted@example.com"))
  await put(three.access_token, { email: "wanted@example.com" })
  const second = tokenHashOf(await newestLink(site.services, "wanted@example.com"))
  const answers = await Promise.all(
    [first, second].map((token_hash) =>
      postJson(site, "/auth/v1/verify", { token_hash, type: "email_change", password: PASSWORD }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})
