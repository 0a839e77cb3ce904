// What moderators decide: a profile is hidden or shown again, or its reports are dismissed (docs/decisions/moderation.md).
import { and, eq, exists, isNull, lte, sql } from "drizzle-orm"
import { accountState, type Visibility } from "../../../domain/account/lifecycle.ts"
import type { AuditAction } from "../../../domain/audit/audit.ts"
import { Refusal } from "../../../domain/errors.ts"
import { MODERATION } from "../../../domain/messages.ts"
import type { ReportOutcome } from "../../../domain/moderation/report.ts"
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
        async work(tx, { hidden_at, email }) {
          if (hidden_at !== null) throw new Refusal("already_decided")
          const count = await decideOpenReports(tx, caller, profileId, "hidden", now)
          await setHidden(tx, profileId, now)
          await mail.enqueue(tx, email, hiddenEmail(SITE_NAME, SUPPORT_EMAIL, PUBLIC_ORIGIN), now)
          return count
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
          await mail.enqueue(tx, email, restoredEmail(SITE_NAME, SUPPORT_EMAIL, url), now)
          return 0
        },
      }),

    /** @param until reports that came later stay open @throws Refusal already_decided, forbidden, not_found */
    dismiss: (caller: Caller, profileId: string, until: Date, now: Date): Promise<void> =>
      decide(caller, profileId, now, {
        action: "report.dismissed",
        isForAdministrators: false,
        work: (tx) => decideOpenReports(tx, caller, profileId, "dismissed", until),
      }),
  }

  async function decide(caller: Caller, profileId: string, now: Date, decision: Decision): Promise<void> {
    const { action, work, isForAdministrators } = decision
    if (profileId === caller.user_id) throw new Refusal("forbidden", { message: MODERATION.own })
    await db.transaction(async (tx) => {
      const target = await lockTarget(tx, profileId)
      if (target === undefined || accountState(target, now) === "gone") throw new Refusal("not_found")
      if (isForAdministrators && target.isAdministrator && !caller.roles.includes("admin"))
        throw new Refusal("forbidden", { message: MODERATION.administrator })
      const count = await work(tx, target)
      const detail: Record<string, number> = count > 0 ? { reports: count } : {}
      await audit.record(tx, { actor_id: caller.user_id, action, subject_id: profileId, detail }, now)
      await changes.announce(tx, "profile", target.username)
    })
    log.info(action, { user: profileId, by: caller.user_id })
  }

  /** @returns how many were open @throws Refusal already_decided when none is */
  async function decideOpenReports(tx: Queries, caller: Caller, id: string, outcome: ReportOutcome, until: Date) {
    const decision = { outcome, resolved_by: caller.user_id, resolved_at: clock() }
    const open = and(eq(reports.profile_id, id), isNull(reports.resolved_at), lte(reports.created_at, until))
    const { length } = await tx.update(reports).set(decision).where(open).returning({ id: reports.id })
    if (length === 0) throw new Refusal("already_decided")
    return length
  }
}

/** The profile to decide about, locked: another decision waits until the transaction ends. */
async function lockTarget(tx: Queries, profileId: string): Promise<Target | undefined> {
  const locked = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, profileId)).for("update")
  if (locked.length === 0) return undefined
  const asAdministrator = and(eq(user_roles.user_id, profiles.id), eq(user_roles.role, "admin"))
  // A separate statement sees what was committed while the first one waited.
  const rows = await tx
    .select({
      deleted_at: profiles.deleted_at,
      deletion_scheduled_at: profiles.deletion_scheduled_at,
      hidden_at: profiles.hidden_at,
      username: profiles.username,
      email: users.email,
      isAdministrator: sql<boolean>`${exists(tx.select({ role: user_roles.role }).from(user_roles).where(asAdministrator))}`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, profileId))
  return rows[0]
}

async function setHidden(tx: Queries, profileId: string, hidden_at: Date | null): Promise<void> {
  await tx.update(profiles).set({ hidden_at }).where(eq(profiles.id, profileId))
}

const hiddenEmail = (site: string, support: string, origin: string): EmailContent => ({
  subject: `Your ${site} profile is hidden while we look at a report`,
  heading: "Your profile is hidden for now",
  paragraphs: [
    `Someone reported your ${site} profile, and a moderator has hidden it while we look at it. Only you can see it, and your cards lead nowhere for now.`,
    "Nothing is deleted. You can sign in and edit your profile as usual; if something in it breaks the rules, please change it.",
  ],
  action: { label: "Read the rules", url: `${origin}/acceptable-use` },
  notes: [`We will write to you when it is restored. If you think this is a mistake, write to ${support}.`],
})

const restoredEmail = (site: string, support: string, pageUrl: string): EmailContent => ({
  subject: `Your ${site} profile is back`,
  heading: "Your profile can be seen again",
  paragraphs: [
    "A moderator has looked at your profile and restored it. Your page and your cards work as before.",
    "Thank you for your patience.",
  ],
  action: { label: "Open your profile", url: pageUrl },
  notes: [`Questions? Write to ${support}.`],
})
