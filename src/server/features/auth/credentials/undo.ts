// Undoing a change of an account's protection: the email about it goes to the sign-in email from before the change, with a link
// that gives the account back to that address for a week (docs/decisions/step-up-and-undo.md).
import type { Undoable, UndoToken } from "../../../../api/account.ts"
import { UNDO } from "../../../../domain/account/account-messages.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { UNDO_LINK_DAYS } from "../../../../domain/limits.ts"
import { UNDO_PAGE } from "../../../../domain/paths.ts"
import { addDays } from "../../../../domain/time.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { EmailContent } from "../../../platform/mail/email-template.ts"
import type { Auth } from "../auth.ts"
import { disconnectSince } from "../company-login/disconnect.ts"
import { changeUndoneNotice, type Site } from "../email-flow/auth-emails.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { endAccess, type OpenedSession, openSession } from "../session/sessions.ts"
import { newToken, sha256 } from "../session/tokens.ts"
import { findLiveUser, lockUser, moveToEmail, setPassword, type UserRow } from "../users-store.ts"
import { onlyProvider } from "../way-in.ts"
import { noPassword } from "./passwords.ts"
import { recordSecurityEvent } from "./security-log.ts"
import {
  deleteCredentialsSince,
  findUndoLink,
  forgetDevices,
  insertUndoLink,
  type UndoLinkRow,
  useUndoLink,
} from "./undo-links-store.ts"

/**
 * Tells the owner of a change, with the link that undoes it. Inside the transaction of the change.
 * @param user with the sign-in email from before the change, where the email goes
 */
export async function sendUndoNotice(
  { config, mail }: Pick<Auth, "config" | "mail">,
  tx: Queries,
  { id, email }: { id: string; email: string },
  change: UndoLinkRow["change"],
  notice: (site: Site, undo: string) => EmailContent,
  now: Date,
): Promise<void> {
  const token = newToken()
  const expires_at = addDays(now, UNDO_LINK_DAYS)
  await insertUndoLink(tx, { token_hash: sha256(token), user_id: id, change, email, created_at: now, expires_at })
  await mail.enqueue(tx, email, notice(config, `${config.PUBLIC_ORIGIN}${UNDO_PAGE}#token=${token}`), now)
}

/** What a link would undo; changes nothing. @throws Refusal otp_expired, too_many_requests */
export async function previewUndo(auth: Auth, input: UndoToken, ip: string): Promise<Undoable> {
  const { change, created_at, email, user_id } = await linkOf(auth, input, ip, auth.clock())
  // The undo disconnects every login that was connected since, except this one.
  const provider = await onlyProvider(auth, auth.database.db, { id: user_id, email })
  return { change, at: created_at.toISOString(), email, company_login: provider?.name ?? null }
}

/**
 * Restores the email, ends every session, app password, known device and link, removes the factors and passkeys added since, disconnects the
 * company logins connected since, and makes the password useless.
 * @returns a recovery session, in which the owner chooses a new password
 * @throws Refusal otp_expired, undo_email_taken, too_many_requests
 */
export async function undoChange(auth: Auth, input: UndoToken, client: ClientInfo): Promise<OpenedSession["body"]> {
  const { clock, config, database, log, mail, purge, roles } = auth
  const now = clock()
  const link = await linkOf(auth, input, client.ip, now)
  const { user_id, email, created_at } = link
  await purge.free({ email })
  const opened = await withRetry(() =>
    database.db.transaction(async (tx) => {
      await roles.lock(tx)
      await lockUser(tx, user_id)
      if (!(await useUndoLink(tx, link))) throw expired()
      const found = await findLiveUser(tx, user_id, now)
      if (found === undefined) throw expired()
      const user = await giveBack(tx, found, email, now)
      await setPassword(tx, user_id, noPassword(), now)
      await deleteCredentialsSince(tx, user_id, created_at)
      await disconnectSince(auth, tx, user, created_at, now)
      await endAccess(tx, user_id)
      await forgetDevices(tx, user_id)
      await recordSecurityEvent(tx, { user_id, user_agent: client.userAgent }, "change_undone", now)
      if (found.email !== email) await mail.enqueue(tx, found.email, changeUndoneNotice(config), now)
      const { username } = user.user_metadata
      if (username !== undefined) await database.changes.announce(tx, "profile", [username])
      return openSession(auth, tx, user, "recovery", client, now)
    }),
  )
  log.warn("auth.change_undone", { user: user_id, change: link.change })
  return opened.body
}

/** @throws Refusal otp_expired, too_many_requests */
async function linkOf({ database, limits }: Auth, { token }: UndoToken, ip: string, now: Date): Promise<UndoLinkRow> {
  await limits.takeForIp(BUDGET.linkPerIp, ip)
  const link = await findUndoLink(database.db, sha256(token), now)
  const user = link && (await findLiveUser(database.db, link.user_id, now))
  if (link === undefined || user === undefined) throw expired()
  return link
}

const expired = () => new Refusal("otp_expired", { message: UNDO.expired })

/**
 * An account that signed up with this address in the meantime but never confirmed it is removed, because the holder of the link reads
 * the mailbox.
 * @throws Refusal undo_email_taken
 */
async function giveBack(tx: Queries, user: UserRow, email: string, now: Date): Promise<UserRow> {
  if (user.email === email) return user
  const moved = await moveToEmail(tx, user.id, email, now)
  if (moved === undefined) throw new Refusal("undo_email_taken")
  return moved
}
