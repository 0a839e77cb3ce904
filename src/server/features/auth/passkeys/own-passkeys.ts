// A person's passkeys: adding, listing, renaming and removing them.
import { randomUUID } from "node:crypto"
import * as z from "zod/mini"
import { deviceName } from "../../../../domain/account/device.ts"
import { PASSKEY } from "../../../../domain/account/passkey-messages.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { CREDENTIAL_PART_MAX, PASSKEY_NAME_MAX, PASSKEYS_MAX } from "../../../../domain/limits.ts"
import { isUuid } from "../../../../domain/paths.ts"
import { nameProblem } from "../../../../domain/text/visible-text.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { identitiesOf } from "../company-login/identities-store.ts"
import { ownSession } from "../credentials/attempts.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireFullSession, requireRecentProof } from "../credentials/step-up.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { label } from "../second-factor/enroll.ts"
import { lowerLevels } from "../session/levels-store.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { requireWayIn } from "../way-in.ts"
import { passkeyAddedNotice, passkeyRemovedNotice } from "./passkey-emails.ts"
import { deletePasskeyOf, insertPasskey, type PasskeyRow, passkeysOf, renamePasskeyOf } from "./passkeys-store.ts"
import {
  creationOptions,
  readRegistration,
  reasonOf,
  relyingParty,
  spendChallenge,
  verifyRegistration,
} from "./verify-credential.ts"

/**
 * What the browser hands to the authenticator. The proof of identity is needed here: without these options nothing can be added.
 * @throws Refusal forbidden, mfa_required, account_deactivated, passkey_disabled, reauthentication_needed, too_many_passkeys, too_many_requests
 */
export async function beginPasskey(auth: Auth, caller: Caller) {
  const { clock, database, limits, passkeyChallenges } = auth
  const now = clock()
  requireFullSession(caller)
  requireWayIn(auth, "passkey")
  requireRecentProof(caller, now)
  await limits.take(BUDGET.factorChangesPerAccount, caller.user_id)
  const others = await passkeysOf(database.db, caller.user_id)
  if (others.length >= PASSKEYS_MAX) throw new Refusal("too_many_passkeys")
  const { challenge, challenge_id, expires_at } = passkeyChallenges.issue("registration", ownSession(caller), now)
  const { user_id, email, full_name } = caller
  const options = creationOptions(auth, { id: user_id, email, full_name }, challenge, others)
  return { challenge_id, options, expires_at }
}

/**
 * @throws Refusal forbidden, mfa_required, account_deactivated, validation_failed, webauthn_challenge_expired,
 * webauthn_verification_failed, webauthn_credential_exists, too_many_passkeys, session_not_found
 */
export async function addPasskey(auth: Auth, caller: Caller, input: unknown) {
  const { clock, database, log } = auth
  requireFullSession(caller)
  const { user_id } = caller
  const body = readRegistration(input)
  const challenge = await spendChallenge(auth, body, "registration", [ownSession(caller)])
  const made = await verifyRegistration(auth, body, challenge).catch((error) => {
    if (error instanceof Refusal)
      log.info("auth.passkey_refused", { code: error.code, user: user_id, reason: reasonOf(error) })
    throw error
  })
  const now = clock()
  const passkey = newPasskey(user_id, made, caller.user_agent, now)
  await database.db.transaction(async (tx) => {
    const { email } = await lockCaller(tx, caller, now)
    if ((await passkeysOf(tx, user_id)).length >= PASSKEYS_MAX) throw new Refusal("too_many_passkeys")
    if (!(await insertPasskey(tx, passkey))) throw new Refusal("webauthn_credential_exists")
    await recordSecurityEvent(tx, caller, "passkey_added", now)
    await sendUndoNotice(auth, tx, { id: user_id, email }, "passkey", passkeyAddedNotice, now)
  })
  log.info("auth.passkey_added", { user: user_id, passkey: passkey.id })
  return shown(passkey)
}

