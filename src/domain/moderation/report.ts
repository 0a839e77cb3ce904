// What anyone may report about a profile, and what a moderator makes of it.
import type { AccountState } from "../account/lifecycle.ts"
import type { PublicProfile } from "../profile/profile.ts"

export const REPORT_REASONS = ["impersonation", "spam", "fraud", "offensive", "illegal", "other"] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** As people choose among them, with what each one means. */
export const REPORT_REASON_TEXT: Record<ReportReason, { label: string; meaning: string }> = {
  impersonation: { label: "Impersonation", meaning: "It pretends to be another person or an organisation." },
  spam: { label: "Spam", meaning: "It advertises, or was made to send unwanted messages." },
  fraud: { label: "Fraud or phishing", meaning: "It asks for money, passwords or data under false pretences." },
  offensive: { label: "Offensive content", meaning: "It harasses, threatens, discriminates or is sexually explicit." },
  illegal: { label: "Illegal content", meaning: "It breaks the law or the rights of others." },
  other: { label: "Something else", meaning: "It breaks the rules in another way." },
}

/** hidden: the profile was taken from view; dismissed: nothing was wrong. */
export const REPORT_OUTCOMES = ["hidden", "dismissed"] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

/** A profile as those see it who decide about it: in every state, never with its sign-in address. Dates are ISO 8601. */
export interface ReviewedProfile extends PublicProfile {
  account: AccountState
  hidden_at: string | null
}

export interface Reports {
  /** how many there are for each reason, most frequent first */
  reasons: { reason: ReportReason; count: number }[]
  /** the newest of them */
  newest: { id: string; reason: ReportReason; detail: string; created_at: string }[]
}

/** A profile with the reports nobody has decided about yet. */
export interface ReportedProfile extends Reports {
  profile: ReviewedProfile
  /** of the oldest and of the newest one */
  reported_from: string
  reported_until: string
}

/** A profile that is kept from view, with the reports that led to it. */
export interface HiddenProfile extends Reports {
  profile: ReviewedProfile
  hidden_at: string
  /** the name of whoever did; null when that account is gone */
  hidden_by: string | null
}
