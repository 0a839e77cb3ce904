// A person's passkeys: adding, listing, renaming and removing them. Everyone also has a password, so no passkey is the last way in.
import { randomUUID } from "node:crypto"
import * as z from "zod/mini"
import { PASSKEY } from "../../../../domain/account/account-messages.ts"
import { deviceName } from "../../../../domain/account/device.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { CREDENTIAL_PART_MAX, PASSKEY_CHALLENGE_S, PASSKEY_NAME_MAX, PASSKEYS_MAX } from "../../../../domain/limits.ts"
import { isUuid } from "../../../../domain/paths.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { ownSession } from "../credentials/attempts.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireFullSession, requireRecentProof } from "../credentials/step-up.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { label } from "../second-factor/enrol.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { passkeyAddedNotice, passkeyRemovedNotice } from "./passkey-emails.ts"
import { deletePasskeyOf, insertPasskey, type PasskeyRow, passkeysOf, renamePasskeyOf } from "./passkeys-store.ts"
import {
  ALGORITHMS,
  readRegistration,
  reasonOf,
  relyingParty,
  spendChallenge,
  userHandleOf,
  verifyRegistration,
} from "./verify-credential.ts"

/**
 * What the browser hands to the authenticator. The proof of identity is needed here: without these options nothing can be added.
 * @throws Refusal forbidden, mfa_required, account_deactivated, reauthentication_needed, too_many_passkeys, too_many_requests
 */
export async function beginPasskey(auth: Auth, caller: Caller) {
  const { clock, database, limits, passkeyChallenges } = auth
  const now = clock()
  requireFullSession(caller)
  requireRecentProof(caller, now)
  await limits.take(BUDGET.factorChangesPerAccount, caller.user_id)
  const others = await passkeysOf(database.db, caller.user_id)
  if (others.length >= PASSKEYS_MAX) throw new Refusal("too_many_passkeys")
  const { challenge, challenge_id, expires_at } = passkeyChallenges.issue("registration", ownSession(caller), now)
  const { id, name } = relyingParty(auth)
  const options = {
    rp: { id, name },
    user: { id: userHandleOf(caller.user_id), name: caller.email, displayName: caller.full_name || caller.email },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: PASSKEY_CHALLENGE_S * 1000,
    excludeCredentials: others.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: "public-key" as const,
      transports: transports.split(",").filter((transport) => transport !== ""),
    })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  }
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
  const passkey: PasskeyRow = {
    id: randomUUID(),
    user_id,
    ...made,
    friendly_name: deviceName(caller.user_agent),
    created_at: now,
    last_used_at: null,
  }
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
  if (friendly_name === "") throw new Refusal("validation_failed", { message: PASSKEY.nameMissing })
  const renamed = isUuid(id) ? await renamePasskeyOf(database.db, caller.user_id, id, friendly_name) : undefined
  if (renamed === undefined) throw new Refusal("webauthn_credential_not_found")
  return shown(renamed)
}

/**
 * @throws Refusal forbidden, mfa_required, account_deactivated, reauthentication_needed, webauthn_credential_not_found,
 * session_not_found
 */
export async function removePasskey(auth: Auth, caller: Caller, id: string): Promise<void> {
  const { clock, database, log } = auth
  const { user_id } = caller
  const now = clock()
  requireFullSession(caller)
  requireRecentProof(caller, now)
  if (!isUuid(id)) throw new Refusal("webauthn_credential_not_found")
  await database.db.transaction(async (tx) => {
    const { email } = await lockCaller(tx, caller, now)
    if (!(await deletePasskeyOf(tx, user_id, id))) throw new Refusal("webauthn_credential_not_found")
    await recordSecurityEvent(tx, caller, "passkey_removed", now)
    await sendUndoNotice(auth, tx, { id: user_id, email }, "passkey", passkeyRemovedNotice, now)
  })
  log.info("auth.passkey_removed", { user: user_id, passkey: id })
}