/** @param made by the authenticator @param userAgent of the browser, after which it is named */
export const newPasskey = (
  user_id: string,
  made: Awaited<ReturnType<typeof verifyRegistration>>,
  userAgent: string,
  now: Date,
): PasskeyRow => ({
  id: randomUUID(),
  user_id,
  ...made,
  friendly_name: deviceName(userAgent),
  created_at: now,
  last_used_at: null,
})

/** As the protocol shows it; rp_id is ours. */
const shown = ({ id, friendly_name, created_at, last_used_at, rp_id }: PasskeyRow) => ({
  id,
  friendly_name,
  created_at: created_at.toISOString(),
  ...(last_used_at === null ? {} : { last_used_at: last_used_at.toISOString() }),
  rp_id,
})

/** Oldest first. @throws Refusal forbidden, mfa_required, account_deactivated */
export async function listPasskeys({ database }: Auth, caller: Caller) {
  requireFullSession(caller)
  return (await passkeysOf(database.db, caller.user_id)).map(shown)
}

const renameBody = z.object({ friendly_name: text(CREDENTIAL_PART_MAX) })

/** @throws Refusal forbidden, mfa_required, account_deactivated, validation_failed, webauthn_credential_not_found */
export async function renamePasskey({ database }: Auth, caller: Caller, id: string, input: unknown) {
  requireFullSession(caller)
  const friendly_name = label(readBody(renameBody, input).friendly_name, PASSKEY_NAME_MAX)
  if (nameProblem(friendly_name, 1) === "short")
    throw new Refusal("validation_failed", { message: PASSKEY.nameMissing })
  const renamed = isUuid(id) ? await renamePasskeyOf(database.db, caller.user_id, id, friendly_name) : undefined
  if (renamed === undefined) throw new Refusal("webauthn_credential_not_found")
  return shown(renamed)
}

/**
 * The last way in stays: an account without a password keeps a passkey that works here, unless a company's login gets in.
 * @throws Refusal forbidden, mfa_required, account_deactivated, reauthentication_needed, webauthn_credential_not_found,
 * last_passkey_not_deletable, session_not_found
 */
export async function removePasskey(auth: Auth, caller: Caller, id: string): Promise<void> {
  const { clock, config, database, log } = auth
  const { user_id } = caller
  const now = clock()
  requireFullSession(caller)
  requireRecentProof(caller, now)
  if (!isUuid(id)) throw new Refusal("webauthn_credential_not_found")
  await database.db.transaction(async (tx) => {
    const { email, has_password } = await lockCaller(tx, caller, now)
    const isPasswordOffered = config.SIGN_IN.includes("password")
    if (!(await deletePasskeyOf(tx, user_id, id))) throw new Refusal("webauthn_credential_not_found")
    if (!(await hasWayIn(auth, tx, user_id, has_password)))
      throw new Refusal("last_passkey_not_deletable", isPasswordOffered ? {} : { message: PASSKEY.lastPasskey })
    await lowerLevels(tx, user_id, relyingParty(auth).id)
    await recordSecurityEvent(tx, caller, "passkey_removed", now)
    const notice = passkeyRemovedNotice(has_password && isPasswordOffered)
    await sendUndoNotice(auth, tx, { id: user_id, email }, "passkey", notice, now)
  })
  log.info("auth.passkey_removed", { user: user_id, passkey: id })
}

/**
 * Whether the account can still be signed in to, in a way that the operator offers.
 * @param without id of a company login that does not count
 */
export async function hasWayIn(
  auth: Auth,
  db: Queries,
  userId: string,
  hasPassword: boolean,
  without?: string,
): Promise<boolean> {
  const { SIGN_IN } = auth.config
  if (hasPassword && SIGN_IN.includes("password")) return true
  const { id: host } = relyingParty(auth)
  const passkeys = SIGN_IN.includes("passkey") ? await passkeysOf(db, userId) : []
  if (passkeys.some(({ rp_id }) => rp_id === host)) return true
  const logins = await identitiesOf(db, userId)
  return logins.some((login) => login.id !== without && auth.providers.of(login) !== undefined)
}
