// Sends the links of emails: a token in the email, its hash in the database, both in the transaction of the change.
import {
  EMAIL_CHANGE_LINK_HOURS,
  RECOVERY_LINK_MINUTES,
  REDIRECT_MAX,
  SIGNUP_LINK_HOURS,
} from "../../../../domain/limits.ts"
import { ownPath } from "../../../../domain/paths.ts"
import { addHours, addMinutes } from "../../../../domain/time.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { EmailContent } from "../../../platform/mail/email-template.ts"
import type { Auth } from "../auth.ts"
import { newToken, sha256 } from "../session/tokens.ts"
import { lockUser } from "../users-store.ts"
import { emailChangeEmail, recoveryEmail, type Site, verifyEmail } from "./auth-emails.ts"
import { replaceToken, type TokenRow } from "./one-time-tokens-store.ts"

const PAGE = "/verify-email"

type Sender = Pick<Auth, "config" | "mail">

interface Addressee {
  id: string
  /** where the email goes */
  email: string
}

/**
 * @param redirectTo the page the client wants to be led to (the protocol's redirect_to)
 * @param browser_hash of the browser that signed up; null when it is another, or none
 */
export async function sendVerification(
  sender: Sender,
  tx: Queries,
  to: Addressee,
  redirectTo: string | undefined,
  browser_hash: string | null,
  now: Date,
): Promise<void> {
  const page = verificationPage(sender.config.PUBLIC_ORIGIN, redirectTo)
  const kept = {
    purpose: "signup",
    expires_at: addHours(now, SIGNUP_LINK_HOURS),
    browser_hash,
    session_id: null,
  } as const
  await send(sender, tx, to, kept, verifyEmail, (token) => pageLink(page, token, "signup"), now)
}

/** @param asker the browser and the session that asked for the change; null when another asks for the email again */
export async function sendEmailChange(
  sender: Sender,
  tx: Queries,
  to: Addressee,
  asker: Pick<TokenRow, "browser_hash" | "session_id">,
  now: Date,
): Promise<void> {
  const page = sender.config.PUBLIC_ORIGIN + PAGE
  const kept = { purpose: "email_change", expires_at: addHours(now, EMAIL_CHANGE_LINK_HOURS), ...asker } as const
  await send(sender, tx, to, kept, emailChangeEmail, (token) => pageLink(page, token, "email_change"), now)
}

/** @param askedFrom hash of the network that asked; null when an administrator did */
export async function sendRecovery(
  sender: Sender,
  tx: Queries,
  to: Addressee,
  askedFrom: string | null,
  now: Date,
): Promise<void> {
  const address = `${sender.config.PUBLIC_ORIGIN}/auth/v1/verify?type=recovery&token=`
  const expires_at = addMinutes(now, RECOVERY_LINK_MINUTES)
  const kept = { purpose: "recovery", expires_at, browser_hash: askedFrom, session_id: null } as const
  await send(sender, tx, to, kept, recoveryEmail, (token) => address + token, now)
}

/** Sends nothing when the account is gone: a sign-up with its address has just replaced it. */
async function send(
  { config, mail }: Sender,
  tx: Queries,
  { id, email }: Addressee,
  kept: Pick<TokenRow, "purpose" | "expires_at" | "browser_hash" | "session_id">,
  content: (site: Site, link: string) => EmailContent,
  linkOf: (token: string) => string,
  now: Date,
): Promise<void> {
  // The account before its links, in the order in which everything that removes both locks them.
  if (!(await lockUser(tx, id))) return
  const token = newToken()
  await replaceToken(tx, { token_hash: sha256(token), user_id: id, email, created_at: now, ...kept })
  await mail.enqueue(tx, email, content(config, linkOf(token)), now)
}

/** The page takes the token from the fragment, which no server log ever sees. */
const pageLink = (page: string, token: string, type: string): string => `${page}#token_hash=${token}&type=${type}`

/** Always our own page. From the client's `redirect_to`, it keeps only a `return` path on this site. */
function verificationPage(origin: string, asked: string | undefined): string {
  const url = asked !== undefined && asked.length <= REDIRECT_MAX && URL.canParse(asked) ? new URL(asked) : null
  const from = url?.origin === origin && url.pathname === PAGE ? ownPath(url.searchParams.get("return"), "") : ""
  return from === "" ? origin + PAGE : `${origin}${PAGE}?${new URLSearchParams({ return: from })}`
}
