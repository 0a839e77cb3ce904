// The only reader of the environment: every setting is declared once with its explanation, its check and its default.
// The table in the README is generated from this declaration (`npm run check` compares them).
import { isAbsolute, resolve } from "node:path"
import { address, networks, optional, origin, port, secret, sender, urlOf } from "./config-checks.ts"

type Environment = Record<string, string | undefined>

interface Setting<T> {
  doc: string
  /** as shown in the table */
  example: string
  /** turns the text into the value, or throws an Error whose message completes "NAME …" */
  read: (text: string | undefined) => T
  secret?: true
}

const SETTINGS = {
  PORT: { doc: "Port to listen on; 0 takes a free one.", example: "3000", read: port },
  HOST: {
    doc: "Address to listen on. `0.0.0.0` listens to the outside; behind a proxy on the same machine leave it.",
    example: "127.0.0.1",
    read: (text) => optional(text) ?? "127.0.0.1",
  },
  PUBLIC_ORIGIN: {
    doc: "The address people use, without a path. Links in mails, QR codes and contact cards start with it.",
    example: "http://localhost:PORT",
    read: origin,
  },
  DATA_DIR: {
    doc: "Folder for the embedded database, pictures, and mails when there is no SMTP server.",
    example: "./data",
    read: (text) => {
      const value = optional(text) ?? "./data"
      return isAbsolute(value) ? value : resolve(value)
    },
  },
  DATABASE_URL: {
    doc: "A PostgreSQL server (15 or later). Without it an embedded PostgreSQL runs inside the process.",
    example: "postgres://meishi:…@localhost/meishi",
    read: urlOf(["postgres", "postgresql"], "postgres://user:password@host/database"),
    secret: true,
  },
  SMTP_URL: {
    doc: "The mail server. Without it each mail is a file under `DATA_DIR/mail` and its link is printed in the log.",
    example: "smtps://user:…@mail.example.com",
    read: urlOf(["smtp", "smtps"], "smtp://user:password@host:587"),
    secret: true,
  },
  MAIL_FROM: {
    doc: "Sender of every mail.",
    example: "Meishi <cards@example.com>",
    read: sender,
  },
  ADMIN_EMAIL: {
    doc: "The account that signs up with this address and verifies it becomes administrator.",
    example: "you@example.com",
    read: address,
  },
  SECRET: {
    doc: "At least 32 characters; signs sessions. Every process needs the same one. Without it, one is made and kept in `DATA_DIR` (embedded database only).",
    example: "openssl rand -hex 32",
    read: secret,
    secret: true,
  },
  SITE_NAME: { doc: "What the site calls itself.", example: "Meishi", read: (text) => optional(text) ?? "Meishi" },
  SUPPORT_EMAIL: {
    doc: "Shown on the contact page and in mails.",
    example: "support@example.com",
    read: address,
  },
  TRUSTED_PROXIES: {
    doc: "Addresses or networks (CIDR), comma separated, whose `X-Forwarded-For` is believed.",
    example: "127.0.0.1, 10.0.0.0/8",
    read: networks,
  },
} as const satisfies Record<string, Setting<unknown>>

type Settings = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]> }

export type Config = Omit<Settings, "PUBLIC_ORIGIN" | "MAIL_FROM" | "SUPPORT_EMAIL"> & {
  PUBLIC_ORIGIN: string
  MAIL_FROM: string
  SUPPORT_EMAIL: string
}

/** One sentence per mistake, all of them at once. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws ConfigError. */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    try {
      values[name] = setting.read(env[name])
    } catch (error) {
      mistakes.push(`${name} ${error instanceof Error ? error.message : String(error)}.`)
    }
  }
  const settings = values as unknown as Settings
  if (mistakes.length === 0 && settings.DATABASE_URL !== null && settings.SECRET === null)
    mistakes.push("SECRET is needed with DATABASE_URL, the same for every process (try: openssl rand -hex 32).")
  if (mistakes.length > 0) throw new ConfigError(mistakes.join("\n"))
  const PUBLIC_ORIGIN = settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`
  const host = new URL(PUBLIC_ORIGIN).hostname
  return {
    ...settings,
    PUBLIC_ORIGIN,
    MAIL_FROM: settings.MAIL_FROM ?? `${settings.SITE_NAME} <no-reply@${host}>`,
    SUPPORT_EMAIL: settings.SUPPORT_EMAIL ?? `support@${host}`,
  }
}

/** Rows of the README's table: name, default or example, explanation. */
export const settingRows = (): [name: string, example: string, doc: string][] =>
  Object.entries(SETTINGS).map(([name, { example, doc }]) => [name, example, doc])
