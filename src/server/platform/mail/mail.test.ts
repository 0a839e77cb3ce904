import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import PostalMime from "postal-mime"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { catchMail, type MailCatcher } from "../../../../tests/support/mail-catcher.ts"
import { oddMailServer, trickle } from "../../../../tests/support/odd-mail-server.ts"
import { signUp } from "../../../../tests/support/people.ts"
import { MAIL_ATTEMPTS_MAX, MAIL_POLL_MS } from "../../../domain/limits.ts"
import { mail_outbox } from "../db/schema.ts"
import { createLog } from "../log.ts"
import { backoffMs, createMail } from "./mail.ts"
import { createTransport } from "./transport.ts"

const outbox = (site: TestApp) => site.services.database.db.select().from(mail_outbox)

describe("with a mail server", () => {
  let catcher: MailCatcher
  let site: TestApp
  beforeAll(async () => {
    catcher = await catchMail()
    site = await testApp({
      SMTP_URL: catcher.url,
      MAIL_FROM: "Meishi <cards@example.com>",
      SUPPORT_EMAIL: "help@example.com",
    })
  })
  afterAll(async () => {
    await site.services.mail.stop()
    await catcher.close()
    await site.close()
  })
  beforeEach(async () => {
    await site.services.database.db.delete(mail_outbox)
    catcher.caught.length = 0
    catcher.refuseWith(null)
  })

  test("the email of a sign-up arrives in HTML and text, with its link, and its content is deleted", async () => {
    const { email } = await signUp(site, { full_name: "<b>Win money at evil.example</b>" })
    expect(catcher.caught).toHaveLength(0)
    expect(await site.services.mail.deliverDue()).toBe(1)
    const [mail] = catcher.caught
    expect(mail?.to).toEqual([email])
    expect(mail?.parsed).toMatchObject({
      subject: "Confirm your email for Meishi",
      from: { name: "Meishi", address: "cards@example.com" },
      to: [{ address: email }],
      date: "2026-05-01T12:00:00.000Z",
    })
    const link = /http:\/\/meishi\.test\/verify-email#token_hash=[\w-]{43}&type=signup/
    expect(mail?.parsed.text).toMatch(link)
    expect(mail?.parsed.html).toMatch(/href="http:\/\/meishi\.test\/verify-email#token_hash=[\w-]{43}&#38;type=signup"/)
    expect(mail?.parsed.text).toContain("If you didn't create an account")
    expect(mail?.parsed.text).toContain("help@example.com")
    expect(mail?.raw).not.toContain("evil.example")
    expect(await outbox(site)).toMatchObject([
      { html_body: "", text_body: "", attempts: 1, last_error: null, failed_at: null },
    ])
    expect((await outbox(site))[0]?.sent_at).not.toBeNull()
    expect(await site.services.mail.deliverDue()).toBe(0)
  })

  test("a server that refuses gets it again, each time after twice the wait", async () => {
    await signUp(site)
    catcher.refuseWith(451)
    expect(await site.services.mail.deliverDue()).toBe(0)
    expect(await site.services.mail.deliverDue()).toBe(0)
    expect(await outbox(site)).toMatchObject([{ attempts: 1, sent_at: null }])
    site.advance(backoffMs(1))
    await site.services.mail.deliverDue()
    expect(await outbox(site)).toMatchObject([{ attempts: 2, sent_at: null }])
    site.advance(backoffMs(1))
    await site.services.mail.deliverDue()
    expect(await outbox(site)).toMatchObject([{ attempts: 2 }])
    catcher.refuseWith(null)
    site.advance(backoffMs(1))
    expect(await site.services.mail.deliverDue()).toBe(1)
    expect(catcher.caught).toHaveLength(1)
  })

  test("after the last attempt it is given up, and its link is gone", async () => {
    const { email } = await signUp(site)
    catcher.refuseWith(550)
    for (let at = 1; at <= MAIL_ATTEMPTS_MAX; at++) {
      await site.services.mail.deliverDue()
      site.advance(backoffMs(at))
    }
    const [row] = await outbox(site)
    expect(row).toMatchObject({ attempts: MAIL_ATTEMPTS_MAX, html_body: "", text_body: "", sent_at: null })
    expect(row?.failed_at).not.toBeNull()
    expect(row?.last_error).not.toContain(email)
    await site.services.mail.deliverDue()
    expect((await outbox(site))[0]?.attempts).toBe(MAIL_ATTEMPTS_MAX)
    expect(site.logged.some(({ event, level }) => event === "mail.given_up" && level === "error")).toBe(true)
  })

  test("an email that was delayed by a clock a month ahead is sent when the clock is right again", async () => {
    const month = 30 * 86_400_000
    site.advance(month)
    await signUp(site)
    catcher.refuseWith(451)
    expect(await site.services.mail.deliverDue()).toBe(0)
    catcher.refuseWith(null)
    site.advance(-month)
    expect(await site.services.mail.deliverDue()).toBe(1)
    expect(await site.services.mail.deliverDue()).toBe(0)
  })

  test("several workers send each email once", async () => {
    for (let at = 0; at < 6; at++) await signUp(site)
    const workers = Array.from({ length: 4 }, () => createMail(site.services))
    const sent = await Promise.all(workers.map((worker) => worker.deliverDue()))
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(6)
    expect(new Set(catcher.caught.map(({ to }) => to[0])).size).toBe(6)
    for (const worker of workers) await worker.stop()
  })

  test("an email that a killed process had claimed is claimed again", async () => {
    await signUp(site)
    await site.services.database.pool.query("update mail_outbox set attempts = 1, next_attempt_at = $1", [
      new Date(site.services.clock().getTime() + 120_000),
    ])
    expect(await site.services.mail.deliverDue()).toBe(0)
    site.advance(120_000)
    expect(await site.services.mail.deliverDue()).toBe(1)
  })

  test("the record of a finished email goes after a week", async () => {
    await signUp(site)
    await site.services.mail.deliverDue()
    await signUp(site)
    site.advance(8 * 86_400_000)
    await site.services.mail.sweep()
    expect(await outbox(site)).toMatchObject([{ sent_at: null }])
  })
})

