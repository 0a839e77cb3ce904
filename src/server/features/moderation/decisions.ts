// What moderators decide: a profile is hidden or shown again, or its reports are dismissed (docs/decisions/moderation.md).
import { and, eq, exists, isNull, lte, sql } from "drizzle-orm"
import { accountState, type Visibility } from "../../../domain/account/lifecycle.ts"
import type { AuditAction } from "../../../domain/audit/audit.ts"
import { Refusal } from "../../../domain/errors.ts"
import { MODERATION } from "../../../domain/moderation/moderation-messages.ts"
import { REPORT_REASON_TEXT, type ReportOutcome, type ReportReason } from "../../../domain/moderation/report.ts"
import { profilePath } from "../../../domain/paths.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { user_roles, users } from "../../platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { profiles, reports } from "../../platform/db/schema.ts"
import type { Log } from "../../platform/log.ts"
import type { EmailContent } from "../../platform/mail/email-template.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { Audit } from "../audit/service.ts"
import type { Caller } from "../auth/caller.ts"

interface Needs {
  audit: Audit
  clock: Clock
  config: Pick<Config, "PUBLIC_ORIGIN" | "SITE_NAME" | "SUPPORT_EMAIL">
  database: OpenDatabase
  log: Log
  mail: Pick<Mail, "enqueue">
}

interface Target extends Visibility {
  owner_id: string
  username: string
  email: string
  isAdministrator: boolean
}

interface Decision {
  action: AuditAction
  /** only administrators decide about an administrator's profile */
  isForAdministrators: boolean
  /** @returns how many reports it is about */
  work(tx: Queries, target: Target): Promise<number>
}

/** Every decision is made once: the second moderator gets `already_decided`. */
export function createDecisions({ audit, clock, config, database, log, mail }: Needs) {
  const { db, changes } = database
  const { SITE_NAME, SUPPORT_EMAIL, PUBLIC_ORIGIN } = config

  return {
    /** @throws Refusal already_decided, forbidden, not_found */
    hide: (caller: Caller, profileId: string, now: Date): Promise<void> =>
      decide(caller, profileId, now, {
        action: "profile.hidden",
        isForAdministrators: true,
        async work(tx, { hidden_at, email, username, owner_id }) {
          if (hidden_at !== null) throw new Refusal("already_decided")
          const reasons = await decideOpenReports(tx, caller, profileId, "hidden", now)
          await setHidden(tx, profileId, now)
          // With several profiles, the owner has to know which one, and to open its form.
          const isFirst = profileId === owner_id
          const form = `${PUBLIC_ORIGIN}/edit-profile${isFirst ? "" : `?profile=${username}`}`
          const content = hiddenEmail(SITE_NAME, SUPPORT_EMAIL, PUBLIC_ORIGIN, form, reasons)
          const which = isFirst ? [] : [`This is about ${PUBLIC_ORIGIN}${profilePath(username)}.`]
          await mail.enqueue(tx, email, { ...content, paragraphs: [...content.paragraphs, ...which] }, now)
          return reasons.length
        },
      }),

    /** @throws Refusal already_decided, forbidden, not_found */
    restore: (caller: Caller, profileId: string, now: Date): Promise<void> =>
      decide(caller, profileId, now, {
        action: "profile.restored",
        isForAdministrators: true,
        async work(tx, { hidden_at, email, username }) {
          if (hidden_at === null) throw new Refusal("already_decided")
          await setHidden(tx, profileId, null)
          const url = PUBLIC_ORIGIN + profilePath(username)
          await mail.enqueue(tx, email, restoredEmail(SITE_NAME, url), now)
          return 0
        },
      }),

    /** @param until reports that came later stay open @throws Refusal already_decided, forbidden, not_found */
    dismiss: (caller: Caller, profileId: string, until: Date, now: Date): Promise<void> =>
      decide(caller, profileId, now, {
        action: "report.dismissed",
        isForAdministrators: false,
        work: async (tx) => (await decideOpenReports(tx, caller, profileId, "dismissed", until)).length,
      }),
  }

  async function decide(caller: Caller, profileId: string, now: Date, decision: Decision): Promise<void> {
    const { action, work, isForAdministrators } = decision
    await db.transaction(async (tx) => {
      const target = await lockTarget(tx, profileId)
      if (target === undefined || accountState(target, now) === "gone") throw new Refusal("not_found")
      if (target.owner_id === caller.user_id) throw new Refusal("forbidden", { message: MODERATION.own })
      if (isForAdministrators && target.isAdministrator && !caller.roles.includes("admin"))
        throw new Refusal("forbidden", { message: MODERATION.administrator })
      const count = await work(tx, target)
      const detail: Record<string, number> = count > 0 ? { reports: count } : {}
      await audit.record(tx, { actor_id: caller.user_id, action, subject_id: profileId, detail }, now)
      const tell = action === "profile.hidden" ? changes.withdraw : changes.announce
      await tell(tx, "profile", [target.username])
    })
    log.info(action, { user: profileId, by: caller.user_id })
  }

  /** @returns the reason of each that was open @throws Refusal already_decided when none is */
  async function decideOpenReports(tx: Queries, caller: Caller, id: string, outcome: ReportOutcome, until: Date) {
    const decision = { outcome, resolved_by: caller.user_id, resolved_at: clock() }
    const open = and(eq(reports.profile_id, id), isNull(reports.resolved_at), lte(reports.created_at, until))
    const decided = await tx.update(reports).set(decision).where(open).returning({ reason: reports.reason })
    if (decided.length === 0) throw new Refusal("already_decided")
    return decided.map(({ reason }) => reason)
  }
}

