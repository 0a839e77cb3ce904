// The sign-in email of people who have to use a company's login: it follows the address there, because no one can change it here.
import { type CompanyIdentity, type LoginProvider, requiredProvider } from "../../../../domain/account/company-login.ts"
import { mayHaveAccount } from "../../../../domain/account/policy.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { voidTokens } from "../email-flow/one-time-tokens-store.ts"
import { lockUser, moveToEmail, type UserRow } from "../users-store.ts"
import { addressFollowedNotice } from "./identity-emails.ts"

/**
 * Call inside the transaction of a sign-in with the provider. If another account has the new address, nothing changes.
 * @returns the account, with its new address if it moved
 */
export async function followAddress(
  { config, log, mail, providers }: Auth,
  tx: Queries,
  user: UserRow,
  settings: LoginProvider,
  { email, is_email_confirmed }: Pick<CompanyIdentity, "email" | "is_email_confirmed">,
  now: Date,
): Promise<UserRow> {
  const isOurs = (address: string) => requiredProvider(providers.all, address) === settings
  const isNew = email !== user.email.toLowerCase()
  const mayMove = is_email_confirmed && isOurs(user.email) && isOurs(email)
  if (!isNew || !mayMove || !mayHaveAccount(config.SIGN_UP_DOMAINS, email)) return user
  await lockUser(tx, user.id)
  const moved = await moveToEmail(tx, user.id, email, now)
  if (moved === undefined) {
    log.warn("auth.company_address_taken", { user: user.id, provider: settings.id })
    return user
  }
  await voidTokens(tx, user.id)
  await recordSecurityEvent(tx, { user_id: user.id, user_agent: null }, "email_changed", now)
  await mail.enqueue(tx, user.email, addressFollowedNotice(settings.name)(config), now)
  log.info("auth.company_address_followed", { user: user.id, provider: settings.id })
  return moved
}
