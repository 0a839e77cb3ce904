// How many emails the whole site sends in an hour to addresses that strangers typed. Counted before anybody looks whether there is
// such an account, so that the answer says nothing about it. Notices to owners do not come here.
import type { Services } from "../../compose.ts"

const HOUR_S = 3600

/** @throws Refusal too_many_emails */
export const takeStrangersEmail = ({ config, limits }: Pick<Services, "config" | "limits">): Promise<void> =>
  limits.take({ name: "emails:site", max: config.EMAILS_PER_HOUR, windowS: HOUR_S }, "", "too_many_emails")
