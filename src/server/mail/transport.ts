// How a letter leaves: by SMTP when there is a server, otherwise as an .eml file (RFC 5322) for the operator to open.
import { mkdir, open, rename } from "node:fs/promises"
import { join } from "node:path"
import nodemailer, { type SendMailOptions } from "nodemailer"
import type { Config } from "../config.ts"
import type { Log } from "../log.ts"
import type { OutboxRow } from "./outbox-store.ts"

export interface Transport {
  /** Resolves once the letter is accepted. */
  deliver(letter: OutboxRow, now: Date): Promise<void>
  close(): void
}

const SMTP_TIMEOUT_MS = 10_000

const messageOf = (letter: OutboxRow, from: string, now: Date): SendMailOptions => ({
  from,
  to: { name: "", address: letter.recipient },
  subject: letter.subject,
  text: letter.text_body,
  html: letter.html_body,
  date: now,
  // The same for every attempt: a server that already has it may recognise it.
  messageId: `<${letter.id}@${from.replace(/^.*@([^>]*)>?$/, "$1")}>`,
  disableFileAccess: true,
  disableUrlAccess: true,
  headers: { "Auto-Submitted": "auto-generated" },
})

function smtpTransport(url: string, from: string, log: Log): Transport {
  const mailer = nodemailer.createTransport({
    url,
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  return {
    async deliver(letter, now) {
      await mailer.sendMail(messageOf(letter, from, now))
      log.info("mail.sent", { letter: letter.id, attempts: letter.attempts })
    },
    close: () => mailer.close(),
  }
}

/** The first link of the text part is what the letter is about. */
const linkOf = (text: string): string | undefined => /^https?:\/\/\S+$/m.exec(text)?.[0]

function fileTransport(folder: string, from: string, log: Log): Transport {
  const mailer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  return {
    async deliver(letter, now) {
      const { message } = await mailer.sendMail(messageOf(letter, from, now))
      if (!Buffer.isBuffer(message)) throw new Error("the letter was not put together")
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${now.toISOString().replace(/[:.]/g, "-")}-${letter.id}.eml`)
      const handle = await open(`${file}.part`, "w", 0o600)
      try {
        await handle.writeFile(message)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(`${file}.part`, file)
      log.info("mail.kept_as_file", {
        note: "No mail server is configured (SMTP_URL), so this letter was not sent: open the file or the link yourself.",
        subject: letter.subject,
        link: linkOf(letter.text_body),
        file,
      })
    },
    close: () => mailer.close(),
  }
}

export const createTransport = (config: Pick<Config, "SMTP_URL" | "MAIL_FROM" | "DATA_DIR">, log: Log): Transport =>
  config.SMTP_URL === null
    ? fileTransport(join(config.DATA_DIR, "mail"), config.MAIL_FROM, log)
    : smtpTransport(config.SMTP_URL, config.MAIL_FROM, log)
