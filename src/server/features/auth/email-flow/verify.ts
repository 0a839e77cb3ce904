// Confirms an address by the link of an email: in the browser that asked for it, or with the account's password. It opens no session.
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET } from "../../../../domain/limits.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { AuthContext } from "../context.ts"
import { type UserBody, userBody } from "../protocol/serialize.ts"
import { findUserDetails } from "../protocol/user-details-store.ts"
import { accountOf } from "../session/sign-in.ts"
import { makeFirstAdministrator } from "../sign-up/first-administrator.ts"
import { confirmEmail, lockUser, type UserRow, type UserWithState } from "../users-store.ts"
import { confirmEmailChange } from "./email-change.ts"
import { findLink, isAskersOwn, type Link, readLink } from "./email-links.ts"
import type { LinkAsker } from "./link-cookie.ts"
import { useToken } from "./one-time-tokens-store.ts"

/** The first account that confirms ADMIN_EMAIL becomes administrator. */
export async function confirmAccount(
  context: AuthContext,
  db: Queries,
  account: { id: string; email: string },
  now: Date,
): Promise<UserRow | undefined> {
  const user = await confirmEmail(db, account.id, account.email, now)
  if (user !== undefined) await makeFirstAdministrator(context, db, user, now)
  return user
}

/** @throws Refusal password_needed, invalid_credentials, too_many_requests, service_unavailable */
async function requirePassword(
  context: AuthContext,
  account: UserWithState,
  { password, token_hash }: Link,
  ip: string,
): Promise<void> {
  if (!password) throw new Refusal("password_needed")
  try {
    const { id } = await accountOf(context, account.email, password, ip, `link ${token_hash}`)
    if (id !== account.id) throw new Refusal("invalid_credentials")
  } catch (error) {
    if (error instanceof Refusal) context.log.info("auth.verify_refused", { code: error.code, user: account.id, ip })
    throw error
  }
}

/**
 * A link is used up only by a confirmation, and a password is looked at only for a link that works.
 * @throws Refusal validation_failed, otp_expired, password_needed, invalid_credentials, too_many_requests, service_unavailable
 */
export async function verify(context: AuthContext, input: unknown, { ip, cookie }: LinkAsker): Promise<UserBody> {
  const { database, clock, limits, log } = context
  const link = readLink(input)
  await limits.takeForIp(BUDGET.linkPerIp, ip)
  const now = clock()
  const { token, account } = await findLink(context, link, now)
  const isOwn = await isAskersOwn(database.db, token, cookie, now)
  if (!isOwn) await requirePassword(context, account, link, ip)
  const user = await database.db.transaction(async (tx) => {
    // The account before its link, as a sign-up that replaces both takes them.
    await lockUser(tx, account.id)
    if (isOwn && !(await isAskersOwn(tx, token, cookie, now))) throw new Refusal("password_needed")
    if ((await useToken(tx, link.token_hash, link.purpose, now)) === undefined) return undefined
    const confirmed = { id: token.user_id, email: token.email }
    const user = await (link.purpose === "signup"
      ? confirmAccount(context, tx, confirmed, now)
      : confirmEmailChange(context, tx, confirmed, now))
    const username = user?.user_metadata.username
    if (username !== undefined) await database.changes.announce(tx, "profile", username)
    return user
  })
  if (user === undefined) throw new Refusal("otp_expired")
  log.info("auth.email_verified", { user: user.id, purpose: link.purpose })
  return userBody(user, await findUserDetails(database.db, user.id, now))
}
