// How many emails the whole site sends per hour to addresses that strangers typed. Notices to owners do not count.
import type { Budget } from "../../../domain/budgets.ts"
import type { Config } from "../config/config.ts"
import type { RateLimits } from "../rate-limits/rate-limits.ts"

const HOUR_S = 3600

interface Needs {
  config: Pick<Config, "EMAILS_PER_HOUR">
  limits: Pick<RateLimits, "take">
}

export const strangersEmails = ({ EMAILS_PER_HOUR }: Needs["config"]): Budget => ({
  name: "emails:site",
  max: EMAILS_PER_HOUR,
  windowS: HOUR_S,
})

/** Strangers cannot use this limit up: only a confirmed account without a working link counts toward it. */
export const resetEmails = ({ EMAILS_PER_HOUR }: Needs["config"]): Budget => ({
  name: "emails:resets",
  max: EMAILS_PER_HOUR,
  windowS: HOUR_S,
})

/** @throws Refusal too_many_emails */
export const takeStrangersEmail = ({ config, limits }: Needs): Promise<void> =>
  limits.take(strangersEmails(config), "", "too_many_emails")
