// Using a passkey: to sign in, and to confirm the identity (step-up). The authenticator names the account: there is no address to ask for.
import { requiredProvider } from "../../../../domain/account/company-login.ts"
import { accountState } from "../../../../domain/account/lifecycle.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { PASSKEY_CHALLENGE_S } from "../../../../domain/limits.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import type { Auth } from "../auth.ts"
import { type Caller, hasFullSession } from "../caller.ts"
import { noteProof } from "../credentials/step-up.ts"
import { completeSignIn, withPlace } from "../session/complete-sign-in.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { type OpenedSession, openSession } from "../session/sessions.ts"
import { isToken, newToken, sha256 } from "../session/tokens.ts"
import type { UserRow } from "../users-store.ts"
import { refuseIfCompanyLogin, requireWayIn } from "../way-in.ts"
import { limitFailures, refuseCopy } from "./failed-attempts.ts"
import { signInOnKnownDevice } from "./known-device-sign-in.ts"
import { markSignedInWith, markUsed, type PasskeyRow, spendAndFind, type Use } from "./passkeys-store.ts"
import { readAuthentication, relyingParty, requireChallenge, verifyAuthentication } from "./verify-credential.ts"

/** Who asks for a challenge and answers it. */
export interface Asker extends ClientInfo {
  /** values of the cookie of the browser that asked for a challenge */
  cookies: readonly string[]
}

/**
 * Who may answer a challenge. A browser can answer only its own challenges. Other programs keep no cookies, so they can answer any
 * challenge that a program asked for, and no others.
 */
export const holdersOf = ({ isBrowser, cookies }: Asker): string[] =>
  isBrowser ? cookies.filter(isToken).map(holderOf) : ["program"]
const holderOf = (cookie: string): string => `browser ${sha256(cookie)}`

/**
 * Binds a challenge to the browser. An existing cookie is kept, because other tabs may hold challenges bound to it.
 * @returns cookie: the value to set; null for programs that are not browsers
 */
export function bindTo({ isBrowser, cookies }: Asker): { cookie: string | null; holder: string } {
  const cookie = isBrowser ? (cookies.find(isToken) ?? newToken()) : null
  return { cookie, holder: cookie === null ? "program" : holderOf(cookie) }
}

/** The same for everyone, so that it reveals no account. @returns cookie: as `bindTo` @throws Refusal too_many_requests */
export async function beginAuthentication(auth: Auth, asker: Asker) {
  await auth.limits.takeForIp(BUDGET.passkeyChallengePerIp, asker.ip)
  const { cookie, holder } = bindTo(asker)
  const { challenge, challenge_id, expires_at } = auth.passkeyChallenges.issue("authentication", holder, auth.clock())
  const options = {
    challenge,
    rpId: relyingParty(auth).id,
    timeout: PASSKEY_CHALLENGE_S * 1000,
    userVerification: "required" as const,
    allowCredentials: [],
  }
  return { body: { challenge_id, options, expires_at }, cookie }
}

/**
 * The session is complete (aal2), also where there is a second factor: the passkey is one.
 * @throws Refusal passkey_disabled, validation_failed, webauthn_challenge_expired, webauthn_verification_failed, email_not_confirmed, too_many_requests
 */
export async function signInWithPasskey(auth: Auth, input: unknown, asker: Asker): Promise<OpenedSession> {
  const { clock, database, log, providers } = auth
  requireWayIn(auth, "passkey")
  return attempt(auth, input, asker, null, async ({ passkey, use, user }) => {
    if (user.email_confirmed_at === null) throw new Refusal("email_not_confirmed", { userId: user.id })
    const now = clock()
    const signInAnywhere = async () => {
      const placed = await withPlace(auth, asker)
      return database.db.transaction(async (tx) => {
        if (!(await markSignedInWith(tx, passkey, use, now))) throw new Refusal("webauthn_verification_failed")
        await refuseIfCompanyLogin(auth, tx, user)
        const session = await openSession(auth, tx, { ...user, last_sign_in_at: now }, "passkey", asker, now)
        return { ...session, devices: await completeSignIn(auth, tx, user, placed, now, "signed_in_with_passkey") }
      })
    }
    // The one statement for known devices cannot see that the account was connected while it waited.
    const isCompanys = requiredProvider(providers.all, user.email) !== undefined
    const signInHere = async () => (isCompanys ? null : signInOnKnownDevice(auth, user, passkey, use, asker, now))
    const opened = await withRetry(async () => (await signInHere()) ?? signInAnywhere())
    log.info("auth.signed_in", { user: user.id, by: "passkey", passkey: passkey.id, ip: asker.ip })
    return opened
  })
}

/**
 * The proof of a signed-in caller, given again, by a passkey of theirs. No token changes.
 * @throws Refusal forbidden (recovery session), and those of signing in
 */
export async function confirmByPasskey(auth: Auth, caller: Caller, input: unknown, asker: Asker): Promise<void> {
  if (!hasFullSession(caller)) throw new Refusal("forbidden")
  if (caller.needs_factor) throw new Refusal("mfa_required")
  await attempt(auth, input, asker, caller.user_id, async ({ passkey, use }) => {
    if (!(await markUsed(auth.database.db, passkey.id, use, auth.clock())))
      throw new Refusal("webauthn_verification_failed")
    await noteProof(auth, caller)
  })
}

export interface Verified {
  passkey: PasskeyRow
  use: Use
  user: UserRow
}

/** One attempt. @param userId whose passkey it has to be; null: anyone's */
export const attempt = <Done>(
  auth: Auth,
  input: unknown,
  asker: Asker,
  userId: string | null,
  accept: (verified: Verified) => Promise<Done>,
): Promise<Done> => limitFailures(auth, asker.ip, async () => accept(await verify(auth, input, asker, userId)))

/** An unknown passkey, a removed one and a wrong signature get the same answer. */
async function verify(auth: Auth, input: unknown, asker: Asker, userId: string | null): Promise<Verified> {
  const body = readAuthentication(input)
  const { database, limits } = auth
  const challenge = requireChallenge(auth, body, "authentication", holdersOf(asker))
  const once = limits.only(BUDGET.samePasskeyChallenge, challenge)
  const found = await spendAndFind(database.db, once, body.credential.id)
  if (found === undefined) throw new Refusal("webauthn_challenge_expired")
  const { passkey, user } = found
  const isMeant = passkey !== null && user !== null && (userId === null || user.id === userId)
  if (!isMeant || accountState(found, auth.clock()) === "gone") throw new Refusal("webauthn_verification_failed")
  const use = await verifyAuthentication(auth, body, challenge, { ...passkey, holder_id: passkey.user_id })
  if (passkey.counter > 0 && use.counter <= passkey.counter)
    await refuseCopy(auth, "passkey", passkey, user.email, asker)
  return { passkey, use, user }
}