test("an email is sent at the commit of its change, long before the next look into the outbox", async () => {
  const catcher = await catchMail()
  const site = await testApp({ SMTP_URL: catcher.url })
  try {
    site.services.mail.start()
    await signUp(site)
    await expect.poll(() => catcher.caught.length, { timeout: MAIL_POLL_MS / 2 }).toBe(1)
    await site.services.mail.stop()
  } finally {
    await site.close()
    await catcher.close()
  }
})

test("a mail server that is down delays the email, and the sign-up does not wait for it", async () => {
  const catcher = await catchMail()
  await catcher.close()
  const site = await testApp({ SMTP_URL: catcher.url })
  try {
    await signUp(site)
    expect(await site.services.mail.deliverDue()).toBe(0)
    expect(await outbox(site)).toMatchObject([{ attempts: 1, sent_at: null }])
    expect(site.logged).toContainEqual(expect.objectContaining({ event: "mail.delayed", attempts: 1 }))
    const back = await catchMail(Number(new URL(catcher.url).port))
    site.advance(backoffMs(1))
    expect(await site.services.mail.deliverDue()).toBe(1)
    await site.services.mail.stop()
    await back.close()
  } finally {
    await site.close()
  }
})

test("without a mail server, the email is a file that only its owner can read, and its link is in the log", async () => {
  const site = await testApp()
  try {
    const { email } = await signUp(site)
    await site.services.mail.deliverDue()
    const folder = join(site.services.config.DATA_DIR, "mail")
    const [file = "", ...rest] = await readdir(folder)
    expect(rest).toEqual([])
    expect(file).toMatch(/\.eml$/)
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const parsed = await PostalMime.parse(await readFile(join(folder, file)))
    expect(parsed.to).toMatchObject([{ address: email }])
    const line = site.logged.find(({ event }) => event === "mail.kept_as_file")
    expect(line?.link).toMatch(/^http:\/\/meishi\.test\/verify-email#token_hash=[\w-]{43}&type=signup$/)
    expect(line?.note).toContain("No mail server is configured (SMTP_URL)")
    expect(parsed.text).toContain(line?.link)
  } finally {
    await site.close()
  }
})

describe("a mail server that", () => {
  test("never ends its answer is given up, with its connection, and the next email gets another one", async () => {
    let isGood = false
    const server = await oddMailServer((socket, command) => {
      if (command !== "." || isGood) return false
      trickle(socket)
      return true
    })
    const site = await testApp({ SMTP_URL: server.url })
    const log = createLog(() => undefined)
    const transport = createTransport(site.services.config, log, { sendMs: 300, stopMs: 300 })
    await signUp(site)
    const [email] = await outbox(site)
    if (email === undefined) throw new Error("no email")
    await expect(transport.deliver(email, site.services.clock())).rejects.toThrow("took too long")
    await expect.poll(server.open).toBe(0)
    isGood = true
    await transport.deliver(email, site.services.clock())
    expect(server.arrived()).toBe(2)
    await transport.close()
    await server.close()
    await site.close()
  })

  test("never ends its answer does not keep the program from stopping, and the email waits for the next start", async () => {
    const server = await oddMailServer((socket, command) => {
      if (command === ".") trickle(socket)
      return command === "."
    })
    const site = await testApp({ SMTP_URL: server.url })
    await signUp(site)
    site.services.mail.start()
    await expect.poll(server.arrived).toBe(1)
    await site.services.mail.stop()
    expect(await outbox(site)).toMatchObject([{ sent_at: null, failed_at: null, claimed_by: null, attempts: 1 }])
    await server.close()
    await site.close()
  }, 30_000)

  test("answers with bytes that no text may hold has its emails tried again, as any other", async () => {
    const server = await oddMailServer((socket, command) => {
      if (command === "RCPT") socket.write("450 not\u0000now\u0001\r\n")
      return command === "RCPT"
    })
    const site = await testApp({ SMTP_URL: server.url })
    await signUp(site)
    await signUp(site)
    expect(await site.services.mail.deliverDue()).toBe(0)
    const rows = await outbox(site)
    expect(rows).toMatchObject(Array(2).fill({ attempts: 1, claimed_by: null, sent_at: null }))
    expect(rows[0]?.last_error).toContain("450 not now")
    await site.services.mail.stop()
    await server.close()
    await site.close()
  })

  test("names addresses in its answer has none of them logged or kept, however it writes them", async () => {
    const server = await oddMailServer((socket, command, rest) => {
      if (command === "RCPT") socket.write(`550 ${rest.toUpperCase()} is now <former.name+x@elsewhere.example>\r\n`)
      return command === "RCPT"
    })
    const site = await testApp({ SMTP_URL: server.url })
    const { email } = await signUp(site)
    await site.services.mail.deliverDue()
    const said = `${JSON.stringify(site.logged)}${(await outbox(site))[0]?.last_error}`.toLowerCase()
    expect(said).toContain("is now")
    expect(said).not.toContain(email.toLowerCase())
    expect(said).not.toContain("former.name")
    await site.services.mail.stop()
    await server.close()
    await site.close()
  })
})
