// Rows of sessions. Everything a request needs to know about its caller is read in one statement.
import { and, desc, eq, gt, inArray, isNull, lt, ne, type Placeholder, placeholder, type SQL, sql } from "drizzle-orm"
import type { FactorType } from "../../../../domain/account/policy.ts"
import type { Role } from "../../../../domain/account/roles.ts"
import { factors, identities, passkeys, sessions, user_roles, users } from "../../../platform/db/auth-schema.ts"
import { prepared, rowOf } from "../../../platform/db/prepared.ts"
import type { Database, Queries } from "../../../platform/db/queries.ts"
import { profiles } from "../../../platform/db/schema.ts"
import { selectUserDetails, userDetailsIn } from "../users-store.ts"

/** Characters of a User-Agent that are stored. */
export const USER_AGENT_MAX = 200

export type SessionRow = typeof sessions.$inferSelect

const hasFactor = (userId: string | Placeholder) =>
  sql`exists (select 1 from ${factors} where user_id = ${userId} and status = 'verified')`

/**
 * Whether a session is counted together with one that has shown no factor, or has. Those that owe their second factor are counted
 * separately: a person who only knows the password must not push out the sessions of the owner. Without a factor, none owes one.
 */
const isAlike = (userId: string | Placeholder, hasShownNone: SQL) =>
  sql`((${sessions.factor_verified_at} is null) = ${hasShownNone} or not ${hasFactor(userId)})`

/**
 * Parts of a statement: inserts a session, and keeps the newest others of its kind. Neither sees what the other does.
 * Needs `sessionValues`.
 * @param condition under which it happens
 */
export function sessionParts(db: Queries, condition: SQL = sql`true`) {
  const row = sql.join(Object.values(rowOf(sessions)), sql`, `)
  const inserted = db.insert(sessions).select(sql`select ${row} where ${condition}`)
  const isOfKind = and(
    eq(sessions.user_id, placeholder("user_id")),
    eq(sessions.kind, placeholder("kind")),
    isAlike(placeholder("user_id"), sql`${placeholder("has_shown_none")}::boolean`),
  )
  const older = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(isOfKind)
    .orderBy(desc(sessions.created_at))
    .offset(placeholder("other_sessions"))
  const ended = db.delete(sessions).where(and(inArray(sessions.id, older), condition))
  const { id } = sessions
  return [
    db.$with("opened_session").as(inserted.returning({ id })),
    db.$with("ended_sessions").as(ended.returning({ id })),
  ] as const
}

/** @param max sessions of its kind that remain, with this one */
export const sessionValues = (session: SessionRow, max: number) => ({
  ...session,
  has_shown_none: session.factor_verified_at === null,
  other_sessions: max - 1,
})

const insertion = prepared("session_insertion", (db) => selectUserDetails(db.with(...sessionParts(db))))

/**
 * Keeps this session and the newest others of its kind, `max` in all.
 * @returns the account's details, for the answer
 */
export const insertSessionAndReadUser = async (db: Queries, session: SessionRow, max: number, now: Date) =>
  userDetailsIn(await insertion(db, { ...sessionValues(session, max), now }))

/** The later of the two: rotating counts as use. */
const lastSeen = sql<Date>`greatest(${sessions.seen_at}, ${sessions.rotated_at})`.mapWith(sessions.rotated_at)

/** Needs the values `user_id` and `user_agent`. */
export const isOfProgram = and(
  eq(sessions.user_id, placeholder("user_id")),
  eq(sessions.user_agent, placeholder("user_agent")),
  // Not of a browser, whose name anyone can guess, and not of a reset.
  isNull(sessions.binding_hash),
  eq(sessions.kind, "password"),
  // The password alone opens any number of sessions that owe their factor.
  sql`(${sessions.factor_verified_at} is not null or not ${hasFactor(placeholder("user_id"))})`,
)

const ofProgram = prepared("sessions_of_program", (db) =>
  db.select({ id: sessions.id }).from(sessions).where(isOfProgram).limit(2),
)

