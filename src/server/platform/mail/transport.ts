// How emails leave: by SMTP when there is a server, otherwise as .eml files (RFC 5322) for the operator to open.
import { globSync, rmSync } from "node:fs"
import { mkdir, open, rename } from "node:fs/promises"
import { isIPv4 } from "node:net"
import { join } from "node:path"
import nodemailer, { type SendMailOptions } from "nodemailer"
import { MAIL_LEASE_MS } from "../../../domain/limits.ts"
import { withTimeout } from "../concurrency/with-timeout.ts"
import type { Config } from "../config/config.ts"
import { errorText, type Log } from "../log.ts"
import type { OutboxRow } from "./outbox-store.ts"

export interface Transport {
  /** Resolves once the email is accepted. */
  deliver(email: OutboxRow, now: Date): Promise<void>
  /** What is being sent is given up if it is not accepted soon. */
  hurry(): void
  close(): void
}

/** Of silence. */
const SMTP_TIMEOUT_MS = 10_000
/** A server that is slow on purpose is never silent. Shorter than the lease of an email, which another process claims after that. */
const LIMITS = { sendMs: MAIL_LEASE_MS * 0.75, stopMs: 10_000 }

const VERIFY_WITHIN_MS = 30_000

const TOO_LONG = "The mail server took too long to accept the email"

const messageOf = (email: OutboxRow, from: string, now: Date): SendMailOptions => ({
  from,
  to: { name: "", address: email.recipient },
  subject: email.subject,
  text: email.text_body,
  html: email.html_body,
  date: now,
  // The same for every attempt, so that a server can recognize an email that it already has.
  messageId: `<${email.id}@${from.slice(from.lastIndexOf("@") + 1).replace(/>$/, "")}>`,
  disableFileAccess: true,
  disableUrlAccess: true,
  headers: { "Auto-Submitted": "auto-generated" },
})

const NOT_ENCRYPTED =
  "The connection to the mail server could not be encrypted with STARTTLS, so nothing was sent (smtps:// encrypts from the start)"

const isUnencrypted = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ETLS"

const mailerFor = (url: string) =>
  nodemailer.createTransport({
    url: safeSmtpUrl(url),
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })

/** Connects and signs in without sending anything. @returns why that failed, or null */
export async function smtpProblem(url: string): Promise<string | null> {
  const mailer = mailerFor(url)
  try {
    await withTimeout(VERIFY_WITHIN_MS, () => mailer.verify())
    return null
  } catch (error) {
    return isUnencrypted(error) ? NOT_ENCRYPTED : errorText(error)
  } finally {
    mailer.close()
  }
}

function smtpTransport(url: string, from: string, log: Log, { sendMs, stopMs }: typeof LIMITS): Transport {
  const mailer = mailerFor(url)
  const stopping = new AbortController()
  return {
    async deliver(email, now) {
      const limit = new AbortController()
      const giveUp = () => limit.abort()
      const timer = setTimeout(giveUp, sendMs)
      stopping.signal.addEventListener("abort", giveUp, { once: true })
      try {
        await mailer.sendMail({ ...messageOf(email, from, now), signal: limit.signal })
      } catch (error) {
        if (limit.signal.aborted) throw new Error(TOO_LONG)
        throw isUnencrypted(error) ? new Error(NOT_ENCRYPTED, { cause: error }) : error
      } finally {
        clearTimeout(timer)
        stopping.signal.removeEventListener("abort", giveUp)
      }
      log.info("mail.sent", { outbox_id: email.id, attempts: email.attempts })
    },
    hurry: () => void setTimeout(() => stopping.abort(), stopMs).unref(),
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
      if (!Buffer.isBuffer(message)) throw new Error("the email could not be assembled")
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${now.toISOString().replace(/[:.]/g, "-")}-${email.id}.eml`)
      // Named after the email alone: the next attempt replaces what a killed process left.
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
    hurry: () => undefined,
    close: () => mailer.close(),
  }
}

type Settings = Pick<Config, "DATABASE_URL" | "SMTP_URL" | "MAIL_FROM" | "DATA_DIR">

/** @param limits how long the mail server may take for one email, and how much longer once the program stops */
export function createTransport(
  { DATABASE_URL, SMTP_URL, MAIL_FROM, DATA_DIR }: Settings,
  log: Log,
  limits = LIMITS,
): Transport {
  if (SMTP_URL !== null) return smtpTransport(SMTP_URL, MAIL_FROM, log, limits)
  const folder = join(DATA_DIR, "mail")
  // With the embedded database no other process writes here: a killed one left these.
  if (DATABASE_URL === null) for (const part of globSync("*.part", { cwd: folder })) rmSync(join(folder, part))
  return fileTransport(folder, MAIL_FROM, log)
}

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."))

/** Options of nodemailer that would let it continue without encryption, or on a connection that it believes to be encrypted. */
const WEAKER = [
  "ignoretls",
  "opportunistictls",
  "requiretls",
  "secure",
  "secured",
  "service",
  "lmtp",
  "proxy",
  "direct",
]

/** True: over smtp://, the server must offer STARTTLS, or nothing is sent. */
export const mustEncrypt = (smtpUrl: string): boolean => {
  const { protocol, hostname } = new URL(smtpUrl)
  return protocol === "smtp:" && !isLoopback(hostname.toLowerCase())
}

/** The address for the mail library, without parameters that could switch encryption off. */
export function safeSmtpUrl(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  if (!mustEncrypt(smtpUrl)) return smtpUrl
  for (const name of [...url.searchParams.keys()])
    if (WEAKER.includes(name.toLowerCase())) url.searchParams.delete(name)
  url.searchParams.set("requireTLS", "true")
  return url.href
}
