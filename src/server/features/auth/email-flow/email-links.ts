// What a page has to know about the link of a confirmation email before it is used, and the answer "it was not me".
import * as z from "zod/mini"
import { VERIFY } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, BUDGET, PASSWORD_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { AuthContext } from "../context.ts"
import { optionalText, readBody, text } from "../protocol/read-body.ts"
import { holdSession } from "../session/sessions-store.ts"
import { deleteUnconfirmed, findUser, lockUser, type UserWithState } from "../users-store.ts"
import { isBoundTo, type LinkAsker } from "./link-cookie.ts"
import { sha256 } from "./one-time-token.ts"
import { findToken, type TokenRow, useToken } from "./one-time-tokens-store.ts"

const linkBody = z.object({
  type: z.enum(["signup", "email", "email_change"], {
    error: ({ input }) => (input === undefined ? VERIFY.typeMissing : VERIFY.typeUnknown),
  }),
  token_hash: text(AUTH_TOKEN_MAX, FIELD.tooLong, VERIFY.tokenMissing),
  password: optionalText(PASSWORD_MAX),
})

export interface Link {
  /** sha-256 of the link's secret */
  token_hash: string
  purpose: "signup" | "email_change"
  password: string | null
}

/** @throws Refusal validation_failed, in the protocol's words */
export function readLink(input: unknown): Link {
  const { type, token_hash, password } = readBody(linkBody, input, null)
  return {
    token_hash: sha256(token_hash),
    purpose: type === "email_change" ? "email_change" : "signup",
    password: password ?? null,
  }
}

/** The link, unused, and the account it is about. @throws Refusal otp_expired */
export async function findLink(
  { database }: Pick<AuthContext, "database">,
  { token_hash, purpose }: Link,
  now: Date,
): Promise<{ token: TokenRow; account: UserWithState }> {
  const token = await findToken(database.db, token_hash, purpose, now)
  const account = token && (await findUser(database.db, token.user_id))
  if (token === undefined || account === undefined) throw new Refusal("otp_expired")
  return { token, account }
}

/**
 * Whether the link works without a password. One for another address does so only while the session lasts that asked for it:
 * ended by the owner, an intruder's browser is any other.
 */
export async function isAskersOwn(db: Queries, token: TokenRow, cookie: string | null, now: Date): Promise<boolean> {
  if (!isBoundTo(token, cookie)) return false
  if (token.purpose !== "email_change") return true
  return token.session_id !== null && holdSession(db, token.session_id, token.user_id, now)
}

export interface LinkFacts {
  /** the address the link confirms */
  email: string
  /** null for an account without a profile */
  username: string | null
  /** when the account was created */
  created_at: string
  /** false in the browser that asked for the email; for another address while the session lasts that asked for it */
  needs_password: boolean
}

/** Changes nothing: programs that look at every link of an email may come here. @throws Refusal validation_failed, otp_expired, too_many_requests */
export async function describeLink(
  context: AuthContext,
  input: unknown,
  { ip, cookie }: LinkAsker,
): Promise<LinkFacts> {
  const link = readLink(input)
  await context.limits.takeForIp(BUDGET.linkPerIp, ip)
  const now = context.clock()
  const { token, account } = await findLink(context, link, now)
  return {
    email: token.email,
    username: account.username,
    created_at: account.created_at.toISOString(),
    needs_password: !(await isAskersOwn(context.database.db, token, cookie, now)),
  }
}

/**
 * Deletes an account that was signed up with someone else's address, while nobody has confirmed it; of a new sign-in address
 * only the request goes. @throws Refusal validation_failed, otp_expired, too_many_requests
 */
export async function declineLink(context: AuthContext, input: unknown, { ip }: LinkAsker): Promise<void> {
  const { clock, database, limits, log } = context
  const link = readLink(input)
  await limits.takeForIp(BUDGET.linkPerIp, ip)
  const now = clock()
  const { account } = await findLink(context, link, now)
  await database.db.transaction(async (tx) => {
    await lockUser(tx, account.id)
    const isDone =
      (await useToken(tx, link.token_hash, link.purpose, now)) !== undefined &&
      (link.purpose === "email_change" || (await deleteUnconfirmed(tx, account.id)))
    if (!isDone) throw new Refusal("otp_expired")
  })
  log.info("auth.link_declined", { user: account.id, purpose: link.purpose, ip })
}
