// Messages for people when the auth client fails. The server answers it in the auth protocol's words, which are meant for programs;
// these replace the ones that are not fit for people.
import { ACCOUNT, FACTOR, PROTOCOL_LIMIT } from "../../domain/account/account-messages.ts"
import { AUTH, GENERAL } from "../../domain/messages.ts"

/** By the text of the message, because these codes have other reasons too. */
const BY_MESSAGE: ReadonlyMap<string, string> = new Map([
  [PROTOCOL_LIMIT.requests, GENERAL.tooMany],
  [PROTOCOL_LIMIT.emails, GENERAL.tooManyMails],
])

const BY_CODE: ReadonlyMap<string | undefined, string> = new Map([
  ["no_authorization", GENERAL.signInFirst],
  ["bad_jwt", ACCOUNT.sessionGone],
  ["session_not_found", ACCOUNT.sessionGone],
  ["over_email_send_rate_limit", ACCOUNT.tooManyMails],
  ["insufficient_aal", FACTOR.needed],
  ["mfa_factor_not_found", FACTOR.unknown],
  ["mfa_factor_name_conflict", FACTOR.nameTaken],
  ["mfa_challenge_expired", FACTOR.challengeExpired],
  ["mfa_verification_failed", FACTOR.codeWrong],
  ["too_many_enrolled_mfa_factors", FACTOR.tooMany],
])

/** @param otherwise the message if the error has none */
export const authErrorMessage = (
  { code, message }: { code?: string | undefined; message: string },
  otherwise: string = AUTH.unknown,
): string => BY_MESSAGE.get(message) ?? BY_CODE.get(code) ?? (message || otherwise)
