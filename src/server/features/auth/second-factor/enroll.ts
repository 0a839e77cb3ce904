// A new second factor: an app, whose secret is shown once, as text and as QR code, or a security key, which its first challenge
// registers. It counts once it has been used.
import { randomBytes, randomUUID } from "node:crypto"
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { FACTOR_TYPES, type FactorType } from "../../../../domain/account/policy.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { qrSvg } from "../../../../domain/contact/qr.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, FACTOR_NAME_MAX, FACTORS_MAX } from "../../../../domain/limits.ts"
import { oneLine } from "../../../../domain/text/visible-text.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { requireFullSession, requireRecentProof } from "../credentials/step-up.ts"
import { optionalText, readBody, text } from "../protocol/read-body.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { deleteUnverifiedFactors, factorsOf, insertFactor } from "./factors-store.ts"
import { base32, keyUri, SECRET_BYTES } from "./totp.ts"

const QR_PX = 256

/** Longer names are cut. */
const name = optionalText(AUTH_TOKEN_MAX)
const enrolBody = z.object({ factor_type: text(AUTH_TOKEN_MAX), friendly_name: name, issuer: name })

/** One line of plain text. @param max in characters */
export const label = (typed: string, max = FACTOR_NAME_MAX): string =>
  oneLine(typed.toWellFormed()).slice(0, max).toWellFormed()

function readEnrol(input: unknown): { type: FactorType; friendly_name: string; issuer: string } {
  const { factor_type, friendly_name, issuer } = readBody(enrolBody, input)
  if (factor_type === "phone") throw new Refusal("mfa_phone_enroll_not_enabled")
  const type = FACTOR_TYPES.find((known) => known === factor_type)
  if (type === undefined) throw new Refusal("validation_failed", { message: PROTOCOL.factorKind })
  // A colon ends the issuer in the address of the key.
  return { type, friendly_name: label(friendly_name ?? ""), issuer: label((issuer ?? "").replaceAll(":", " ")) }
}

/**
 * Deletes factors that were begun earlier and never verified.
 * @throws Refusal forbidden, mfa_required, account_deactivated, reauthentication_needed, validation_failed,
 * mfa_factor_name_conflict, too_many_enrolled_mfa_factors, too_many_requests
 */
export async function enroll(auth: Auth, caller: Caller, input: unknown) {
  const { clock, config, database, limits, sealing } = auth
  const { type, friendly_name, issuer } = readEnrol(input)
  const now = clock()
  requireFullSession(caller, PROTOCOL.factorToEnrol)
  requireRecentProof(caller, now)
  await limits.take(BUDGET.factorChangesPerAccount, caller.user_id)
  const id = randomUUID()
  const key = randomBytes(SECRET_BYTES)
  const factor = {
    id,
    user_id: caller.user_id,
    type,
    friendly_name,
    secret: type === "totp" ? sealing.seal(key, id) : "",
  }
  await database.db.transaction(async (tx) => {
    await lockCaller(tx, caller, now)
    await deleteUnverifiedFactors(tx, caller.user_id)
    const others = await factorsOf(tx, caller.user_id)
    if (others.length >= FACTORS_MAX) throw new Refusal("too_many_enrolled_mfa_factors")
    if (friendly_name !== "" && others.some((other) => other.friendly_name === friendly_name))
      throw new Refusal("mfa_factor_name_conflict", { message: PROTOCOL.factorNameTaken(friendly_name) })
    await insertFactor(tx, { ...factor, status: "unverified", created_at: now, updated_at: now })
  })
  if (type === "webauthn") return { id, type, friendly_name }
  const secret = base32(key)
  const uri = keyUri(secret, issuer || label(config.SITE_NAME.replaceAll(":", " ")), caller.email)
  // The client makes a data: address of the SVG document.
  return { id, type, friendly_name, totp: { qr_code: qrSvg(uri, QR_PX, "M"), secret, uri } }
}
