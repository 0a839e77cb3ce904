// What the log may say about accounts: ids and masked addresses; never a token, a password, a link or a whole address.
import { expect, test } from "vitest"
import { testApp } from "../../../tests/support/app.ts"
import { catchMail } from "../../../tests/support/mail-catcher.ts"
import { newestLink, tokenHashOf } from "../../../tests/support/mailbox.ts"
import { fromIp, PASSWORD, postJson, signUpAndVerify } from "../../../tests/support/people.ts"

test("a whole life of an account leaves no secret in the log", async () => {
  const catcher = await catchMail()
  const site = await testApp({ SMTP_URL: catcher.url, ADMIN_EMAIL: "quiet.person@example.com" })
  try {
    const email = "quiet.person@example.com"
    const person = await signUpAndVerify(site, { username: "quiet", email })
    await postJson(site, "/auth/v1/token?grant_type=password", { email, password: "wrong secret" })
    const next = await postJson(site, "/auth/v1/token?grant_type=refresh_token", {
      refresh_token: person.refresh_token,
    })
    const rotated = (await next.json()).refresh_token as string
    await postJson(site, "/auth/v1/recover", { email })
    const link = await newestLink(site.services, email)
    const { pathname, search, searchParams } = new URL(link)
    const followed = await site.app.request(pathname + search, {}, fromIp("192.0.2.1"))
    await postJson(site, "/auth/v1/resend", { type: "signup", email: "other.person@example.com" })
    site.advance(20_000)
    await postJson(site, "/auth/v1/token?grant_type=refresh_token", { refresh_token: person.refresh_token })
    catcher.refuseWith(550)
    await site.services.mail.deliverDue()
    await site.services.mail.stop()
    const log = site.logged.map((line) => JSON.stringify(line)).join("\n")
    expect(log).toContain("auth.signed_up")
    expect(log).toContain("auth.sign_in_refused")
    expect(log).toContain("auth.refresh_reused")
    expect(log).toContain("auth.administrator")
    expect(log).toContain("mail.delayed")
    expect(log).toContain("q…@example.com")
    const target = new URL(followed.headers.get("location") ?? "").searchParams
    const secrets = [
      email,
      "other.person@example.com",
      PASSWORD,
      "wrong secret",
      person.access_token,
      person.refresh_token,
      rotated,
      searchParams.get("token"),
      target.get("access_token"),
      target.get("refresh_token"),
      tokenHashOf(link) || "token_hash=",
    ]
    for (const secret of secrets) expect([secret, log.includes(secret ?? "?")]).toEqual([secret, false])
  } finally {
    await catcher.close()
    await site.close()
  }
})
