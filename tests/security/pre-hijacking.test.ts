// Pre-hijacking (Sudhodanan and Paverd 2022): an account that an attacker prepares under a victim's address must never open for
// the attacker once the victim uses the address. A scenario for each class that can exist here, and for what surrounds them.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { BUDGET } from "../../src/domain/budgets.ts"
import { one_time_tokens, user_roles, users } from "../../src/server/platform/db/auth-schema.ts"
import { profiles } from "../../src/server/platform/db/schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { cookieJar, type Jar } from "../support/cookie-jar.ts"
import { emailsTo, newestLink, tokenHashOf } from "../support/mailbox.ts"
import { fromIp, PASSWORD, type Person, signIn, signUpAndVerify } from "../support/people.ts"
import { STRANGE } from "./inputs.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp({ ADMIN_EMAIL: "chief@example.com" })
})
afterAll(() => site.close())
// Emails differ by their time, and limits forget what earlier scenarios have done.
beforeEach(() => site.advance(2 * 3_600_000))

const HIS = "mine since yesterday 4"
const HERS = "harbour lights at dawn"

let number = 0
/** An unused address and username. */
const fresh = () => {
  number += 1
  return { email: `victim-${number}@example.com`, username: `sasha-${number}` }
}
type Names = ReturnType<typeof fresh>

const signUp = (jar: Jar, { email, username }: Names, password: string) =>
  jar.send("/auth/v1/signup", { email, password, data: { username, full_name: "Sasha Doe" } })
const linkTo = async ({ email }: Pick<Names, "email">, type = "signup") => {
  site.advance(1000)
  return { token_hash: tokenHashOf(await newestLink(site.services, email)), type }
}
const codeOf = async (answer: Response | Promise<Response>): Promise<string> => {
  const { status } = await answer
  const body = await (await answer).json()
  return status === 200 ? "ok" : (body.code ?? body.error?.code)
}
const verify = (jar: Jar, link: object, password?: string) =>
  codeOf(jar.send("/auth/v1/verify", password === undefined ? link : { ...link, password }))
const enter = ({ email }: Pick<Names, "email">, password: string) =>
  codeOf(cookieJar(site).send("/auth/v1/token?grant_type=password", { email, password }))
const userOf = async ({ email }: Pick<Names, "email">) =>
  (await site.services.database.db.select().from(users).where(eq(users.email, email)))[0]

