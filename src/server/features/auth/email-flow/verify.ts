// Confirms an address by the link of an email: in the browser that asked for it, or with the account's password or passkey
// (passkeys/confirm-address.ts). It opens no session.

import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import { accountByPassword } from "../credentials/passwords.ts"
import { presentUser } from "../protocol/serialize.ts"
import type { LinkAsker } from "../session/cookies.ts"
import { makeFirstAdministrator } from "../sign-up/first-administrator.ts"
import { confirmEmail, lockUser, type UserRow, type UserWithState } from "../users-store.ts"
import { requireDomain } from "../way-in.ts"
import { confirmEmailChange } from "./email-change.ts"
import { findLink, isAskersOwn, type Link, readLink } from "./email-links.ts"
import { type TokenRow, useToken } from "./one-time-tokens-store.ts"

/**
 * Only a confirmation uses a link up, and a password is checked only for a link that works.
 * @throws Refusal validation_failed, otp_expired, email_address_not_authorized, password_needed, invalid_credentials, too_many_requests, service_unavailable
 */
export async function verify(auth: Auth, input: unknown, { ip, cookie }: LinkAsker) {
  const { database, clock } = auth
  const link = readLink(input)
  const { token, account } = await openLink(auth, link, ip)
  const isOwn = await isAskersOwn(database.db, token, cookie, clock())
  if (!isOwn) await requirePassword(auth, account, link, ip)
  return confirmLink(auth, link, token, async (tx, now) => {
    if (isOwn && !(await isAskersOwn(tx, token, cookie, now))) throw new Refusal("password_needed")
  })
}

/** @throws Refusal otp_expired, email_address_not_authorized (the domains may have been limited since), too_many_requests */
export async function openLink(auth: Auth, link: Link, ip: string) {
  await auth.limits.takeForIp(BUDGET.linkPerIp, ip)
  const found = await findLink(auth, link, auth.clock())
  requireDomain(auth, found.token.email)
  return found
}

/**
 * Uses the link.
 * @param check throws if a condition is no longer met; runs inside the transaction that locks the account
 * @throws Refusal otp_expired
 */
export async function confirmLink(
  auth: Auth,
  link: Link,
  token: TokenRow,
  check: (tx: Queries, now: Date) => Promise<void>,
) {
  const { database, clock, log } = auth
  const now = clock()
  const user = await database.db.transaction(async (tx) => {
    // The account before its link, in the order of a sign-up that replaces both.
    await lockUser(tx, token.user_id)
    await check(tx, now)
    if ((await useToken(tx, link.token_hash, link.purpose, now)) === undefined) return undefined
    const confirmed = { id: token.user_id, email: token.email }
    const user = await (link.purpose === "signup"
      ? confirmAccount(auth, tx, confirmed, now)
      : confirmEmailChange(auth, tx, confirmed, now))
    const username = user?.user_metadata.username
    if (username !== undefined) await database.changes.announce(tx, "profile", [username])
    return user
  })
  if (user === undefined) throw new Refusal("otp_expired")
  log.info("auth.email_verified", { user: user.id, purpose: link.purpose })
  return presentUser(database.db, user, now)
}

/** @throws Refusal password_needed, invalid_credentials, too_many_requests, service_unavailable */
async function requirePassword(
  auth: Auth,
  account: UserWithState,
  { password, purpose }: Link,
  ip: string,
): Promise<void> {
  if (!password) throw new Refusal("password_needed")
  // Not by the link: each new one would bring new attempts.
  try {
    const { id } = await accountByPassword(auth, account.email, password, ip, `link ${purpose} ${account.id}`)
    if (id !== account.id) throw new Refusal("invalid_credentials")
  } catch (error) {
    if (error instanceof Refusal) auth.log.info("auth.verify_refused", { code: error.code, user: account.id, ip })
    throw error
  }
}

/** The first account that confirms ADMIN_EMAIL becomes administrator. */
export async function confirmAccount(
  auth: Auth,
  tx: Queries,
  account: { id: string; email: string },
  now: Date,
): Promise<UserRow | undefined> {
  const user = await confirmEmail(tx, account.id, account.email, now)
  if (user !== undefined) await makeFirstAdministrator(auth, tx, user, now)
  return user
}