/** Whether two sessions of the account, one of which was just opened, are of programs with this name. */
export const hasOtherSessionOf = async (db: Queries, user_id: string, userAgent: string): Promise<boolean> =>
  (await ofProgram(db, { user_id, user_agent: userAgent.slice(0, USER_AGENT_MAX) })).length === 2

/** The same limit for a session that was there before. */
export async function deleteOldestSessions(db: Queries, session: SessionRow, max: number): Promise<void> {
  await db.delete(sessions).where(inArray(sessions.id, olderThanNewest(db, session, max)))
}

/** All sessions of this one's kind except itself and the newest. */
function olderThanNewest(db: Queries, { id, user_id, kind, factor_verified_at }: SessionRow, newest: number) {
  const alike = isAlike(user_id, sql`${factor_verified_at === null}::boolean`)
  return db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.user_id, user_id), eq(sessions.kind, kind), alike))
    .orderBy(desc(sql`${sessions.id} = ${id}`), desc(sessions.created_at))
    .offset(newest)
}

/**
 * Finds session, user, profile state and roles; undefined when the session has ended. Prepared: every request of a person asks for it.
 * @param host of the site: a passkey for another one no longer works
 */
export function createSessionLookup(db: Database, host: string) {
  const found = db
    .select({
      session_id: sessions.id,
      user_id: users.id,
      kind: sessions.kind,
      opened_at: sessions.created_at,
      factor_verified_at: sessions.factor_verified_at,
      reauthenticated_at: sessions.reauthenticated_at,
      user_agent: sessions.user_agent,
      last_seen_at: lastSeen,
      factor_types: sql<
        FactorType[]
      >`array(select distinct type from ${factors} where user_id = ${users.id} and status = 'verified' order by type)`,
      has_passkey: sql<boolean>`exists (select 1 from ${passkeys} where user_id = ${users.id} and rp_id = ${host})`,
      has_password: users.has_password,
      has_company_login: sql<boolean>`exists (select 1 from ${identities} where user_id = ${users.id})`,
      opened_by: sessions.opened_by,
      email: users.email,
      second_factor_due_at: users.second_factor_due_at,
      user_metadata: users.user_metadata,
      username: profiles.username,
      full_name: profiles.full_name,
      deleted_at: profiles.deleted_at,
      deletion_scheduled_at: profiles.deletion_scheduled_at,
      roles: sql<Role[]>`array(select role from ${user_roles} where user_id = ${users.id} order by role)`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(
      and(
        eq(sessions.id, placeholder("session_id")),
        eq(sessions.user_id, placeholder("user_id")),
        gt(sessions.expires_at, placeholder("now")),
      ),
    )
    .limit(1)
    .prepare("session_with_user")
  return async (session_id: string, user_id: string, now: Date) =>
    (await found.execute({ session_id, user_id, now }))[0]
}

/** Whether the session is open. It cannot be ended before the transaction `db` ends. */
export async function holdSession(db: Queries, id: string, userId: string, now: Date): Promise<boolean> {
  const open = and(eq(sessions.id, id), eq(sessions.user_id, userId), gt(sessions.expires_at, now))
  return (await db.select({ id: sessions.id }).from(sessions).where(open).for("share")).length === 1
}

export interface Rotation {
  session_id: string
  counter: number
  /** of the cookies that came with the request */
  binding_hashes: readonly string[]
  now: Date
  /** the previous token still counts if it was replaced after this */
  reuse_since: Date
  /** the new end; a recovery session keeps its end, and so does one that a company opened: the company is asked again */
  expires_at: Date
  /** the longest life of a session, in days from its sign-in */
  max_days: number
}

/** The session after the rotation, or undefined when this token may not rotate it. One statement: races have one winner. */
export async function rotateSession(db: Queries, r: Rotation): Promise<SessionRow | undefined> {
  const isCurrent = sql`${sessions.counter} = ${r.counter}`
  const lastDay = sql`${sessions.created_at} + make_interval(hours => ${24 * r.max_days}::int)`
  const rows = await db
    .update(sessions)
    .set({
      counter: sql`case when ${isCurrent} then ${sessions.counter} + 1 else ${sessions.counter} end`,
      rotated_at: sql`case when ${isCurrent} then ${r.now} else ${sessions.rotated_at} end`,
      expires_at: sql`case when ${sessions.kind} = 'password' and ${sessions.opened_by} <> 'company' then least(${r.expires_at}::timestamptz, ${lastDay}) else ${sessions.expires_at} end`,
    })
    .where(
      and(
        eq(sessions.id, r.session_id),
        gt(sessions.expires_at, r.now),
        sql`${lastDay} > ${r.now}`,
        sql`(${sessions.binding_hash} is null or ${sessions.binding_hash} = any(${sql.param([...r.binding_hashes])}::text[]))`,
        sql`(${isCurrent} or (${sessions.counter} = ${r.counter + 1} and ${sessions.rotated_at} > ${r.reuse_since}))`,
      ),
    )
    .returning()
  return rows[0]
}

export const isOpen = (id: string, now: Date) => and(eq(sessions.id, id), gt(sessions.expires_at, now))

export async function findSession(db: Queries, id: string, now: Date): Promise<SessionRow | undefined> {
  return (await db.select().from(sessions).where(isOpen(id, now)).limit(1))[0]
}

/** From now on a company opened the session, and ends it; it ends at `end` at the latest. */
export async function handToCompany(
  db: Queries,
  id: string,
  company: Pick<SessionRow, "identity_id" | "provider_sid">,
  end: Date,
): Promise<void> {
  const expires_at = sql`least(${sessions.expires_at}, ${end}::timestamptz)`
  await db
    .update(sessions)
    .set({ ...company, opened_by: "company", expires_at })
    .where(eq(sessions.id, id))
}

/** From now on the session counts as one that has just proved its owner. */
export async function markReauthenticated(db: Queries, id: string, now: Date): Promise<boolean> {
  const marked = db.update(sessions).set({ reauthenticated_at: now }).where(isOpen(id, now))
  return (await marked.returning({ id: sessions.id })).length === 1
}

/** True when it was there: of two requests at once one ends it. */
export async function endSession(db: Queries, id: string): Promise<boolean> {
  return (await db.delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id })).length === 1
}

