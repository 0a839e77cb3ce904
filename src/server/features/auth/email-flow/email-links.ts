// The links of confirmation emails: to which browser they are bound, what a page may know about one before it is used, and the
// answer "it was not me".
import * as z from "zod/mini"
import { VERIFY } from "../../../../domain/account/sign-up-messages.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, PASSWORD_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { optionalText, readBody, text } from "../protocol/read-body.ts"
import type { LinkAsker } from "../session/cookies.ts"
import { holdSession } from "../session/sessions-store.ts"
import { newToken, sha256 } from "../session/tokens.ts"
import { deleteUnconfirmed, findUser, lockUser } from "../users-store.ts"
import { findToken, type TokenRow, useToken } from "./one-time-tokens-store.ts"

/**
 * What binds a link to the browser that asks for it: the value of its cookie, and the hash for the database. Always a new value:
 * one that came with the request may have been planted.
 */
export function newLinkBinding() {
  const cookie = newToken()
  return { cookie, browser_hash: sha256(cookie) }
}

/** Whether the request comes from the browser the link is bound to. */
export const isBoundTo = ({ browser_hash }: TokenRow, cookie: string | null): boolean =>
  browser_hash !== null && cookie !== null && sha256(cookie) === browser_hash

/**
 * Whether the link works without a password. One for another address does so only while the session lasts that asked for it:
 * once the owner has ended an intruder's session, the link is no longer bound to the intruder's browser.
 */
export async function isAskersOwn(db: Queries, token: TokenRow, cookie: string | null, now: Date): Promise<boolean> {
  if (!isBoundTo(token, cookie)) return false
  if (token.purpose !== "email_change") return true
  return token.session_id !== null && holdSession(db, token.session_id, token.user_id, now)
}

const linkBody = z.object({
  type: z.enum(["signup", "email", "email_change"], {
    error: ({ input }) => (input === undefined ? VERIFY.typeMissing : VERIFY.typeUnknown),
  }),
  token_hash: text(AUTH_TOKEN_MAX, FIELD.tooLong, VERIFY.tokenMissing),
  password: optionalText(PASSWORD_MAX),
})

export type Link = ReturnType<typeof readLink>

/** @throws Refusal validation_failed, with the protocol's sentences */
export function readLink(input: unknown) {
  const { type, token_hash, password } = readBody(linkBody, input, null)
  const purpose = type === "email_change" ? type : "signup"
  return { token_hash: sha256(token_hash), purpose, password } as const
}

/** The link, unused, and its account. @throws Refusal otp_expired */
export async function findLink({ database }: Auth, { token_hash, purpose }: Link, now: Date) {
  const token = await findToken(database.db, token_hash, purpose, now)
  const account = token && (await findUser(database.db, token.user_id))
  if (token === undefined || account === undefined) throw new Refusal("otp_expired")
  return { token, account }
}

/** Changes nothing: programs that check every link of an email may request it. @throws Refusal validation_failed, otp_expired, too_many_requests */
export async function describeLink(auth: Auth, input: unknown, { ip, cookie }: LinkAsker) {
  const link = readLink(input)
  await auth.limits.takeForIp(BUDGET.linkPerIp, ip)
  const now = auth.clock()
  const { token, account } = await findLink(auth, link, now)
  return {
    /** the address the link confirms */
    email: token.email,
    /** null for an account without a profile */
    username: account.username,
    /** when the account was created */
    created_at: account.created_at.toISOString(),
    /** in this browser the link does not work by itself: the password is needed, or a passkey of the account */
    needs_password: !(await isAskersOwn(auth.database.db, token, cookie, now)),
    /** false: it has to be a passkey */
    has_password: account.has_password,
  }
}

/**
 * Deletes an account that was signed up with someone else's address, unless it is confirmed; of a new sign-in email only the
 * request is deleted. @throws Refusal validation_failed, otp_expired, too_many_requests
 */
export async function declineLink(auth: Auth, input: unknown, ip: string): Promise<void> {
  const { clock, database, limits, log } = auth
  const link = readLink(input)
  await limits.takeForIp(BUDGET.linkPerIp, ip)
  const now = clock()
  const { account } = await findLink(auth, link, now)
  await database.db.transaction(async (tx) => {
    await lockUser(tx, account.id)
    const isDone =
      (await useToken(tx, link.token_hash, link.purpose, now)) !== undefined &&
      (link.purpose === "email_change" || (await deleteUnconfirmed(tx, account.id)))
    if (!isDone) throw new Refusal("otp_expired")
    if (link.purpose === "email_change")
      await recordSecurityEvent(tx, { user_id: account.id, user_agent: null }, "email_change_canceled", now)
  })
  log.info("auth.link_declined", { user: account.id, purpose: link.purpose, ip })
}
