// Reports about profiles: anyone may send one, and decided ones are deleted after a while.
import { randomUUID } from "node:crypto"
import { eq, lt } from "drizzle-orm"
import { isShown } from "../../../domain/account/lifecycle.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import type { ReportForm } from "../../../domain/forms.ts"
import { DECIDED_REPORT_DAYS } from "../../../domain/limits.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { addDays } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { profiles as profileRows, reports } from "../../platform/db/schema.ts"
import type { Log } from "../../platform/log.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Profiles } from "../profiles/service.ts"
import type { ProofOfWork, ProofSender } from "../proof-of-work/service.ts"

interface Needs {
  clock: Clock
  database: OpenDatabase
  limits: Pick<RateLimits, "take" | "takeForIp">
  log: Log
  profiles: Pick<Profiles, "read">
  proofOfWork: Pick<ProofOfWork, "require">
}

export function createReports({ clock, database: { db }, limits, log, profiles, proofOfWork }: Needs) {
  return {
    /**
     * Stores a report by anyone. The answer is the same however often a profile was reported.
     * @throws Refusal not_found, too_many_requests, proof_of_work_required
     */
    async report({ username, reason, detail = "" }: ReportForm, sender: ProofSender, now: Date): Promise<void> {
      await limits.takeForIp(BUDGET.reportPerIp, sender.ip)
      await proofOfWork.require("report", sender)
      const profile = await profiles.read(username, now)
      const unavailable = new Refusal("not_found", { message: PROFILE.unavailable })
      if (profile === null) throw unavailable
      const { id: profile_id } = profile
      if (!(await takeForProfile(profile_id))) return
      await db.transaction(async (tx) => {
        const { deleted_at, deletion_scheduled_at, hidden_at } = profileRows
        const [visibility] = await tx
          .select({ deleted_at, deletion_scheduled_at, hidden_at })
          .from(profileRows)
          .where(eq(profileRows.id, profile_id))
          .for("share")
        // If it was hidden at this moment, it has been decided about, and no open report may stay behind.
        if (visibility === undefined || !isShown(visibility, now)) throw unavailable
        await tx.insert(reports).values({ id: randomUUID(), profile_id, reason, detail, created_at: now })
      })
      log.info("profile.reported", { user: profile_id, reason })
    },

    /** Deletes reports some time after they were decided. */
    async sweep(): Promise<void> {
      await db.delete(reports).where(lt(reports.resolved_at, addDays(clock(), -DECIDED_REPORT_DAYS)))
    },
  }

  /** False when the profile was reported often enough for now. */
  async function takeForProfile(id: string): Promise<boolean> {
    try {
      await limits.take(BUDGET.reportPerProfile, id)
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === "too_many_requests") return false
      throw error
    }
  }
}