describe("the click of an address's owner", () => {
  test("does not complete the sign-up of someone else, and makes no administrator", async () => {
    const chief = { email: "chief@example.com", username: "sly" }
    await signUp(cookieJar(site), chief, HIS)
    const hers = cookieJar(site)
    expect(await verify(hers, await linkTo(chief))).toBe("password_needed")
    expect(await verify(hers, await linkTo(chief), "")).toBe("password_needed")
    expect(await verify(hers, await linkTo(chief), HERS)).toBe("invalid_credentials")
    expect(await enter(chief, HIS)).toBe("email_not_confirmed")
    const user = await userOf(chief)
    const roles = await site.services.database.db.select().from(user_roles)
    expect(roles.filter(({ user_id, role }) => user_id === user?.id && role === "admin")).toEqual([])
  })

  test("confirms at once in the browser that signed up", async () => {
    const her = fresh()
    const laptop = cookieJar(site)
    await signUp(laptop, her, HERS)
    expect(await verify(laptop, await linkTo(her))).toBe("ok")
    expect(await enter(her, HERS)).toBe("ok")
  })

  test("confirms on a phone with the password of the laptop; a wrong one uses nothing up", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HERS)
    const phone = cookieJar(site)
    const link = await linkTo(her)
    expect(await verify(phone, link)).toBe("password_needed")
    expect(await verify(phone, link, "not this one")).toBe("invalid_credentials")
    expect(await verify(phone, link, HERS)).toBe("ok")
    expect(await verify(phone, link, HERS)).toBe("otp_expired")
  })

  test("says in a sentence what is missing", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HERS)
    const answer = await cookieJar(site).send("/auth/v1/verify", await linkTo(her))
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: "password_needed", message: "Enter the password for this account to confirm the email address." },
    ])
  })

  test("with an invalid link is refused before any password is checked", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HERS)
    const link = await linkTo(her)
    const before = site.services.auth.passwords.computed()
    expect(await verify(cookieJar(site), { ...link, token_hash: "x".repeat(43) }, HERS)).toBe("otp_expired")
    expect(await verify(cookieJar(site), { ...link, type: "email_change" }, HERS)).toBe("otp_expired")
    site.advance(24 * 3_600_000)
    expect(await verify(cookieJar(site), link, HERS)).toBe("otp_expired")
    expect(site.services.auth.passwords.computed()).toBe(before)
  })

  test("accepts no malformed password, and the link still works afterwards", async () => {
    const her = fresh()
    const laptop = cookieJar(site)
    await signUp(laptop, her, HERS)
    const link = await linkTo(her)
    for (const password of STRANGE) {
      const answer = await cookieJar(site).send("/auth/v1/verify", { ...link, password })
      expect([password, answer.status]).toEqual([password, expect.toSatisfy((status) => status >= 400 && status < 500)])
      expect(await answer.json()).toEqual({ code: expect.any(String), message: expect.stringMatching(/\S/) })
    }
    expect(await verify(laptop, link)).toBe("ok")
  })

  test("guesses no password beyond what signing in allows", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HERS)
    const link = await linkTo(her)
    const one = cookieJar(site)
    const answers: string[] = []
    for (let at = 0; at < 12; at++) answers.push(await verify(one, link, `guess ${at}`))
    expect(answers).toContain("over_request_rate_limit")
    expect(answers.filter((code) => code === "invalid_credentials").length).toBeLessThanOrEqual(10)
    // Nor with another link of the same account.
    site.advance(61_000)
    await cookieJar(site).send("/auth/v1/resend", { type: "signup", email: her.email })
    const other = await linkTo(her)
    expect(other).not.toEqual(link)
    expect(await verify(cookieJar(site), other, "guess 13")).toBe("over_request_rate_limit")
  })
})

describe("the cookie", () => {
  test("is for these calls alone, for no script and for no other site, as long as the link works", async () => {
    const jar = cookieJar(site)
    await signUp(jar, fresh(), HERS)
    expect(jar.given).toHaveLength(1)
    expect(jar.given[0]).toMatch(
      /^meishi-email-link=[\w-]{43}; Max-Age=86400; Path=\/auth\/v1; HttpOnly; SameSite=Strict$/,
    )
  })

  test("has the prefix of secure cookies on https", async () => {
    const secure = await testApp({ PUBLIC_ORIGIN: "https://meishi.test" })
    try {
      const jar = cookieJar(secure)
      const her = fresh()
      await signUp(jar, her, HERS)
      expect(jar.given[0]).toMatch(/^__Secure-meishi-email-link=.*; Secure; SameSite=Strict$/)
      const token_hash = tokenHashOf(await newestLink(secure.services, her.email))
      const plain = cookieJar(secure)
      plain.cookies.set("meishi-email-link", jar.cookies.get("__Secure-meishi-email-link") ?? "")
      expect(await verify(plain, { token_hash, type: "signup" })).toBe("password_needed")
      expect(await verify(jar, { token_hash, type: "signup" })).toBe("ok")
    } finally {
      await secure.close()
    }
  })

  test("is new with every sign-up: a planted one is not taken over", async () => {
    const planted = "A".repeat(43)
    const jar = cookieJar(site)
    jar.cookies.set("meishi-email-link", planted)
    const her = fresh()
    await signUp(jar, her, HERS)
    expect(jar.cookies.get("meishi-email-link")).not.toBe(planted)
    const his = cookieJar(site)
    his.cookies.set("meishi-email-link", planted)
    expect(await verify(his, await linkTo(her))).toBe("password_needed")
  })

  test("is given to programs too, and not if the sign-up is refused", async () => {
    const program = cookieJar(site)
    await program.send("/auth/v1/signup", { email: fresh().email, password: HERS }, { "sec-fetch-site": "none" })
    expect(program.given).toHaveLength(1)
    await program.send("/auth/v1/signup", { email: "no address", password: HERS })
    expect(program.given).toEqual([])
  })

  test("of one sign-up opens no other link", async () => {
    const [her, other] = [fresh(), fresh()]
    await signUp(cookieJar(site), her, HIS)
    const hers = cookieJar(site)
    await signUp(hers, other, HERS)
    expect(await verify(hers, await linkTo(her))).toBe("password_needed")
  })

  test("cannot be had from another site's page", async () => {
    for (const from of ["cross-site", "same-site"]) {
      const hers = cookieJar(site)
      const body = { email: fresh().email, password: HIS }
      expect(await codeOf(hers.send("/auth/v1/signup", body, { "sec-fetch-site": from }))).toBe("wrong_origin")
      expect(hers.given).toEqual([])
    }
  })
})

