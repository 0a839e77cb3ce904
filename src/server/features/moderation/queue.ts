// The moderators' two lists: reported profiles and hidden profiles, each with its reports.
import { and, count, desc, eq, exists, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { HiddenProfile, ReportedProfile, Reports, ReviewedProfile } from "../../../api/moderation.ts"
import { REPORTED_PER_PAGE, REPORTS_SHOWN } from "../../../domain/limits.ts"
import type { ReportReason } from "../../../domain/moderation/report.ts"
import { cursorOf, type Page, type Position, pageOf } from "../../../domain/page.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { isNewer, isOlder, rankOf } from "../../platform/db/positions.ts"
import { profiles as profileRows, reports } from "../../platform/db/schema.ts"
import type { Profiles } from "../profiles/service.ts"

/** open: undecided; hidden: the reports that led to the profile being hidden */
const IN_STATE = { open: isNull(reports.resolved_at), hidden: eq(reports.outcome, "hidden") }
type State = keyof typeof IN_STATE

interface Needs {
  database: OpenDatabase
  profiles: Pick<Profiles, "forReview">
}

export function createQueue({ database: { db }, profiles }: Needs) {
  return {
    /** Profiles with open reports; the one reported longest ago comes first. */
    async reported(cursor: Position | null, now: Date): Promise<Page<ReportedProfile>> {
      const { items, next } = pageOf(await reportedRows(cursor, now), REPORTED_PER_PAGE, cursorOf)
      const reviewed = (await withReviews(items, "open", now)).map(({ row, review }) => ({
        ...review,
        reported_from: row.from.toISOString(),
        reported_until: row.until.toISOString(),
      }))
      return { items: reviewed, next }
    },

    /** For the owner of a hidden profile: the reasons it was reported for, the most frequent one first. Old reports are deleted. */
    async hiddenFor(profileId: string): Promise<ReportReason[]> {
      return (await countReasons([profileId], "hidden")).map(({ reason }) => reason)
    },

    /** Whether it is in one of the two lists. */
    async isListed(profileId: string, now: Date): Promise<boolean> {
      const { id, hidden_at } = profileRows
      const open = db
        .select({ id: reports.id })
        .from(reports)
        .where(and(eq(reports.profile_id, id), IN_STATE.open))
      const isReviewed = or(isNotNull(hidden_at), exists(open))
      const listed = db
        .select({ id })
        .from(profileRows)
        .where(and(eq(id, profileId), isStillHere(now), isReviewed))
      return (await listed).length > 0
    },

    /** Hidden profiles, newest first. */
    async hidden(cursor: Position | null, now: Date): Promise<Page<HiddenProfile>> {
      const { items, next } = pageOf(await hiddenRows(cursor, now), REPORTED_PER_PAGE, cursorOf)
      const reviewed = (await withReviews(items, "hidden", now)).map(({ row, review }) => ({
        ...review,
        hidden_at: row.hidden_at.toISOString(),
        hidden_by: row.hidden_by,
      }))
      return { items: reviewed, next }
    },
  }

  function reportedRows(cursor: Position | null, now: Date) {
    const from = sql<Date>`min(${reports.created_at})`.mapWith(reports.created_at)
    const until = sql<Date>`max(${reports.created_at})`.mapWith(reports.created_at)
    return db
      .select({ id: reports.profile_id, rank: rankOf(from), from, until })
      .from(reports)
      .innerJoin(profileRows, eq(profileRows.id, reports.profile_id))
      .where(and(isNull(reports.resolved_at), isStillHere(now)))
      .groupBy(reports.profile_id)
      .having(isNewer(cursor, from, reports.profile_id))
      .orderBy(from, reports.profile_id)
      .limit(REPORTED_PER_PAGE + 1)
  }

  /** With the name of the moderator who decided last. */
  function hiddenRows(cursor: Position | null, now: Date) {
    const { id, hidden_at } = profileRows
    const hidden_by = sql<string | null>`(
      select coalesce(nullif(decider.full_name, ''), decider.username)
      from reports r join profiles decider on decider.id = r.resolved_by
      where r.profile_id = "profiles"."id" and r.outcome = 'hidden' order by r.resolved_at desc limit 1)`
    return db
      .select({ id, rank: rankOf(hidden_at), hidden_at: sql<Date>`${hidden_at}`.mapWith(hidden_at), hidden_by })
      .from(profileRows)
      .where(and(isNotNull(hidden_at), isStillHere(now), isOlder(cursor, hidden_at, id)))
      .orderBy(desc(hidden_at), desc(id))
      .limit(REPORTED_PER_PAGE + 1)
  }

  /** Adds profile and reports to each row. Profiles that were removed in the meantime are left out. */
  async function withReviews<Row extends { id: string }>(rows: Row[], state: State, now: Date) {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const [reviewed, reasons, newest] = await Promise.all([
      profiles.forReview(ids, now),
      countReasons(ids, state),
      newestReports(ids, state),
    ])
    return rows.flatMap((row): { row: Row; review: Reports & { profile: ReviewedProfile } }[] => {
      const profile = reviewed.find(({ id }) => id === row.id)
      if (profile === undefined) return []
      const review = {
        profile,
        reasons: reasons
          .filter(({ profile_id }) => profile_id === row.id)
          .map(({ reason, count }) => ({ reason, count })),
        newest: newest
          .filter(({ profile_id }) => profile_id === row.id)
          .map(({ id, reason, detail, created_at }) => ({ id, reason, detail, created_at: created_at.toISOString() })),
      }
      return [{ row, review }]
    })
  }

  function countReasons(profileIds: string[], state: State) {
    return db
      .select({ profile_id: reports.profile_id, reason: reports.reason, count: count() })
      .from(reports)
      .where(and(inArray(reports.profile_id, profileIds), IN_STATE[state]))
      .groupBy(reports.profile_id, reports.reason)
      .orderBy(desc(count()), reports.reason)
  }

  function newestReports(profileIds: string[], state: State) {
    const { id, profile_id, reason, detail, created_at } = reports
    const place = sql<number>`row_number() over (partition by ${profile_id} order by ${created_at} desc, ${id})`
    const ranked = db
      .select({ id, profile_id, reason, detail, created_at, place: place.as("place") })
      .from(reports)
      .where(and(inArray(profile_id, profileIds), IN_STATE[state]))
      .as("ranked")
    return db.select().from(ranked).where(sql`${ranked.place} <= ${REPORTS_SHOWN}`).orderBy(desc(ranked.created_at))
  }
}

/** Accounts whose date of deletion has passed are gone, purged or not. */
const isStillHere = (now: Date) => or(isNull(profileRows.deleted_at), gt(profileRows.deletion_scheduled_at, now))
