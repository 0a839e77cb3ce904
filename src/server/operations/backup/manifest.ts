// What an archive contains: its tables, the names of its files, and the manifest. The manifest is the last file, so an archive without one
// is incomplete.
import * as z from "zod/mini"
import { exactLength } from "../../../domain/text/text-length.ts"

/** In an order in which they can be filled: rows that others point to come first. */
export const CARRIED = [
  "users",
  "profiles",
  "user_roles",
  "card_urls",
  "factors",
  "recovery_codes",
  "passkeys",
  "identities",
  "card_taps",
  "profile_days",
  "reports",
  "audit",
  "security_events",
  "invitations",
  "people_givers",
  "people_settings",
  "people",
  "people_keys",
  "people_books",
] as const

export type CarriedTable = (typeof CARRIED)[number]

/**
 * What counts only for the running instance. Restoring an archive opens no session, revives no app password or link that ended meanwhile,
 * and sends no email twice.
 */
export const LEFT_BEHIND = [
  "sessions",
  "one_time_tokens",
  "known_devices",
  "app_passwords",
  "login_flows",
  "undo_links",
  "mail_outbox",
  "rate_limits",
  "people_deleted",
  "rendered_pages",
] as const

/** Increase it when archives have to be read differently. */
export const FORMAT = 1
export const MANIFEST = "manifest.json"
export const CHECKSUMS = "SHA256SUMS"
export const SECRET = "secret"

export const tableFile = (table: string): string => `tables/${table}.ndjson`
export const pictureFile = (path: string): string => `files/${path}`

const NAME = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/))
const COUNT = z.int().check(z.nonnegative())

/** Appears on terminals: it must not move the cursor. */
const WORD = z.string().check(z.regex(/^[\w.+-]{1,100}$/))
const hex = (length: number) => z.string().check(exactLength(length), z.regex(/^[0-9a-f]+$/))

const table = z.object({ name: NAME, columns: z.array(NAME), rows: COUNT })

const manifestSchema = z.object({
  product: z.literal("meishi"),
  format: z.literal(FORMAT),
  /** of the program that wrote it; for people */
  version: WORD,
  made_at: z.iso.datetime(),
  engine: WORD,
  /** the state of the tables: how many migrations, and the name of the last */
  migrations: COUNT.check(z.positive()),
  migration: WORD,
  /** of the SECRET that second factors are sealed with */
  secret_fingerprint: hex(32),
  /** in the order in which they can be filled */
  tables: z.array(table),
  files: COUNT,
  /** pictures that changed while the archive was written: what their profile names instead */
  changed_pictures: z.array(z.object({ id: z.uuid(), field: NAME, address: z.string() })),
  /** of the file SHA256SUMS, which has a line for every other file */
  checksums_sha256: hex(64),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableEntry = z.infer<typeof table>

/** @throws Error if this program cannot read it as a manifest */
export function readManifest(text: string): Manifest {
  const result = manifestSchema.safeParse(JSON.parse(text))
  if (!result.success) throw new Error("this program can't read its manifest")
  return result.data
}