describe("an email sent again", () => {
  const resend = (jar: Jar, { email }: Names) => jar.send("/auth/v1/resend", { type: "signup", email })

  test("binds no browser: the owner who asks for it does not complete the attacker's sign-up", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HIS)
    const hers = cookieJar(site)
    site.advance(1000)
    expect((await resend(hers, her)).status).toBe(200)
    expect(hers.given).toEqual([])
    expect(await verify(hers, await linkTo(her))).toBe("password_needed")
  })

  test("keeps the browser that signed up when that one asks, for as long as the new link works", async () => {
    const her = fresh()
    const laptop = cookieJar(site)
    await signUp(laptop, her, HERS)
    const first = await linkTo(her)
    site.advance(20 * 3_600_000)
    await resend(laptop, her)
    expect(laptop.given[0]).toContain("Max-Age=86400")
    expect(await verify(laptop, first)).toBe("otp_expired")
    expect(await verify(laptop, await linkTo(her))).toBe("ok")
  })

  test("at a stranger's request works with the password only", async () => {
    const her = fresh()
    const laptop = cookieJar(site)
    await signUp(laptop, her, HERS)
    site.advance(1000)
    await resend(cookieJar(site), her)
    const link = await linkTo(her)
    expect(await verify(laptop, link)).toBe("password_needed")
    expect(await verify(laptop, link, HERS)).toBe("ok")
  })

  test("does not reveal whether there is an account", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HERS)
    const answers = [await resend(cookieJar(site), her), await resend(cookieJar(site), fresh())]
    const [known, unknown] = await Promise.all(
      answers.map(async (answer) => [answer.status, await answer.text(), answer.headers.getSetCookie()]),
    )
    expect(known).toEqual(unknown)
  })
})

