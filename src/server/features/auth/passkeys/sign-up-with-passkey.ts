// Signing up with a passkey and no password. The rules, limits and the email are those of any sign-up; only the way in is another one.
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { Auth } from "../auth.ts"
import { noPassword } from "../credentials/passwords.ts"
import { createAccountFor, readNewcomer, requireFree } from "../sign-up/sign-up.ts"
import { checkInvitation, requireSignUpOpen } from "../sign-up/sign-up-policy.ts"
import { requireDomain, requireOtherDomain, requireWayIn } from "../way-in.ts"
import { newPasskey } from "./own-passkeys.ts"
import { insertPasskey } from "./passkeys-store.ts"
import { type Asker, bindTo, holdersOf } from "./use-passkey.ts"
import { creationOptions, readRegistration, reasonOf, spendChallenge, verifyRegistration } from "./verify-credential.ts"

/** The passkey is made for one address: the authenticator shows it. */
const holderFor = (holder: string, email: string): string => `${holder} for ${email}`

/**
 * What the browser hands to the authenticator. The form is checked first, so that no one makes a passkey for an account that cannot
 * be created.
 * @returns cookie: as `bindTo`
 * @throws Refusal signup_disabled, passkey_disabled, validation_failed, company_login_required, email_address_not_authorized, invitation_required, invitation_invalid,
 * username_/email_/account_already_exists, too_many_requests
 */
export async function beginSignUp(auth: Auth, input: unknown, asker: Asker) {
  requireSignUpOpen(auth)
  requireWayIn(auth, "passkey")
  const newcomer = readNewcomer(input, auth.config.SITE_NAME)
  const { email, metadata } = newcomer
  requireOtherDomain(auth, email)
  requireDomain(auth, email)
  // This reveals whether a username or an address is taken, so it shares the limit of that check.
  await auth.limits.takeForIp(BUDGET.availabilityPerIp, asker.ip)
  await checkInvitation(auth, input, email)
  await requireFree(auth, newcomer)
  const { cookie, holder } = bindTo(asker)
  const { passkeyChallenges } = auth
  const { challenge, ...named } = passkeyChallenges.issue("sign-up", holderFor(holder, email), auth.clock())
  const user = { id: passkeyChallenges.accountOf(challenge), email, full_name: metadata.full_name ?? "" }
  return { body: { ...named, options: creationOptions(auth, user, challenge) }, cookie }
}

/**
 * The account and its passkey. Like every new account it has to confirm its address, and opens no session.
 * @throws Refusal of signing up, and webauthn_challenge_expired, webauthn_verification_failed, webauthn_credential_exists
 */
export async function signUpWithPasskey(
  auth: Auth,
  input: unknown,
  sender: Asker & ProofSender,
  redirectTo: string | undefined,
) {
  requireSignUpOpen(auth)
  requireWayIn(auth, "passkey")
  const newcomer = readNewcomer(input, auth.config.SITE_NAME)
  const registration = readRegistration(input)
  return createAccountFor(auth, { newcomer, input, sender, redirectTo }, async () => {
    const holders = holdersOf(sender).map((holder) => holderFor(holder, newcomer.email))
    const challenge = await spendChallenge(auth, registration, "sign-up", holders)
    const id = auth.passkeyChallenges.accountOf(challenge)
    const made = await verifyRegistration(auth, registration, challenge).catch((error) => {
      if (error instanceof Refusal)
        auth.log.info("auth.passkey_refused", { code: error.code, reason: reasonOf(error), ip: sender.ip })
      throw error
    })
    return {
      id,
      password: async () => noPassword(),
      store: async (tx, now) => {
        if (!(await insertPasskey(tx, newPasskey(id, made, sender.userAgent, now))))
          throw new Refusal("webauthn_credential_exists")
      },
    }
  })
}
