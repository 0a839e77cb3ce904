// The doctor's look at ADMIN_EMAIL: a first administrator who cannot sign up is noticed too late, on a site that has none.
import { requiredProvider } from "../../../../domain/account/company-login.ts"
import { emailDomain } from "../../../../domain/account/email-address.ts"
import { mayHaveAccount } from "../../../../domain/account/policy.ts"
import type { Config } from "../../../platform/config/config.ts"
import { type Finding, note } from "./finding.ts"

type Needs = Pick<Config, "ADMIN_EMAIL" | "COMPANY_LOGIN" | "SIGN_UP" | "SIGN_UP_DOMAINS">

/** @param isAwaited there is neither an administrator nor an account for the address; null: not known */
export function firstAdministrator(config: Needs, isAwaited: boolean | null): Finding[] {
  const { ADMIN_EMAIL } = config
  const obstacle = ADMIN_EMAIL === null || isAwaited === false ? null : obstacleOf(config, ADMIN_EMAIL)
  if (obstacle === null) return []
  const who = `ADMIN_EMAIL (${ADMIN_EMAIL})`
  const what =
    isAwaited === null
      ? `If the site has neither an administrator nor an account for ${who}, that person cannot`
      : `${who} cannot`
  return [note(`${what} sign up: ${obstacle}`)]
}

function obstacleOf({ COMPANY_LOGIN, SIGN_UP, SIGN_UP_DOMAINS }: Needs, email: string): string | null {
  if (!mayHaveAccount(SIGN_UP_DOMAINS, email)) return `SIGN_UP_DOMAINS does not name ${emailDomain(email)}.`
  const required = requiredProvider(COMPANY_LOGIN, email)
  if (required !== undefined)
    return required.create_accounts
      ? null
      : `addresses at ${emailDomain(email)} can sign in only with the company login ${required.id}, which doesn't create accounts. Set create_accounts to true until the account exists.`
  if (SIGN_UP === "open" || COMPANY_LOGIN.some((login) => login.create_accounts)) return null
  const reason = SIGN_UP === "closed" ? "is closed" : "is invite, and only administrators can invite"
  return `SIGN_UP ${reason}. Set it to open until the account exists.`
}