describe("a program that opens every link of an email", () => {
  test("confirms nothing and uses nothing up, also when it runs the page's scripts", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HERS)
    const link = await linkTo(her)
    const scanner = cookieJar(site)
    for (let round = 0; round < 3; round++) {
      await site.app.request(`/verify-email?token_hash=${link.token_hash}`)
      await site.app.request(`/auth/v1/verify?type=signup&token=${link.token_hash}`)
      expect(await codeOf(scanner.send("/auth/v1/verify/link", link))).toBe("ok")
      expect(await verify(scanner, link)).toBe("password_needed")
    }
    expect((await userOf(her))?.email_confirmed_at).toBeNull()
    expect(await verify(cookieJar(site), link, HERS)).toBe("ok")
  })

  test("learns whose account it is, by names in which a stranger cannot write a message", async () => {
    const her = fresh()
    const laptop = cookieJar(site)
    const created_at = site.services.clock().toISOString()
    await signUp(laptop, her, HERS)
    const link = await linkTo(her)
    const facts = { email: her.email, username: her.username, created_at, has_password: true }
    const elsewhere = await cookieJar(site).send("/auth/v1/verify/link", link)
    expect(await elsewhere.json()).toEqual({ ...facts, needs_password: true })
    expect(await (await laptop.send("/auth/v1/verify/link", link)).json()).toEqual({ ...facts, needs_password: false })
    expect(await codeOf(laptop.send("/auth/v1/verify/link", { ...link, token_hash: "unknown" }))).toBe("otp_expired")
  })

  test("is limited", async () => {
    const scanner = cookieJar(site)
    const link = { token_hash: "unknown", type: "signup" }
    const ask = () => codeOf(scanner.send("/auth/v1/verify/link", link))
    for (let at = 0; at < 60; at++) expect(await ask()).toBe("otp_expired")
    expect(await ask()).toBe("over_request_rate_limit")
    expect(await codeOf(scanner.send("/auth/v1/verify/decline", link))).toBe("over_request_rate_limit")
  })
})

describe("I didn't sign up", () => {
  const decline = (link: object) => codeOf(cookieJar(site).send("/auth/v1/verify/decline", link))

  test("deletes the unconfirmed account, and frees its username and its address", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HIS)
    const id = (await userOf(her))?.id ?? ""
    const link = await linkTo(her)
    expect(await decline(link)).toBe("ok")
    expect(await userOf(her)).toBeUndefined()
    expect(await site.services.database.db.select().from(profiles).where(eq(profiles.id, id))).toEqual([])
    expect(await enter(her, HIS)).toBe("invalid_credentials")
    expect(await decline(link)).toBe("otp_expired")
    expect(await verify(cookieJar(site), link, HIS)).toBe("otp_expired")
    expect(site.logged).toContainEqual(expect.objectContaining({ event: "auth.link_declined", user: id }))
    expect(await codeOf(signUp(cookieJar(site), { ...fresh(), username: her.username }, HERS))).toBe("ok")
  })

  test("does nothing to an account that is confirmed", async () => {
    const her = fresh()
    const laptop = cookieJar(site)
    await signUp(laptop, her, HERS)
    const link = await linkTo(her)
    await verify(laptop, link)
    expect(await decline(link)).toBe("otp_expired")
    expect(await enter(her, HERS)).toBe("ok")
  })

  test("and a confirmation at the same time: one of the two", async () => {
    for (let round = 0; round < 5; round++) {
      const her = fresh()
      const laptop = cookieJar(site)
      await signUp(laptop, her, HERS)
      const link = await linkTo(her)
      const [confirmed, declined] = await Promise.all([verify(laptop, link), decline(link)])
      expect([confirmed, declined].sort()).toEqual(["ok", "otp_expired"])
      expect((await userOf(her)) === undefined).toBe(declined === "ok")
    }
  })
})

