import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { catchMail, type MailCatcher } from "../../../../tests/support/mail-catcher.ts"
import { signUp } from "../../../../tests/support/people.ts"
import { mail_outbox } from "../db/schema.ts"
import { mustEncrypt, safeSmtpUrl } from "./transport.ts"

let catcher: MailCatcher
let site: TestApp | undefined
afterEach(async () => {
  await site?.services.mail.stop()
  await catcher?.close()
  await site?.close()
  site = undefined
})

/** Not the loopback address by its name, and yet this machine: as any other host to the program. */
const elsewhere = (url: string, query: string) => url.replace("127.0.0.1", "0.0.0.0") + query
/** Sends one email to the catcher. @returns the row that stands for it in the outbox */
async function sent(SMTP_URL: string) {
  site = await testApp({ SMTP_URL })
  await signUp(site)
  await site.services.mail.deliverDue()
  return (await site.services.database.db.select().from(mail_outbox))[0]
}

describe("a mail server that offers no encryption", () => {
  beforeEach(async () => {
    catcher = await catchMail()
  })

  test.each([
    "",
    "?ignoreTLS=true",
    "?requireTLS=false",
    "?opportunisticTLS=true&requireTLS=0",
    "?secured=true",
    "?REQUIRETLS=false",
  ])(
    "on another host gets no email, whatever the address says behind it (%j), and the outbox keeps it with the reason",
    async (query) => {
      const row = await sent(elsewhere(catcher.url, query))
      expect(catcher.caught).toEqual([])
      expect(row).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 })
      expect(row?.text_body).toContain("/verify-email#token_hash=")
      expect(row?.last_error).toContain("could not be encrypted with STARTTLS, so nothing was sent")
      expect(site?.logged.find(({ event }) => event === "mail.delayed")?.error).toContain("could not be encrypted")
    },
  )

  test("on this machine gets its email", async () => {
    expect((await sent(catcher.url))?.sent_at).not.toBeNull()
    expect(catcher.caught.map(({ isEncrypted }) => isEncrypted)).toEqual([false])
  })
})

describe("a mail server that offers STARTTLS", () => {
  beforeEach(async () => {
    catcher = await catchMail(0, { offersTls: true })
  })

  test("with a self-signed certificate gets nothing", async () => {
    const row = await sent(elsewhere(catcher.url, ""))
    expect(catcher.caught).toEqual([])
    expect(row?.last_error).toContain("certificate")
  })

  test("gets its email encrypted", async () => {
    const row = await sent(elsewhere(catcher.url, "?tls.rejectUnauthorized=false"))
    expect(row?.sent_at).not.toBeNull()
    expect(catcher.caught.map(({ isEncrypted }) => isEncrypted)).toEqual([true])
  })
})

test.each([
  ["smtp://localhost", false],
  ["smtp://LOCALHOST:25", false],
  ["smtp://127.0.0.1:1025", false],
  ["smtp://127.8.8.8", false],
  ["smtp://[::1]:25", false],
  ["smtps://mail.example.com", false],
  ["smtp://mail.example.com:587", true],
  ["smtp://10.0.0.7", true],
  ["smtp://localhost.example.com", true],
  ["smtp://127.0.0.1.example.com", true],
  ["smtp://127.evil", true],
  ["smtp://localhost@mail.example.com", true],
  ["smtp://[::2]", true],
])("%s must be encrypted by STARTTLS: %s", (url, must) => {
  expect(mustEncrypt(url)).toBe(must)
})

test("the credentials and the other options of the URL stay", () => {
  expect(safeSmtpUrl("smtp://me%40x:p%2Fw@mail.example.com:587/?name=cards&ignoreTLS=true")).toBe(
    "smtp://me%40x:p%2Fw@mail.example.com:587/?name=cards&requireTLS=true",
  )
})
