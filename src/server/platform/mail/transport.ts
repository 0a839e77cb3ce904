// How an email leaves: by SMTP when there is a server, otherwise as an .eml file (RFC 5322) for the operator to open.
import { globSync, rmSync } from "node:fs"
import { mkdir, open, rename } from "node:fs/promises"
import { join } from "node:path"
import nodemailer, { type SendMailOptions } from "nodemailer"
import type { Config } from "../config/config.ts"
import type { Log } from "../log.ts"
import type { OutboxRow } from "./outbox-store.ts"
import { safeSmtpUrl } from "./smtp-url.ts"

export interface Transport {
  /** Resolves once the email is accepted. */
  deliver(email: OutboxRow, now: Date): Promise<void>
  close(): void
}

const SMTP_TIMEOUT_MS = 10_000

const messageOf = (email: OutboxRow, from: string, now: Date): SendMailOptions => ({
  from,
  to: { name: "", address: email.recipient },
  subject: email.subject,
  text: email.text_body,
  html: email.html_body,
  date: now,
  // The same for every attempt: a server that already has it may recognise it.
  messageId: `<${email.id}@${from.slice(from.lastIndexOf("@") + 1).replace(/>$/, "")}>`,
  disableFileAccess: true,
  disableUrlAccess: true,
  headers: { "Auto-Submitted": "auto-generated" },
})

const NOT_ENCRYPTED =
  "The connection to the mail server could not be encrypted with STARTTLS, so nothing was sent (smtps:// encrypts from the start)"

const isUnencrypted = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ETLS"

function smtpTransport(url: string, from: string, log: Log): Transport {
  const mailer = nodemailer.createTransport({
    url: safeSmtpUrl(url),
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  return {
    async deliver(email, now) {
      await mailer.sendMail(messageOf(email, from, now)).catch((error) => {
        throw isUnencrypted(error) ? new Error(NOT_ENCRYPTED, { cause: error }) : error
      })
      log.info("mail.sent", { outbox_id: email.id, attempts: email.attempts })
    },
    close: () => mailer.close(),
  }
}

/** The first link of the text part is what the email is about. */
const linkOf = (text: string): string | undefined => /^https?:\/\/\S+$/m.exec(text)?.[0]

function fileTransport(folder: string, from: string, log: Log): Transport {
  const mailer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  return {
    async deliver(email, now) {
      const { message } = await mailer.sendMail(messageOf(email, from, now))
      if (!Buffer.isBuffer(message)) throw new Error("the email was not put together")
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${now.toISOString().replace(/[:.]/g, "-")}-${email.id}.eml`)
      // Named by the email alone: the next attempt takes the place of one that a kill cut short.
      const part = join(folder, `${email.id}.part`)
      const handle = await open(part, "w", 0o600)
      try {
        await handle.writeFile(message)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, file)
      log.info("mail.kept_as_file", {
        note: "No mail server is configured (SMTP_URL), so this email was not sent: open the file or the link yourself.",
        subject: email.subject,
        link: linkOf(email.text_body),
        file,
      })
    },
    close: () => mailer.close(),
  }
}

type Settings = Pick<Config, "DATABASE_URL" | "SMTP_URL" | "MAIL_FROM" | "DATA_DIR">

export function createTransport({ DATABASE_URL, SMTP_URL, MAIL_FROM, DATA_DIR }: Settings, log: Log): Transport {
  if (SMTP_URL !== null) return smtpTransport(SMTP_URL, MAIL_FROM, log)
  const folder = join(DATA_DIR, "mail")
  // With the embedded database nobody else writes here: what is half-written was left by a killed process.
  if (DATABASE_URL === null) for (const part of globSync("*.part", { cwd: folder })) rmSync(join(folder, part))
  return fileTransport(folder, MAIL_FROM, log)
}