describe("a second sign-up with an unconfirmed address", () => {
  test("replaces the first, also with the same username", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HIS)
    const his = await userOf(her)
    const old = await linkTo(her)
    const laptop = cookieJar(site)
    expect(await codeOf(laptop.send("/api/availability", her))).toBe("ok")
    expect(await (await laptop.send("/api/availability", her)).json()).toEqual({ username: true, email: true })
    const { email, username } = her
    const alone = await laptop.send("/api/availability", { username })
    expect(await alone.json()).toEqual({ username: false })
    const other = await laptop.send("/api/availability", { username, email: "another@example.com" })
    expect(await other.json()).toEqual({ username: false, email: true })
    expect(await codeOf(signUp(laptop, her, HERS))).toBe("ok")
    expect((await userOf(her))?.id).not.toBe(his?.id)
    expect(await enter({ email }, HIS)).toBe("invalid_credentials")
    expect(await verify(cookieJar(site), old, HIS)).toBe("otp_expired")
    expect(await verify(laptop, await linkTo(her))).toBe("ok")
    expect(await enter(her, HERS)).toBe("ok")
    expect(await enter(her, HIS)).toBe("invalid_credentials")
  })

  test("frees the username of the first", async () => {
    const [her, other] = [fresh(), fresh()]
    await signUp(cookieJar(site), her, HIS)
    await signUp(cookieJar(site), { ...her, username: other.username }, HERS)
    expect(await codeOf(signUp(cookieJar(site), { ...fresh(), username: her.username }, HERS))).toBe("ok")
  })

  test("takes no username of another account, and then leaves the first unchanged", async () => {
    const [her, other] = [fresh(), fresh()]
    await signUp(cookieJar(site), other, HERS)
    await signUp(cookieJar(site), her, HIS)
    const first = await userOf(her)
    expect(await codeOf(signUp(cookieJar(site), { ...her, username: other.username }, HERS))).toBe(
      "username_already_exists",
    )
    expect((await userOf(her))?.id).toBe(first?.id)
  })

  test("causes no flood: five an hour from one network replace the first", async () => {
    const her = fresh()
    const jar = cookieJar(site)
    for (let count = 0; count <= BUDGET.signUpPerAsker.max; count++)
      expect(await codeOf(signUp(jar, her, HERS))).toBe("ok")
    expect(await codeOf(signUp(jar, her, HERS))).toBe("over_email_send_rate_limit")
    expect(await emailsTo(site.services, her.email)).toHaveLength(6)
  })

  test("fifty at once: one account, its newest link works, and no flood", async () => {
    const her = fresh()
    // In two neighboring /56 at most.
    const jars = Array.from({ length: 50 }, () => cookieJar(site))
    const answers = await Promise.all(jars.map((jar) => codeOf(signUp(jar, her, HERS))))
    const counted = (code: string) => answers.filter((each) => each === code).length
    expect(counted("ok")).toBeGreaterThanOrEqual(1)
    expect(counted("ok")).toBeLessThanOrEqual(1 + 2 * 4 * BUDGET.signUpPerAsker.max)
    expect(counted("ok") + counted("over_email_send_rate_limit") + counted("service_unavailable")).toBe(50)
    const { db } = site.services.database
    const found = await db.select().from(users).where(eq(users.email, her.email))
    expect(found).toHaveLength(1)
    expect(await db.select().from(profiles).where(eq(profiles.username, her.username))).toHaveLength(1)
    expect(await emailsTo(site.services, her.email)).toHaveLength(counted("ok"))
    const links = await db
      .select()
      .from(one_time_tokens)
      .where(eq(one_time_tokens.user_id, found[0]?.id ?? ""))
    expect(links).toHaveLength(1)
  })

  test("and a confirmation at the same time: the address is confirmed for the person who asked for the link, or not at all", async () => {
    for (let round = 0; round < 5; round++) {
      const her = fresh()
      const laptop = cookieJar(site)
      await signUp(laptop, her, HERS)
      const link = await linkTo(her)
      const [confirmed, replaced] = await Promise.all([verify(laptop, link), codeOf(signUp(cookieJar(site), her, HIS))])
      const user = await userOf(her)
      expect(user?.email_confirmed_at !== null).toBe(confirmed === "ok")
      expect(await enter(her, HERS)).toBe(confirmed === "ok" ? "ok" : "invalid_credentials")
      expect(await enter(her, HIS)).toBe(confirmed === "ok" ? "invalid_credentials" : "email_not_confirmed")
      expect(replaced === "ok").toBe(confirmed !== "ok")
    }
  })

  test("is not possible once the address is confirmed", async () => {
    const { email } = await signUpAndVerify(site)
    const answer = await signUp(cookieJar(site), { ...fresh(), email: email.toUpperCase() }, HIS)
    expect([answer.status, await answer.json()]).toEqual([
      409,
      {
        code: "email_already_exists",
        message: "An account with this email address already exists. Please use another email address or login.",
      },
    ])
  })
})

