// Reports about profiles, and what moderators and administrators decide (docs/decisions/moderation.md).
import type { HiddenProfile, ReportedProfile } from "../../../api/moderation.ts"
import { accountState, isShown } from "../../../domain/account/lifecycle.ts"
import type { AuditAction } from "../../../domain/audit/audit.ts"
import { Refusal } from "../../../domain/errors.ts"
import type { ReportForm } from "../../../domain/forms.ts"
import { BUDGET, DECIDED_REPORT_DAYS } from "../../../domain/limits.ts"
import { MODERATION, PROFILE } from "../../../domain/messages.ts"
import { profilePath } from "../../../domain/paths.ts"
import type { PictureKind } from "../../../domain/profile/image.ts"
import { addDays } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import type { StoredFile } from "../../platform/files/files.ts"
import type { Log } from "../../platform/log.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Audit } from "../audit/service.ts"
import type { Caller } from "../auth/caller.ts"
import type { Profiles } from "../profiles/service.ts"
import type { ProofOfWork, ProofSender } from "../proof-of-work/service.ts"
import { hiddenNotice, restoredNotice } from "./moderation-emails.ts"
import { createQueue, type Page } from "./queue.ts"
import {
  decideReports,
  deleteDecidedReports,
  holdVisibility,
  insertReport,
  lockTarget,
  setHidden,
  type Target,
} from "./store.ts"

export interface Moderation {
  /** From anyone. The answer is the same however often a profile was reported. @throws Refusal not_found, too_many_requests, proof_of_work_required */
  report(form: ReportForm, sender: ProofSender, now: Date): Promise<void>
  /** @param after where the page before ended @throws Refusal bad_request */
  reported(after: string | undefined, now: Date): Promise<Page<ReportedProfile>>
  hidden(after: string | undefined, now: Date): Promise<Page<HiddenProfile>>
  /**
   * Each of the three is done by the first who asks for it, and told to the others.
   * @throws Refusal already_decided, forbidden, not_found
   */
  hide(caller: Caller, profileId: string, now: Date): Promise<void>
  restore(caller: Caller, profileId: string, now: Date): Promise<void>
  /** @param until reports that came later stay open */
  dismiss(caller: Caller, profileId: string, until: Date, now: Date): Promise<void>
  /** A picture of a profile in any state, for those who judge it. */
  picture(profileId: string, kind: PictureKind): Promise<StoredFile | null>
  sweep(): Promise<void>
}

interface Needs {
  audit: Audit
  clock: Clock
  config: Config
  database: OpenDatabase
  limits: RateLimits
  log: Log
  mail: Mail
  profiles: Profiles
  proofOfWork: ProofOfWork
}

export function createModeration(services: Needs): Moderation {
  const { audit, clock, config, database, limits, log, mail, profiles, proofOfWork } = services
  const { db, changes } = database
  const { SITE_NAME, SUPPORT_EMAIL, PUBLIC_ORIGIN } = config
  const queue = createQueue(services)

  /** False when the profile was reported often enough for now. */
  const takeForProfile = (id: string) =>
    limits.take(BUDGET.reportPerProfile, id).then(
      () => true,
      (error) => {
        if (error instanceof Refusal && error.code === "too_many_requests") return false
        throw error
      },
    )

  interface Decision {
    action: AuditAction
    /** @returns how many reports it is about */
    act(tx: Queries, target: Target): Promise<number>
    /** administrators' profiles are decided about by administrators alone */
    isForAdministrators: boolean
  }

  async function decide(caller: Caller, profileId: string, now: Date, decision: Decision): Promise<void> {
    const { action, act, isForAdministrators } = decision
    if (profileId === caller.user_id) throw new Refusal("forbidden", { message: MODERATION.own })
    await db.transaction(async (tx) => {
      const target = await lockTarget(tx, profileId)
      if (target === undefined || accountState(target, now) === "gone") throw new Refusal("not_found")
      if (isForAdministrators && target.isAdministrator && !caller.roles.includes("admin"))
        throw new Refusal("forbidden", { message: MODERATION.administrator })
      const count = await act(tx, target)
      const detail: Record<string, number> = count > 0 ? { reports: count } : {}
      await audit.record(tx, { actor_id: caller.user_id, action, subject_id: profileId, detail }, now)
      await changes.announce(tx, "profile", target.username)
    })
    log.info(action, { user: profileId, by: caller.user_id })
  }

  /** @throws Refusal already_decided when none is open any more */
  async function decideOpen(tx: Queries, caller: Caller, id: string, outcome: "hidden" | "dismissed", until: Date) {
    const count = await decideReports(tx, id, { outcome, resolved_by: caller.user_id }, until, clock())
    if (count === 0) throw new Refusal("already_decided")
    return count
  }

  return {
    async report({ username, reason, detail = "" }, sender, now) {
      await limits.takeForIp(BUDGET.reportPerIp, sender.ip)
      await proofOfWork.require("report", sender)
      const profile = await profiles.read(username, now)
      if (profile === null) throw new Refusal("not_found", { message: PROFILE.unavailable })
      const { id: profile_id } = profile
      if (!(await takeForProfile(profile_id))) return
      await db.transaction(async (tx) => {
        // Hidden in this very moment: then it has been decided about, and no report may stay behind.
        const held = await holdVisibility(tx, profile_id)
        if (held === undefined || !isShown(held, now)) throw new Refusal("not_found", { message: PROFILE.unavailable })
        await insertReport(tx, { profile_id, reason, detail }, now)
      })
      log.info("profile.reported", { user: profile_id, reason })
    },

    reported: queue.reported,
    hidden: queue.hidden,

    hide: (caller, profileId, now) =>
      decide(caller, profileId, now, {
        action: "profile.hidden",
        isForAdministrators: true,
        async act(tx, target) {
          if (target.hidden_at !== null) throw new Refusal("already_decided")
          const count = await decideOpen(tx, caller, profileId, "hidden", now)
          await setHidden(tx, profileId, now)
          await mail.enqueue(tx, target.email, hiddenNotice(SITE_NAME, SUPPORT_EMAIL, PUBLIC_ORIGIN), now)
          return count
        },
      }),

    restore: (caller, profileId, now) =>
      decide(caller, profileId, now, {
        action: "profile.restored",
        isForAdministrators: true,
        async act(tx, target) {
          if (target.hidden_at === null) throw new Refusal("already_decided")
          await setHidden(tx, profileId, null)
          const url = PUBLIC_ORIGIN + profilePath(target.username)
          await mail.enqueue(tx, target.email, restoredNotice(SITE_NAME, SUPPORT_EMAIL, url), now)
          return 0
        },
      }),

    dismiss: (caller, profileId, until, now) =>
      decide(caller, profileId, now, {
        action: "report.dismissed",
        isForAdministrators: false,
        act: (tx) => decideOpen(tx, caller, profileId, "dismissed", until),
      }),

    async picture(profileId, kind) {
      const [profile] = await profiles.forReview([profileId], clock())
      return profile === undefined ? null : ((await profiles.ownPicture(profile, kind))?.file ?? null)
    },

    sweep: () => deleteDecidedReports(db, addDays(clock(), -DECIDED_REPORT_DAYS)),
  }
}
