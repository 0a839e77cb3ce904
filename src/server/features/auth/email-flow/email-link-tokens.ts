// The links of emails: a token for the email, its hash for the database, both in the transaction of the change.
import { EMAIL_CHANGE_LINK_HOURS, RECOVERY_LINK_MINUTES, SIGNUP_LINK_HOURS } from "../../../../domain/limits.ts"
import { ownPath } from "../../../../domain/paths.ts"
import { addHours, addMinutes } from "../../../../domain/time.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { AuthContext } from "../context.ts"
import { lockUser } from "../users-store.ts"
import { emailChangeEmail, recoveryEmail, verifyEmail } from "./auth-emails.ts"
import { newToken, sha256 } from "./one-time-token.ts"
import { type Purpose, replaceToken } from "./one-time-tokens-store.ts"

const REDIRECT_MAX = 2000

interface Addressee {
  id: string
  /** where the email goes */
  email: string
}

interface Kept {
  purpose: Purpose
  expires_at: Date
  /** of the browser that asked for the email; null: the link works in none without a password. Of a reset: of the network */
  browser_hash: string | null
  /** that asked for another address */
  session_id: string | null
}

/** Null when the account is gone: a sign-up with its address has just replaced it. */
async function keepToken(db: Queries, to: Addressee, kept: Kept, now: Date): Promise<string | null> {
  // The account before its links, as everything that removes both takes them.
  if (!(await lockUser(db, to.id))) return null
  const token = newToken()
  await replaceToken(db, {
    token_hash: sha256(token),
    user_id: to.id,
    email: to.email,
    created_at: now,
    ...kept,
  })
  return token
}

type LinkParts = Pick<AuthContext, "config" | "mail">

const PAGE = "/verify-email"

/** The page takes the token from the fragment, which no server log ever sees. */
const pageLink = (page: string, token: string, type: string): string => `${page}#token_hash=${token}&type=${type}`

/** Our own page, with the path of ours to return to after signing in when the client names one; nothing else is taken from it. */
function verificationPage(origin: string, asked: string | undefined): string {
  const url = asked !== undefined && asked.length <= REDIRECT_MAX && URL.canParse(asked) ? new URL(asked) : null
  const from = url?.origin === origin && url.pathname === PAGE ? ownPath(url.searchParams.get("return"), "") : ""
  return from === "" ? origin + PAGE : `${origin}${PAGE}?${new URLSearchParams({ return: from })}`
}

/**
 * @param redirectTo the page the client asks to be led to (the protocol's redirect_to)
 * @param browser_hash of the browser that signed up; null when it is another, or none
 */
export async function sendVerification(
  { config, mail }: LinkParts,
  db: Queries,
  to: Addressee,
  redirectTo: string | undefined,
  browser_hash: string | null,
  now: Date,
) {
  const expires_at = addHours(now, SIGNUP_LINK_HOURS)
  const token = await keepToken(db, to, { purpose: "signup", expires_at, browser_hash, session_id: null }, now)
  if (token === null) return
  const link = pageLink(verificationPage(config.PUBLIC_ORIGIN, redirectTo), token, "signup")
  await mail.enqueue(db, to.email, verifyEmail(config.SITE_NAME, link), now)
}

/** @param asker the browser and the session that asked for the change; null when another asks for the email again */
export async function sendEmailChange(
  { config, mail }: LinkParts,
  db: Queries,
  to: Addressee,
  asker: Pick<Kept, "browser_hash" | "session_id">,
  now: Date,
) {
  const expires_at = addHours(now, EMAIL_CHANGE_LINK_HOURS)
  const token = await keepToken(db, to, { purpose: "email_change", expires_at, ...asker }, now)
  if (token === null) return
  const link = pageLink(config.PUBLIC_ORIGIN + PAGE, token, "email_change")
  await mail.enqueue(db, to.email, emailChangeEmail(config.SITE_NAME, link), now)
}

/** @param askedFrom hash of the network that asked; null when an administrator did */
export async function sendRecovery(
  { config, mail }: LinkParts,
  db: Queries,
  to: Addressee,
  askedFrom: string | null,
  now: Date,
) {
  const expires_at = addMinutes(now, RECOVERY_LINK_MINUTES)
  const token = await keepToken(
    db,
    to,
    { purpose: "recovery", expires_at, browser_hash: askedFrom, session_id: null },
    now,
  )
  if (token === null) return
  const link = `${config.PUBLIC_ORIGIN}/auth/v1/verify?type=recovery&token=${token}`
  await mail.enqueue(db, to.email, recoveryEmail(config.SITE_NAME, link), now)
}
