// Sign-in by password: limited before anything is hashed, and as slow for an unknown address as for a wrong password.
import * as z from "zod/mini"
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET, EMAIL_MAX, FIELD_MAX, PASSWORD_MAX } from "../../../../domain/limits.ts"
import { SIGNUP } from "../../../../domain/messages.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import { networkOf } from "../../../platform/http/client-ip.ts"
import { maskedEmail } from "../../../platform/log.ts"
import type { AuthContext, Origin } from "../context.ts"
import { passwordAttempt } from "../credentials/attempts.ts"
import { isTooLong, optionalText } from "../protocol/read-body.ts"
import { findUserByEmail, markSignedIn, type UserRow } from "../users-store.ts"
import { completeSignIn } from "./complete-sign-in.ts"
import { knownDevice } from "./known-devices.ts"
import { isGone, type Opened, openSession } from "./sessions.ts"

const credentials = z.object({
  email: optionalText(EMAIL_MAX),
  phone: optionalText(FIELD_MAX.business_phone),
  password: optionalText(PASSWORD_MAX),
})

interface Credentials {
  email: string
  password: string
}

/** Null: longer than those of any account. @throws Refusal validation_failed, phone_sign_in_disabled */
function readCredentials(input: unknown): Credentials | null {
  const body = z.safeParse(credentials, input)
  if (isTooLong(body.error)) return null
  const { email, phone, password } = body.data ?? {}
  if (!email && phone && password) throw new Refusal("phone_sign_in_disabled")
  if (!email?.trim() || !password) throw new Refusal("validation_failed", { message: SIGNUP.missingCredentials })
  return { email, password }
}

/** As accounts are found and attempts are counted. */
const addressOf = (email: string): string => email.trim().toLowerCase()

/**
 * The account this address and password belong to.
 * @param known of a device or a session whose attempts are counted by themselves; null for strangers (attempts.ts)
 * @throws Refusal invalid_credentials, too_many_requests, service_unavailable
 */
export async function accountOf(
  context: AuthContext,
  email: string,
  password: string,
  ip: string,
  known: string | null = null,
): Promise<UserRow> {
  const { database, limits, passwords, clock } = context
  const address = addressOf(email)
  const taken = await limits.takeAll(passwordAttempt(address, ip, known))
  const isPossible = password.length <= PASSWORD_MAX && !address.includes("\0")
  const found = isPossible ? await findUserByEmail(database.db, address.toWellFormed()) : undefined
  const user = found === undefined || isGone(found, clock()) ? undefined : found
  const line = known ?? networkOf(ip)
  const isRight = isPossible && (await passwords.matches(user?.password_hash ?? null, password, line))
  if (user === undefined || !isRight) throw new Refusal("invalid_credentials", { userId: user?.id })
  await limits.giveBack(...taken)
  return user
}

/** @throws Refusal invalid_credentials, too_many_requests, service_unavailable */
async function accountOfTyped(context: AuthContext, typed: Credentials | null, origin: Origin): Promise<UserRow> {
  if (typed === null) {
    // Nobody's credentials, and an attempt all the same.
    await context.limits.takeForIp(BUDGET.signInPerIp, origin.ip)
    throw new Refusal("invalid_credentials")
  }
  const known = await knownDevice(context, origin, addressOf(typed.email))
  return accountOf(context, typed.email, typed.password, origin.ip, known)
}

/** @throws Refusal validation_failed, invalid_credentials, email_not_confirmed, too_many_requests, service_unavailable */
export async function signIn(context: AuthContext, input: unknown, origin: Origin): Promise<Opened> {
  const { database, clock, log } = context
  const { ip } = origin
  const typed = readCredentials(input)
  try {
    const user = await accountOfTyped(context, typed, origin)
    if (user.email_confirmed_at === null) throw new Refusal("email_not_confirmed", { userId: user.id })
    const now = clock()
    // May run twice: a session that nobody was told about is no use to anybody.
    const opened = await withRetry(() =>
      database.db.transaction(async (tx) => {
        await markSignedIn(tx, user.id, now)
        const session = await openSession(context, tx, { ...user, last_sign_in_at: now }, "password", origin, now)
        const owesFactor = (session.body.user.factors ?? []).some(({ status }) => status === "verified")
        return owesFactor ? session : { ...session, ...(await completeSignIn(context, tx, user.id, origin, now)) }
      }),
    )
    log.info("auth.signed_in", { user: user.id, ip })
    return opened
  } catch (error) {
    if (error instanceof Refusal) {
      const email = maskedEmail(addressOf(typed?.email ?? ""))
      log.info("auth.sign_in_refused", { code: error.code, user: error.userId, email, ip })
    }
    throw error
  }
}
