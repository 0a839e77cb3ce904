// Sign-in by password, from the body of the request to the opened session. The password itself is checked in credentials/passwords.ts.
import * as z from "zod/mini"
import { SIGNUP } from "../../../../domain/account/sign-up-messages.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { EMAIL_MAX, FIELD_MAX, PASSWORD_MAX } from "../../../../domain/limits.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import { maskedEmail } from "../../../platform/log.ts"
import type { Auth } from "../auth.ts"
import { accountByPassword, normalizedEmail } from "../credentials/passwords.ts"
import { isTooLong, optionalText } from "../protocol/read-body.ts"
import { markSignedIn, type UserRow } from "../users-store.ts"
import { refuseIfCompanyLogin, requireWayIn } from "../way-in.ts"
import { completeSignIn, withPlace } from "./complete-sign-in.ts"
import type { ClientInfo } from "./cookies.ts"
import { type OpenedSession, openSession, owesFactor } from "./sessions.ts"

/**
 * @throws Refusal validation_failed, phone_sign_in_disabled, email_provider_disabled, invalid_credentials, email_not_confirmed,
 * company_login_required, too_many_requests, service_unavailable
 */
export async function signIn(auth: Auth, input: unknown, client: ClientInfo): Promise<OpenedSession> {
  const { database, clock, log } = auth
  const { ip } = client
  const typed = readCredentials(input)
  requireWayIn(auth, "password")
  try {
    const user = await checkCredentials(auth, typed, client)
    if (user.email_confirmed_at === null) throw new Refusal("email_not_confirmed", { userId: user.id })
    const placed = await withPlace(auth, client)
    const now = clock()
    // Retried if the connection is lost after the transaction began. A session whose tokens were never sent harms no one.
    const opened = await withRetry(() =>
      database.db.transaction(async (tx) => {
        if (!(await markSignedIn(tx, user.id, now, user.password_hash)))
          throw new Refusal("invalid_credentials", { userId: user.id })
        await refuseIfCompanyLogin(auth, tx, user)
        const session = await openSession(auth, tx, { ...user, last_sign_in_at: now }, "password", client, now)
        if (owesFactor(session)) return session
        return { ...session, devices: await completeSignIn(auth, tx, user, placed, now) }
      }),
    )
    log.info("auth.signed_in", { user: user.id, ip, owes_factor: owesFactor(opened) })
    return opened
  } catch (error) {
    if (error instanceof Refusal) {
      const email = maskedEmail(normalizedEmail(typed?.email ?? ""))
      log.info("auth.sign_in_refused", { code: error.code, user: error.userId, email, ip })
    }
    throw error
  }
}

const credentials = z.object({
  email: optionalText(EMAIL_MAX),
  phone: optionalText(FIELD_MAX.business_phone),
  password: optionalText(PASSWORD_MAX),
})

/** @returns null if the email or password is longer than any account can have. @throws Refusal validation_failed, phone_sign_in_disabled */
function readCredentials(input: unknown) {
  const body = z.safeParse(credentials, input)
  if (isTooLong(body.error)) return null
  const { email, phone, password } = body.data ?? {}
  if (!email && phone && password) throw new Refusal("phone_sign_in_disabled")
  if (!email?.trim() || !password) throw new Refusal("validation_failed", { message: SIGNUP.missingCredentials })
  return { email, password }
}

/** @throws Refusal invalid_credentials, too_many_requests, service_unavailable */
async function checkCredentials(
  auth: Auth,
  typed: ReturnType<typeof readCredentials>,
  client: ClientInfo,
): Promise<UserRow> {
  if (typed === null) {
    // Too long for any account, and still an attempt.
    await auth.limits.takeForIp(BUDGET.signInPerIp, client.ip)
    throw new Refusal("invalid_credentials")
  }
  const deviceKey = await auth.knownDevices.find(client, normalizedEmail(typed.email))
  return accountByPassword(auth, typed.email, typed.password, client.ip, deviceKey)
}
