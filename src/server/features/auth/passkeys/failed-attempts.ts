// Attempts with a passkey or a security key that fail: what they count against, and what a copied one sets off.
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import type { Auth } from "../auth.ts"
import { hasRoom } from "../credentials/attempts.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { copiedNotice } from "./passkey-emails.ts"
import { type CredentialKind, reasonOf, refusedFor } from "./verify-credential.ts"

/**
 * Only failed attempts count, and only against the network. Signatures cannot be guessed, so this only limits the cost of checking
 * them. There is no limit per account, because strangers could use it up.
 */
export async function limitFailures<Done>(
  { limits, log }: Auth,
  ip: string,
  attempt: () => Promise<Done>,
): Promise<Done> {
  limits.refuseKnownFull(BUDGET.signInPerIp, ip)
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info("auth.passkey_refused", { code: error.code, user: error.userId, reason: reasonOf(error), ip })
    await limits.takeForIp(BUDGET.signInPerIp, ip)
    throw error
  }
}

/**
 * The counter went back: two authenticators hold one key. The owner is told, once a day.
 * @throws Refusal webauthn_verification_failed, always
 */
export async function refuseCopy(
  auth: Auth,
  kind: CredentialKind,
  { id, user_id }: { id: string; user_id: string },
  email: string,
  { ip, userAgent }: ClientInfo,
): Promise<never> {
  const { clock, config, database, limits, log, mail } = auth
  log.warn(`auth.${kind}_copied`, { user: user_id, [kind]: id, ip })
  if (await hasRoom(limits.take(BUDGET.copiedPasskeyNoticePerAccount, user_id)))
    await database.db.transaction(async (tx) => {
      await mail.enqueue(tx, email, copiedNotice(kind)(config), clock())
      await recordSecurityEvent(tx, { user_id, user_agent: userAgent }, `${kind}_copied`, clock())
    })
  throw refusedFor(kind, user_id)
}
