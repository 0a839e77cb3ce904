// Rows of identities: who an account is at which provider, and the sessions that a provider opened.
import { and, asc, eq, inArray, isNull, or } from "drizzle-orm"
import { identities, sessions } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"

export type IdentityRow = typeof identities.$inferSelect

/** Oldest first. */
export const identitiesOf = (db: Queries, userId: string): Promise<IdentityRow[]> =>
  db
    .select()
    .from(identities)
    .where(eq(identities.user_id, userId))
    .orderBy(asc(identities.created_at), asc(identities.id))

/** The account of an identity is found by the issuer and the issuer's own name of the person, and by nothing else. */
export async function findIdentity(db: Queries, issuer: string, subject: string): Promise<IdentityRow | undefined> {
  const rows = await db
    .select()
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
    .limit(1)
  return rows[0]
}

/** False when it belongs to an account already, or the account has another one of this issuer. */
export async function insertIdentity(db: Queries, identity: IdentityRow): Promise<boolean> {
  const inserted = db.insert(identities).values(identity).onConflictDoNothing()
  return (await inserted.returning({ id: identities.id })).length === 1
}

/** False when it is gone. */
export async function markIdentityUsed(db: Queries, id: string, email: string, now: Date): Promise<boolean> {
  const used = db.update(identities).set({ email, last_used_at: now }).where(eq(identities.id, id))
  return (await used.returning({ id: identities.id })).length === 1
}

export async function deleteIdentityOf(db: Queries, userId: string, id: string): Promise<boolean> {
  const own = and(eq(identities.user_id, userId), eq(identities.id, id))
  return (await db.delete(identities).where(own).returning({ id: identities.id })).length === 1
}

/** The accounts that a provider's message is about. @param subject null: given by the session @param sid null: all sessions of the subject */
export async function findIdentitiesAt(
  db: Queries,
  issuer: string,
  subject: string | null,
  sid: string | null,
): Promise<IdentityRow[]> {
  const isMeant = and(eq(identities.issuer, issuer), subject === null ? undefined : eq(identities.subject, subject))
  if (sid === null) return db.select().from(identities).where(isMeant)
  const opened = db.select({ id: sessions.identity_id }).from(sessions).where(isOfSession(subject, sid))
  return db
    .select()
    .from(identities)
    .where(and(isMeant, inArray(identities.id, opened)))
}

/**
 * Matches our sessions that belong to the provider's session `sid`. Some providers send a `sid` at logout but sent none at sign-in.
 * We cannot tell which session they mean, so if they name the person, that person's sessions without a `sid` match, too.
 */
const isOfSession = (subject: string | null, sid: string) =>
  or(eq(sessions.provider_sid, sid), subject === null ? undefined : isNull(sessions.provider_sid))

/** @param subject null: not named @param sid null: all that these identities opened @returns whose */
export async function deleteSessionsOpenedBy(
  db: Queries,
  ids: readonly string[],
  subject: string | null,
  sid: string | null,
): Promise<string[]> {
  if (ids.length === 0) return []
  const opened = and(inArray(sessions.identity_id, [...ids]), sid === null ? undefined : isOfSession(subject, sid))
  const ended = await db.delete(sessions).where(opened).returning({ user_id: sessions.user_id })
  return ended.map(({ user_id }) => user_id)
}
