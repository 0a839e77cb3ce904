// How many emails the whole site sends in an hour to addresses that strangers typed. Counted before anybody looks whether there is
import type { Config } from "../config/config.ts"
import type { RateLimits } from "../rate-limits/rate-limits.ts"

// such an account, so that the answer says nothing about it. Notices to owners do not come here.

const HOUR_S = 3600

interface Needs {
  config: Config
  limits: RateLimits
}

/** @throws Refusal too_many_emails */
export const takeStrangersEmail = ({ config, limits }: Needs): Promise<void> =>
  limits.take({ name: "emails:site", max: config.EMAILS_PER_HOUR, windowS: HOUR_S }, "", "too_many_emails")
