// Sign-in by password: limited before anything is hashed, and as slow for an unknown address as for a wrong password.
import * as z from "zod/mini"
import { Refusal } from "../../domain/errors.ts"
import { BUDGET, PASSWORD_MAX } from "../../domain/limits.ts"
import { SIGNUP } from "../../domain/messages.ts"
import { withRetry } from "../db/retry.ts"
import { networkOf } from "../http/client-ip.ts"
import { maskedEmail } from "../log.ts"
import type { AuthParts, Origin } from "./parts.ts"
import { recordSignIn } from "./security-log.ts"
import { isGone, type Opened, openSession } from "./sessions.ts"
import { findUserByEmail, markSignedIn, type UserRow } from "./users-store.ts"

const typed = z.optional(z.nullable(z.string()))
const credentials = z.object({ email: typed, phone: typed, password: typed })

/** As accounts are found and attempts are counted. */
export const addressOf = (email: string): string => email.trim().toLowerCase()

/**
 * The account this address and password belong to.
 * @throws Refusal invalid_credentials, too_many_requests, service_unavailable
 */
export async function accountOf(parts: AuthParts, email: string, password: string, ip: string): Promise<UserRow> {
  const { database, limits, passwords, clock } = parts
  const address = addressOf(email)
  // An account under attack from many addresses: not one of them is worth a write.
  const waitS = limits.waitS(BUDGET.signInPerAccount, address)
  if (waitS > 0) throw new Refusal("too_many_requests", { retryAfterS: waitS })
  await limits.takeForIp(BUDGET.signInPerIp, ip)
  await limits.take(BUDGET.signInPerAccount, address)
  const isPossible = password.length <= PASSWORD_MAX && !address.includes("\0")
  const found = isPossible ? await findUserByEmail(database.db, address.toWellFormed()) : undefined
  const user = found === undefined || isGone(found, clock()) ? undefined : found
  const isRight = isPossible && (await passwords.matches(user?.password_hash ?? null, password, networkOf(ip)))
  if (user === undefined || !isRight) throw new Refusal("invalid_credentials")
  await limits.giveBack([BUDGET.signInPerIp, networkOf(ip)], [BUDGET.signInPerAccount, address])
  return user
}

/** @throws Refusal validation_failed, invalid_credentials, email_not_confirmed, too_many_requests, service_unavailable */
export async function signIn(parts: AuthParts, input: unknown, origin: Origin): Promise<Opened> {
  const { database, clock, log } = parts
  const body = z.safeParse(credentials, input)
  if (!body.success) throw new Refusal("validation_failed", { message: SIGNUP.missingCredentials })
  const { email, phone, password } = body.data
  if (!email && phone && password) throw new Refusal("phone_provider_disabled")
  if (!email?.trim() || !password) throw new Refusal("validation_failed", { message: SIGNUP.missingCredentials })
  try {
    const user = await accountOf(parts, email, password, origin.ip)
    if (user.email_confirmed_at === null) throw new Refusal("email_not_confirmed")
    const now = clock()
    // May run twice: a session that nobody was told about is no use to anybody.
    const opened = await withRetry(() =>
      database.db.transaction(async (tx) => {
        await markSignedIn(tx, user.id, now)
        const opened = await openSession(parts, tx, { ...user, last_sign_in_at: now }, "password", origin, now)
        await recordSignIn(tx, opened, origin, now)
        return opened
      }),
    )
    log.info("auth.signed_in", { user: user.id })
    return opened
  } catch (error) {
    if (error instanceof Refusal)
      log.info("auth.sign_in_refused", { code: error.code, email: maskedEmail(addressOf(email)), ip: origin.ip })
    throw error
  }
}