describe("the class of the classic-federated merge and of the non-verifying provider", () => {
  test("has no way in: no account is ever joined to one of another provider", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HIS)
    const jar = cookieJar(site)
    const grants = ["id_token", "web3", "pkce"].map((grant) =>
      codeOf(jar.send(`/auth/v1/token?grant_type=${grant}`, { provider: "google", id_token: "x", email: her.email })),
    )
    expect(await Promise.all(grants)).toEqual(["provider_disabled", "web3_provider_disabled", "validation_failed"])
    expect(await codeOf(jar.send("/auth/v1/authorize?provider=google", {}))).toBe("validation_failed")
    expect(await codeOf(jar.send("/auth/v1/otp", { email: her.email }))).toBe("otp_disabled")
    expect((await userOf(her))?.email_confirmed_at).toBeNull()
  })
})

describe("the class of the unexpired session", () => {
  test("an account that is not confirmed has none, and a reset ends those of a confirmed one", async () => {
    const her = fresh()
    await signUp(cookieJar(site), her, HIS)
    expect(await enter(her, HIS)).toBe("email_not_confirmed")
    const { email, headers, refresh_token } = await signUpAndVerify(site)
    await reset({ email })
    const jar = cookieJar(site)
    expect(await codeOf(jar.send("/auth/v1/token?grant_type=refresh_token", { refresh_token }))).toBe(
      "refresh_token_not_found",
    )
    expect(await codeOf(jar.send("/auth/v1/user", { password: HIS }, headers, "PUT"))).toBe("session_not_found")
  })
})

/** "Forgot password?", as the owner of the address does it. */
async function reset({ email }: Pick<Names, "email">) {
  site.advance(1000)
  await cookieJar(site).send("/auth/v1/recover", { email })
  const { pathname, search } = new URL(await newestLink(site.services, email))
  const followed = await site.app.request(pathname + search, {}, fromIp("2001:db8:5::1"))
  const token = new URL(followed.headers.get("location") ?? "").searchParams.get("access_token")
  const headers = { authorization: `Bearer ${token}` }
  expect(await codeOf(cookieJar(site).send("/auth/v1/user", { password: HERS }, headers, "PUT"))).toBe("ok")
}

describe("the class of the trojan identifier", () => {
  test("nothing stored with an account signs in to it, and a reset by the owner leaves nothing of the attacker's", async () => {
    const her = fresh()
    const his = cookieJar(site)
    const data = { username: her.username, full_name: "Sasha", phone: "15550100", email: "his@example.com", sub: "x" }
    await his.send("/auth/v1/signup", { email: her.email, password: HIS, data })
    const link = await linkTo(her)
    await reset(her)
    expect(await enter(her, HERS)).toBe("ok")
    expect(await enter(her, HIS)).toBe("invalid_credentials")
    expect(await verify(his, link)).toBe("otp_expired")
    const password = HERS
    expect(await enter({ email: "his@example.com" }, password)).toBe("invalid_credentials")
    expect(await enter({ email: her.username }, password)).toBe("invalid_credentials")
    expect(await codeOf(his.send("/auth/v1/token?grant_type=password", { phone: "15550100", password }))).toBe(
      "phone_provider_disabled",
    )
    const user = await userOf(her)
    const left = await site.services.database.db
      .select()
      .from(one_time_tokens)
      .where(eq(one_time_tokens.user_id, user?.id ?? ""))
    expect(left).toEqual([])
  })
})

