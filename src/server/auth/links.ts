// The links of letters: a token for the letter, its hash for the database, both in the transaction of the change.
import { EMAIL_CHANGE_LINK_HOURS, RECOVERY_LINK_MINUTES, SIGNUP_LINK_HOURS } from "../../domain/limits.ts"
import type { Queries } from "../db/open.ts"
import { emailChangeLetter, recoveryLetter, verifyLetter } from "./letters.ts"
import { newToken, sha256 } from "./one-time-token.ts"
import { type Purpose, replaceToken } from "./one-time-tokens-store.ts"
import { type AuthParts, after } from "./parts.ts"

interface Addressee {
  id: string
  /** where the letter goes */
  email: string
}

async function keepToken(db: Queries, to: Addressee, purpose: Purpose, expiresAt: Date, now: Date): Promise<string> {
  const token = newToken()
  await replaceToken(db, {
    token_hash: sha256(token),
    user_id: to.id,
    purpose,
    email: to.email,
    created_at: now,
    expires_at: expiresAt,
  })
  return token
}

type LinkParts = Pick<AuthParts, "config" | "mail">

/** The page takes the token from the fragment, which no server log ever sees. */
const pageLink = (origin: string, token: string, type: string): string =>
  `${origin}/verify-email#token_hash=${token}&type=${type}`

export async function sendVerification({ config, mail }: LinkParts, db: Queries, to: Addressee, now: Date) {
  const token = await keepToken(db, to, "signup", after.hours(SIGNUP_LINK_HOURS, now), now)
  const link = pageLink(config.PUBLIC_ORIGIN, token, "signup")
  await mail.enqueue(db, to.email, verifyLetter(config.SITE_NAME, link), now)
}

export async function sendEmailChange({ config, mail }: LinkParts, db: Queries, to: Addressee, now: Date) {
  const token = await keepToken(db, to, "email_change", after.hours(EMAIL_CHANGE_LINK_HOURS, now), now)
  const link = pageLink(config.PUBLIC_ORIGIN, token, "email_change")
  await mail.enqueue(db, to.email, emailChangeLetter(config.SITE_NAME, link), now)
}

export async function sendRecovery({ config, mail }: LinkParts, db: Queries, to: Addressee, now: Date) {
  const token = await keepToken(db, to, "recovery", after.minutes(RECOVERY_LINK_MINUTES, now), now)
  const link = `${config.PUBLIC_ORIGIN}/auth/v1/verify?type=recovery&token=${token}`
  await mail.enqueue(db, to.email, recoveryLetter(config.SITE_NAME, link), now)
}
