// Confirms an address with the emailed link and a passkey, because the account may have no password. The link alone is not enough: the
// person who reads the email may not be the one who signed up (pre-hijacking).
import { Refusal } from "../../../../domain/errors.ts"
import type { Auth } from "../auth.ts"
import { readLink } from "../email-flow/email-links.ts"
import { confirmLink, openLink } from "../email-flow/verify.ts"
import { markUsed } from "./passkeys-store.ts"
import { type Asker, attempt } from "./use-passkey.ts"

/**
 * Only a confirmation uses the link up, and a passkey is checked only for a link that works.
 * @throws Refusal validation_failed, otp_expired, email_address_not_authorized, webauthn_challenge_expired, webauthn_verification_failed,
 * too_many_requests
 */
export async function confirmAddressByPasskey(auth: Auth, input: unknown, asker: Asker) {
  const link = readLink(input)
  const { token, account } = await openLink(auth, link, asker.ip)
  return attempt(auth, input, asker, account.id, ({ passkey, use }) =>
    confirmLink(auth, link, token, async (tx, now) => {
      if (!(await markUsed(tx, passkey.id, use, now))) throw new Refusal("webauthn_verification_failed")
    }),
  )
}
