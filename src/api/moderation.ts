// Reports about profiles, and what moderators decide.
import * as z from "zod/mini"
import { dismissForm, reportForm } from "../domain/forms.ts"
import { REPORT_REASONS } from "../domain/moderation/report.ts"
import { cursorParameter } from "../domain/page.ts"
import { publicProfileSchema } from "../domain/profile/profile.ts"
import type { Endpoints } from "./endpoint.ts"
import { count, id, moment, next, success } from "./fields.ts"

/** A profile as moderators see it: in every state, never with its sign-in address. */
const reviewedProfile = z.extend(publicProfileSchema, {
  account: z.enum(["active", "deactivated", "gone"]),
  hidden_at: z.nullable(moment),
})
export type ReviewedProfile = z.infer<typeof reviewedProfile>

const reason = z.enum(REPORT_REASONS)
const reports = z.object({
  reasons: z
    .array(z.object({ reason, count }))
    .check(z.describe("How many reports there are for each reason, most frequent first.")),
  newest: z.array(z.object({ id, reason, detail: z.string(), created_at: moment })),
})
export type Reports = z.infer<typeof reports>

const reportedProfile = z.extend(reports, {
  profile: reviewedProfile,
  reported_from: moment.check(z.describe("When the oldest open report was sent.")),
  reported_until: moment.check(z.describe("When the newest one was.")),
})
/** A profile with its open reports. */
export type ReportedProfile = z.infer<typeof reportedProfile>

const hiddenProfile = z.extend(reports, {
  profile: reviewedProfile,
  hidden_at: moment,
  hidden_by: z.nullable(z.string()).check(z.describe("The moderator's name; null: that account is gone.")),
})
/** A profile that is hidden, with the reports that led to it. */
export type HiddenProfile = z.infer<typeof hiddenProfile>

const query = z.object({ cursor: cursorParameter })
const decision = { caller: "moderator", answer: success } as const
const picture = { caller: "moderator", file: "image/*" } as const

export const moderationEndpoints = {
  "POST /api/reports": {
    summary: "Reports a profile.",
    caller: "anyone",
    form: reportForm(),
    status: 202,
    answer: z.object({ received: z.literal(true) }),
  },
  "GET /api/moderation/reports": {
    summary: "Reported profiles, longest waiting first.",
    caller: "moderator",
    query,
    answer: z.object({ items: z.array(reportedProfile), next }),
  },
  "GET /api/moderation/hidden": {
    summary: "Hidden profiles, newest first.",
    caller: "moderator",
    query,
    answer: z.object({ items: z.array(hiddenProfile), next }),
  },
  "GET /api/moderation/profiles/{id}/photo": { summary: "A photo, even while the profile is hidden.", ...picture },
  "GET /api/moderation/profiles/{id}/banner": { summary: "A banner, even while the profile is hidden.", ...picture },
  "PUT /api/moderation/hidden/{id}": { summary: "Hides a profile.", ...decision },
  "DELETE /api/moderation/hidden/{id}": { summary: "Shows a hidden profile again.", ...decision },
  "POST /api/moderation/profiles/{id}/dismissal": {
    summary: "Dismisses the reports of a profile that were sent up to `seen_until`.",
    form: dismissForm(),
    ...decision,
  },
} as const satisfies Endpoints
