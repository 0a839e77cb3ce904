// Errors of the auth protocol: `{code, message}`, and the version header that makes clients read the code.
import type { Context } from "hono"
import { PROTOCOL, PROTOCOL_FACTOR, PROTOCOL_LIMIT } from "../../../../domain/account/account-messages.ts"
import type { ProofMethod, Refusal, RefusalCode } from "../../../../domain/errors.ts"
import { AUTH_API_VERSION } from "../../../../domain/limits.ts"
import { GENERAL } from "../../../../domain/messages.ts"
import type { ProofChallenge } from "../../../../domain/proof-of-work.ts"
import { errorHandler } from "../../../platform/http/errors.ts"

/** The protocol's names of our codes, where they differ. */
const PROTOCOL_CODE: Record<string, string> = {
  not_authenticated: "no_authorization",
  too_many_requests: "over_request_rate_limit",
  bad_request: "validation_failed",
  mfa_required: "insufficient_aal",
  too_many_sign_ups: "over_request_rate_limit",
  too_many_emails: "over_email_send_rate_limit",
  phone_sign_in_disabled: "phone_provider_disabled",
}

/**
 * The protocol's sentences where they differ from our API's and the specification has none. They replace the default sentence only,
 * not what a refusal says about a particular request. The website shows people ours (src/web/session/auth-client.ts).
 */
const PROTOCOL_MESSAGE: Partial<Record<RefusalCode, string | ((refusal: Refusal) => string)>> = {
  bad_json: PROTOCOL.badJson,
  not_authenticated: PROTOCOL.bearerMissing,
  session_not_found: PROTOCOL.sessionGone,
  too_many_requests: PROTOCOL_LIMIT.requests,
  too_many_emails: PROTOCOL_LIMIT.emails,
  over_email_send_rate_limit: ({ retryAfterS = 0 }) => PROTOCOL_LIMIT.emailTooSoon(retryAfterS),
  mfa_required: PROTOCOL.factorToUpdate,
  mfa_factor_not_found: PROTOCOL.factorUnknown,
  too_many_enrolled_mfa_factors: PROTOCOL.tooManyFactors,
  mfa_verification_failed: PROTOCOL_FACTOR.codeWrong,
}

export interface ProtocolError {
  code: string
  message: string
  challenge?: ProofChallenge
  weak_password?: { reasons: string[]; message: string }
  /** ours: with reauthentication_needed */
  methods?: ProofMethod[]
}

export function protocolError(
  c: Context,
  status: 400 | 401 | 403 | 404 | 422 | 500,
  code: string,
  message: string,
): Response {
  const body: ProtocolError = { code, message }
  return c.json(body, status)
}

function messageOf(refusal: Refusal): string {
  const { code, message, isWordedByDefault } = refusal
  const wording = isWordedByDefault ? PROTOCOL_MESSAGE[code] : undefined
  return typeof wording === "function" ? wording(refusal) : (wording ?? message)
}

function protocolErrorOf(refusal: Refusal): ProtocolError {
  const { code, methods, reasons, challenge } = refusal
  const message = messageOf(refusal)
  const body: ProtocolError = { code: PROTOCOL_CODE[code] ?? code, message }
  if (challenge !== undefined) body.challenge = challenge
  if (reasons !== undefined) body.weak_password = { reasons, message }
  if (methods !== undefined) body.methods = methods
  return body
}

export const onProtocolError = errorHandler((c, refusal) => {
  c.header("X-Supabase-Api-Version", AUTH_API_VERSION)
  if (refusal === null) return protocolError(c, 500, "unexpected_failure", GENERAL.internal)
  return c.json(protocolErrorOf(refusal), refusal.status)
})