describe("the class of the unexpired email change", () => {
  const change = async (jar: Jar, { headers }: { headers: Record<string, string> }, email: string) => {
    site.advance(1000)
    return jar.send("/auth/v1/user", { email, current_password: PASSWORD }, headers, "PUT")
  }

  test("the click of the new address's owner gives an attacker nothing, and the owner can stop the change", async () => {
    const [attacker, her] = [await signUpAndVerify(site), fresh()]
    const his = cookieJar(site)
    expect((await change(his, attacker, her.email)).status).toBe(200)
    const link = await linkTo(her, "email_change")
    const hers = cookieJar(site)
    expect(await verify(hers, link)).toBe("password_needed")
    expect(await verify(hers, link, HERS)).toBe("invalid_credentials")
    const facts = await (await hers.send("/auth/v1/verify/link", link)).json()
    expect(facts).toMatchObject({ email: her.email, username: attacker.username, needs_password: true })
    expect(await codeOf(hers.send("/auth/v1/verify/decline", link))).toBe("ok")
    expect(await verify(his, link)).toBe("otp_expired")
    expect(await enter(attacker, PASSWORD)).toBe("ok")
    expect(await codeOf(signUp(hers, her, HERS))).toBe("ok")
  })

  test("the browser that asked for it confirms, and others do with the password", async () => {
    const [one, two] = [await signUpAndVerify(site), await signUpAndVerify(site)]
    const [first, second] = [fresh(), fresh()]
    const laptop = cookieJar(site)
    await change(laptop, one, first.email)
    expect(laptop.given).toHaveLength(1)
    expect(await verify(laptop, await linkTo(first, "email_change"))).toBe("ok")
    await change(laptop, two, second.email)
    const link = await linkTo(second, "email_change")
    expect(await verify(cookieJar(site), link, "not this one")).toBe("invalid_credentials")
    expect(await verify(cookieJar(site), link, PASSWORD)).toBe("ok")
    expect(await enter(second, PASSWORD)).toBe("ok")
  })

  test("a new password, however it is set, ends the link", async () => {
    for (const way of ["change", "reset"]) {
      const [owner, aim] = [await signUpAndVerify(site), fresh()]
      const his = cookieJar(site)
      await change(his, owner, aim.email)
      const link = await linkTo(aim, "email_change")
      const body = { password: HERS, current_password: PASSWORD }
      if (way === "reset") await reset(owner)
      else expect(await codeOf(his.send("/auth/v1/user", body, owner.headers, "PUT"))).toBe("ok")
      expect(await verify(his, link)).toBe("otp_expired")
    }
  })

  test("signing out every other device ends the link that one of them asked for", async () => {
    const [owner, aim] = [await signUpAndVerify(site), fresh()]
    const his = cookieJar(site)
    await change(his, owner, aim.email)
    const link = await linkTo(aim, "email_change")
    const { headers } = await signIn(site, owner.email)
    expect((await cookieJar(site).send("/auth/v1/logout?scope=others", {}, headers)).status).toBe(204)
    expect(await verify(his, link)).toBe("otp_expired")
  })

  /** An intruder with the password asks for another address, in a session and browser of their own. */
  async function intruded() {
    const [owner, aim] = [await signUpAndVerify(site), fresh()]
    const his = cookieJar(site)
    const opened = await his.send("/auth/v1/token?grant_type=password", { email: owner.email, password: PASSWORD })
    const { access_token } = await opened.json()
    const { session_id } = JSON.parse(Buffer.from(access_token.split(".")[1], "base64url").toString())
    const headers = { authorization: `Bearer ${access_token}` }
    await change(his, { headers }, aim.email)
    return { owner, aim, his, headers, session_id, link: await linkTo(aim, "email_change") }
  }
  const endInList = async (by: Pick<Person, "headers">, id: string) =>
    (await site.app.request(`/api/account/sessions/${id}`, { method: "DELETE", headers: by.headers })).status

  test("after the session that asked has ended, its browser needs the password like any other", async () => {
    type Intruded = Awaited<ReturnType<typeof intruded>>
    const signOut = async (scope: string, headers: Record<string, string>) =>
      (await cookieJar(site).send(`/auth/v1/logout?scope=${scope}`, {}, headers)).status
    const endings = {
      itself: ({ headers }: Intruded) => signOut("local", headers),
      itselfInTheList: ({ headers, session_id }: Intruded) => endInList({ headers }, session_id),
      everywhere: ({ owner }: Intruded) => signOut("global", owner.headers),
    }
    for (const end of Object.values(endings)) {
      const asked = await intruded()
      const { owner, his, link } = asked
      const needsPassword = async () => (await (await his.send("/auth/v1/verify/link", link)).json()).needs_password
      expect(await needsPassword()).toBe(false)
      expect([200, 204]).toContain(await end(asked))
      expect(await needsPassword()).toBe(true)
      expect(await verify(his, link)).toBe("password_needed")
      expect(await verify(his, link, "not this one")).toBe("invalid_credentials")
      expect(await enter(owner, PASSWORD)).toBe("ok")
      expect(await verify(his, link, PASSWORD)).toBe("ok")
    }
  })

  test("ends with the session that asked when another session ends it, also for someone who has the password", async () => {
    const { owner, his, session_id, link } = await intruded()
    expect(await endInList(owner, session_id)).toBe(200)
    expect(await verify(his, link, PASSWORD)).toBe("otp_expired")
    expect(await verify(cookieJar(site), link, PASSWORD)).toBe("otp_expired")
    expect(await userOf(owner)).toBeDefined()
  })

  test("sent again by the intruder, it ends with the session all the same", async () => {
    const { owner, aim, his, session_id } = await intruded()
    const again = await his.send("/auth/v1/resend", { type: "email_change", email: owner.email })
    expect(again.status).toBe(200)
    const link = await linkTo(aim, "email_change")
    expect(await endInList(owner, session_id)).toBe(200)
    expect(await verify(his, link, PASSWORD)).toBe("otp_expired")
  })

  test("a reset that was opened from the former mailbox sets no password after the move", async () => {
    const [owner, aim] = [await signUpAndVerify(site), fresh()]
    await cookieJar(site).send("/auth/v1/recover", { email: owner.email })
    const { pathname, search } = new URL(await newestLink(site.services, owner.email))
    const open = async () => {
      const followed = await site.app.request(pathname + search, {}, fromIp("2001:db8:5::1"))
      return new URL(followed.headers.get("location") ?? "").searchParams
    }
    const headers = { authorization: `Bearer ${(await open()).get("access_token")}` }
    const laptop = cookieJar(site)
    await change(laptop, owner, aim.email)
    expect(await verify(laptop, await linkTo(aim, "email_change"))).toBe("ok")
    expect(await codeOf(cookieJar(site).send("/auth/v1/user", { password: HIS }, headers, "PUT"))).toBe(
      "session_not_found",
    )
    expect((await open()).get("error_code")).toBe("otp_expired")
    expect(await enter(aim, HIS)).toBe("invalid_credentials")
    expect(await enter(aim, PASSWORD)).toBe("ok")
    // The owner's sessions continue.
    expect((await site.app.request("/auth/v1/user", { headers: owner.headers })).status).toBe(200)
  })

  test("the cookie of another sign-up does not confirm it", async () => {
    const [attacker, her] = [await signUpAndVerify(site), fresh()]
    const hers = cookieJar(site)
    await signUp(hers, her, HERS)
    await change(cookieJar(site), attacker, her.email)
    expect(await verify(hers, await linkTo(her, "email_change"))).toBe("password_needed")
  })

  test("an address that a stranger signed up with and never confirmed is free for its owner", async () => {
    const [owner, aim] = [await signUpAndVerify(site), fresh()]
    await signUp(cookieJar(site), aim, HIS)
    const laptop = cookieJar(site)
    expect((await change(laptop, owner, aim.email)).status).toBe(200)
    expect(await verify(laptop, await linkTo(aim, "email_change"))).toBe("ok")
    expect((await userOf(aim))?.id).toBe(owner.user_id)
    expect(await enter(aim, HIS)).toBe("invalid_credentials")
  })
})