/** The profile to decide about, locked: another decision waits until the transaction ends. */
async function lockTarget(tx: Queries, profileId: string): Promise<Target | undefined> {
  const locked = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, profileId)).for("update")
  if (locked.length === 0) return undefined
  const asAdministrator = and(eq(user_roles.user_id, profiles.owner_id), eq(user_roles.role, "admin"))
  // A separate statement sees what was committed while the first one waited.
  const rows = await tx
    .select({
      owner_id: profiles.owner_id,
      deleted_at: profiles.deleted_at,
      deletion_scheduled_at: profiles.deletion_scheduled_at,
      hidden_at: profiles.hidden_at,
      username: profiles.username,
      email: users.email,
      isAdministrator: sql<boolean>`${exists(tx.select({ role: user_roles.role }).from(user_roles).where(asAdministrator))}`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.owner_id))
    .where(eq(profiles.id, profileId))
  return rows[0]
}

async function setHidden(tx: Queries, profileId: string, hidden_at: Date | null): Promise<void> {
  await tx.update(profiles).set({ hidden_at }).where(eq(profiles.id, profileId))
}

const hiddenEmail = (
  site: string,
  support: string,
  origin: string,
  form: string,
  reasons: ReportReason[],
): EmailContent => ({
  subject: `Your ${site} profile is hidden while we review a report`,
  heading: "Your profile is hidden for now",
  paragraphs: [
    `Your ${site} profile was reported for: ${labelsOf(reasons)}. A moderator has hidden it while we look into it. For now, the page is unavailable, and cards that open it don't work.`,
    "Nothing is deleted. Sign in, open Edit Profile and change whatever breaks the rules. Saving doesn't bring your page back; a moderator has to restore it.",
  ],
  action: { label: "Edit your profile", url: form },
  notes: [
    `When you've fixed it, or if you think this is a mistake, write to ${support}. We'll email you when your profile is restored.`,
    `What's allowed and what isn't: ${origin}/acceptable-use`,
  ],
})

const labelsOf = (reasons: ReportReason[]): string =>
  [...new Set(reasons)].map((reason) => REPORT_REASON_TEXT[reason].label).join(", ")

const restoredEmail = (site: string, pageUrl: string): EmailContent => ({
  subject: `Your ${site} profile is back`,
  heading: "Your profile is visible again",
  paragraphs: [
    "A moderator reviewed your profile and restored it. The page and the cards that open it work again.",
    "Thank you for your patience.",
  ],
  action: { label: "Open your profile", url: pageUrl },
  notes: [],
})
