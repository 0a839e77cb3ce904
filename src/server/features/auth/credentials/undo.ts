// Undoing a change of an account's protection: the email about it goes to the address that was valid before, with a link that
// gives the account back to that address for a week (docs/decisions/step-up-and-undo.md).

import type { Undoable, UndoToken } from "../../../../api/account.ts"
import { UNDO } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET, UNDO_LINK_DAYS } from "../../../../domain/limits.ts"
import { UNDO_PAGE } from "../../../../domain/paths.ts"
import { addDays } from "../../../../domain/time.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { networkOf } from "../../../platform/http/client-ip.ts"
import type { AuthContext, Origin } from "../context.ts"
import { changeUndoneNotice } from "../email-flow/auth-emails.ts"
import { newToken, sha256 } from "../email-flow/one-time-token.ts"
import { voidTokens } from "../email-flow/one-time-tokens-store.ts"
import type { SessionBody } from "../protocol/serialize.ts"
import { isGone, openSession } from "../session/sessions.ts"
import { deleteSessionsOf } from "../session/sessions-store.ts"
import { findUser, lockUser, moveToEmail, setPasswordHash, type UserRow } from "../users-store.ts"
import { recordSecurityEvent } from "./security-log.ts"
import {
  deleteFactorsSince,
  findUndoLink,
  forgetDevices,
  insertUndoLink,
  type UndoLinkRow,
  useUndoLink,
} from "./undo-links-store.ts"

/**
 * Inside the transaction of the change.
 * @param email the sign-in email before the change, where the link goes
 * @returns the link for the email about it
 */
export async function undoLink(
  { config }: Pick<AuthContext, "config">,
  tx: Queries,
  { id, email }: { id: string; email: string },
  change: UndoLinkRow["change"],
  now: Date,
): Promise<string> {
  const token = newToken()
  const expires_at = addDays(now, UNDO_LINK_DAYS)
  await insertUndoLink(tx, { token_hash: sha256(token), user_id: id, change, email, created_at: now, expires_at })
  return `${config.PUBLIC_ORIGIN}${UNDO_PAGE}#token=${token}`
}

const expired = () => new Refusal("otp_expired", { message: UNDO.expired })

/** @throws Refusal otp_expired, too_many_requests */
async function linkOf(context: AuthContext, { token }: UndoToken, ip: string, now: Date): Promise<UndoLinkRow> {
  await context.limits.takeForIp(BUDGET.linkPerIp, ip)
  const link = await findUndoLink(context.database.db, sha256(token), now)
  const user = link && (await findUser(context.database.db, link.user_id))
  if (link === undefined || user === undefined || isGone(user, now)) throw expired()
  return link
}

/** What a link would undo; changes nothing. @throws Refusal otp_expired, too_many_requests */
export async function previewUndo(context: AuthContext, input: UndoToken, ip: string): Promise<Undoable> {
  const { change, created_at, email } = await linkOf(context, input, ip, context.clock())
  return { change, at: created_at.toISOString(), email }
}

/** Anyone who only signed up with the address meanwhile loses it: the holder of the link reads its mailbox. @throws Refusal undo_email_taken */
async function giveBack(tx: Queries, user: UserRow, email: string, now: Date): Promise<UserRow> {
  if (user.email === email) return user
  const moved = await moveToEmail(tx, user.id, email, now)
  if (moved === undefined) throw new Refusal("undo_email_taken")
  return moved
}

/**
 * Restores the email, ends every session, known device and link, removes the factors that came since, and makes the password
 * useless. @returns a recovery session, in which the owner chooses a new one
 * @throws Refusal otp_expired, undo_email_taken, too_many_requests, service_unavailable
 */
export async function undoChange(context: AuthContext, input: UndoToken, origin: Origin): Promise<SessionBody> {
  const { clock, config, database, log, mail, passwords, purge } = context
  const now = clock()
  const link = await linkOf(context, input, origin.ip, now)
  const { user_id, email, created_at } = link
  await purge.free({ email })
  // Of a password nobody has: anyone who knew the old one is out.
  const password_hash = await passwords.hash(newToken(), networkOf(origin.ip))
  const opened = await withRetry(() =>
    database.db.transaction(async (tx) => {
      await lockUser(tx, user_id)
      if (!(await useUndoLink(tx, link))) throw expired()
      const found = await findUser(tx, user_id)
      if (found === undefined || isGone(found, now)) throw expired()
      const user = await giveBack(tx, found, email, now)
      await setPasswordHash(tx, user_id, password_hash, now)
      await deleteFactorsSince(tx, user_id, created_at)
      await deleteSessionsOf(tx, user_id)
      await forgetDevices(tx, user_id)
      await voidTokens(tx, user_id)
      await recordSecurityEvent(tx, { user_id, user_agent: origin.userAgent }, "change_undone", now)
      if (found.email !== email)
        await mail.enqueue(tx, found.email, changeUndoneNotice(config.SITE_NAME, config.SUPPORT_EMAIL), now)
      const { username } = user.user_metadata
      if (username !== undefined) await database.changes.announce(tx, "profile", username)
      return openSession(context, tx, user, "recovery", origin, now)
    }),
  )
  log.warn("auth.change_undone", { user: user_id, change: link.change })
  return opened.body
}
