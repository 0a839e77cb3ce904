// Reports and hidden profiles in the database.
import { randomUUID } from "node:crypto"
import { and, count, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm"
import type { Visibility } from "../../../domain/account/lifecycle.ts"
import { REPORTS_SHOWN } from "../../../domain/limits.ts"
import type { ReportOutcome, ReportReason } from "../../../domain/moderation/report.ts"
import { user_roles, users } from "../../platform/db/auth-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { profiles, reports } from "../../platform/db/schema.ts"

const VISIBILITY = {
  deleted_at: profiles.deleted_at,
  deletion_scheduled_at: profiles.deletion_scheduled_at,
  hidden_at: profiles.hidden_at,
}

/** What decides whether it is shown; nobody changes that until the transaction ends. */
export async function holdVisibility(db: Queries, profileId: string): Promise<Visibility | undefined> {
  return (await db.select(VISIBILITY).from(profiles).where(eq(profiles.id, profileId)).for("share"))[0]
}

export async function insertReport(
  db: Queries,
  report: { profile_id: string; reason: ReportReason; detail: string },
  now: Date,
): Promise<void> {
  await db.insert(reports).values({ id: randomUUID(), ...report, created_at: now })
}

export interface Target extends Visibility {
  username: string
  email: string
  isAdministrator: boolean
}

/** The profile to decide about: anyone else who wants to decide waits until the transaction ends. */
export async function lockTarget(db: Queries, profileId: string): Promise<Target | undefined> {
  const held = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, profileId)).for("update")
  if (held.length === 0) return undefined
  const asAdministrator = and(eq(user_roles.user_id, profiles.id), eq(user_roles.role, "admin"))
  // A statement of its own: it sees what was committed while the first one waited.
  const rows = await db
    .select({
      ...VISIBILITY,
      username: profiles.username,
      email: users.email,
      isAdministrator: sql<boolean>`${exists(db.select({ role: user_roles.role }).from(user_roles).where(asAdministrator))}`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, profileId))
  return rows[0]
}

export async function setHidden(db: Queries, profileId: string, hidden_at: Date | null): Promise<void> {
  await db.update(profiles).set({ hidden_at }).where(eq(profiles.id, profileId))
}

/** @param until those that came later stay open @returns how many were open */
export async function decideReports(
  db: Queries,
  profileId: string,
  decision: { outcome: ReportOutcome; resolved_by: string },
  until: Date,
  now: Date,
): Promise<number> {
  const open = and(eq(reports.profile_id, profileId), isNull(reports.resolved_at), lte(reports.created_at, until))
  const decided = { ...decision, resolved_at: now }
  return (await db.update(reports).set(decided).where(open).returning({ id: reports.id })).length
}

export async function deleteDecidedReports(db: Queries, before: Date): Promise<void> {
  await db.delete(reports).where(lt(reports.resolved_at, before))
}

export interface Place {
  at: Date
  id: string
}

/** Profiles with open reports behind `after`, those reported longest ago first. Accounts that are due are gone already. */
export async function openGroups(db: Queries, after: Place | null, limit: number, now: Date) {
  const from = sql<Date>`min(${reports.created_at})`.mapWith(reports.created_at)
  const isHeld = or(isNull(profiles.deleted_at), gt(profiles.deletion_scheduled_at, now))
  return db
    .select({
      id: reports.profile_id,
      from,
      until: sql<Date>`max(${reports.created_at})`.mapWith(reports.created_at),
    })
    .from(reports)
    .innerJoin(profiles, eq(profiles.id, reports.profile_id))
    .where(and(isNull(reports.resolved_at), isHeld))
    .groupBy(reports.profile_id)
    .having(after === null ? undefined : sql`(${from}, ${reports.profile_id}) > (${after.at}, ${after.id}::uuid)`)
    .orderBy(from, reports.profile_id)
    .limit(limit)
}

/** Hidden profiles behind `after`, newest first, with the name of the person who decided last. */
export async function hiddenProfiles(db: Queries, after: Place | null, limit: number, now: Date) {
  const isBehind = after && sql`(${profiles.hidden_at}, ${profiles.id}) < (${after.at}, ${after.id}::uuid)`
  const isHeld = or(isNull(profiles.deleted_at), gt(profiles.deletion_scheduled_at, now))
  const hidden_by = sql<string | null>`(
    select coalesce(nullif(decider.full_name, ''), decider.username)
    from reports r join profiles decider on decider.id = r.resolved_by
    where r.profile_id = "profiles"."id" and r.outcome = 'hidden' order by r.resolved_at desc limit 1)`
  return db
    .select({ id: profiles.id, hidden_at: sql<Date>`${profiles.hidden_at}`.mapWith(profiles.hidden_at), hidden_by })
    .from(profiles)
    .where(and(isNotNull(profiles.hidden_at), isHeld, isBehind ?? undefined))
    .orderBy(desc(profiles.hidden_at), desc(profiles.id))
    .limit(limit)
}

/** open: undecided; hidden: those that led to the profile's being hidden. */
const OF_STATE = { open: isNull(reports.resolved_at), hidden: eq(reports.outcome, "hidden") }

export async function countReasons(db: Queries, profileIds: string[], state: keyof typeof OF_STATE) {
  return db
    .select({ profile_id: reports.profile_id, reason: reports.reason, count: count() })
    .from(reports)
    .where(and(inArray(reports.profile_id, profileIds), OF_STATE[state]))
    .groupBy(reports.profile_id, reports.reason)
    .orderBy(desc(count()), reports.reason)
}

export async function newestReports(db: Queries, profileIds: string[], state: keyof typeof OF_STATE) {
  const { id, profile_id, reason, detail, created_at } = reports
  const place = sql<number>`row_number() over (partition by ${profile_id} order by ${created_at} desc, ${id})`
  const ranked = db
    .select({ id, profile_id, reason, detail, created_at, place: place.as("place") })
    .from(reports)
    .where(and(inArray(profile_id, profileIds), OF_STATE[state]))
    .as("ranked")
  return db.select().from(ranked).where(sql`${ranked.place} <= ${REPORTS_SHOWN}`).orderBy(desc(ranked.created_at))
}
