// Emails as they wait in the outbox: what was written to whom, and the link in it.
import { asc, eq, sql } from "drizzle-orm"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { mail_outbox } from "../../src/server/platform/db/schema.ts"

export const emailsTo = (services: { database: OpenDatabase }, email: string) =>
  services.database.db
    .select()
    .from(mail_outbox)
    .where(eq(mail_outbox.recipient, email.toLowerCase()))
    // The clock of a test stands still: of emails of one moment the transaction tells the order.
    .orderBy(asc(mail_outbox.created_at), sql`${mail_outbox}.xmin::text::bigint`)

/** The link of the newest email to this address. */
export async function newestLink(services: { database: OpenDatabase }, email: string): Promise<string> {
  const newest = (await emailsTo(services, email)).at(-1)
  const link = /^https?:\/\/\S+$/m.exec(newest?.text_body ?? "")?.[0]
  if (link === undefined) throw new Error(`no link was mailed to ${email}`)
  return link
}

/** The token in the fragment of a link to /verify-email. */
export const tokenHashOf = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? ""