/** The same, if it is this user's. */
export async function endSessionOf(db: Queries, userId: string, id: string): Promise<boolean> {
  const own = and(eq(sessions.id, id), eq(sessions.user_id, userId))
  return (await db.delete(sessions).where(own).returning({ id: sessions.id })).length === 1
}

const SESSIONS_SHOWN_MAX = 100

/** All but those of recovery links, the last used first. */
export const sessionsOf = (db: Queries, userId: string, now: Date) =>
  db
    .select({
      id: sessions.id,
      user_agent: sessions.user_agent,
      created_at: sessions.created_at,
      last_seen_at: lastSeen,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.kind, "password"), gt(sessions.expires_at, now)))
    .orderBy(desc(lastSeen))
    .limit(SESSIONS_SHOWN_MAX)

/** Writes once for all requests at the same time: the first one moves `seen_at` past `since`. */
export async function markSeen(db: Queries, id: string, since: Date, now: Date): Promise<void> {
  const isDue = and(eq(sessions.id, id), sql`${lastSeen} <= ${since}`)
  await db.update(sessions).set({ seen_at: now }).where(isDue)
}

/** @param except a session to keep */
export async function deleteSessionsOf(db: Queries, userId: string, except?: string): Promise<void> {
  const own = eq(sessions.user_id, userId)
  await db.delete(sessions).where(except === undefined ? own : and(own, ne(sessions.id, except)))
}

export async function deleteRecoverySessions(db: Queries, userId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), eq(sessions.kind, "recovery")))
}

export async function deleteEndedSessions(db: Queries, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expires_at, now))
}
