// Reasons for reporting a profile, and what a moderator can decide.

/** As people choose among them, with what each one means. */
export const REPORT_REASON_TEXT = {
  impersonation: { label: "Impersonation", meaning: "It pretends to be another person or an organization." },
  spam: { label: "Spam", meaning: "It's advertising, or it sends unwanted messages." },
  fraud: { label: "Fraud or phishing", meaning: "It asks for money, passwords or data under false pretenses." },
  offensive: { label: "Offensive content", meaning: "It harasses, threatens, discriminates or is sexually explicit." },
  illegal: { label: "Illegal content", meaning: "It breaks the law or violates others' rights." },
  other: { label: "Something else", meaning: "It breaks the rules in another way." },
} as const
export type ReportReason = keyof typeof REPORT_REASON_TEXT
export const REPORT_REASONS = Object.keys(REPORT_REASON_TEXT) as ReportReason[]

/** hidden: the profile is no longer shown; dismissed: nothing was wrong. */
export const REPORT_OUTCOMES = ["hidden", "dismissed"] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]
