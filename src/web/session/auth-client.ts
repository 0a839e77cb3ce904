// The official Supabase Auth client in the browser: it stores and refreshes the session, and shares it between tabs.
import { GoTrueClient } from "@supabase/auth-js"
import { ACCOUNT, FACTOR, PROTOCOL_LIMIT } from "../../domain/account/account-messages.ts"
import { AUTH, GENERAL } from "../../domain/messages.ts"
import { askOurServer } from "./request.ts"
import { SESSION_KEY } from "./storage.ts"

let client: GoTrueClient | undefined

/** One per page, created on first use; only in a browser. */
export function authClient(): GoTrueClient {
  client ??= new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    flowType: "implicit",
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
    fetch: askOurServer,
  })
  return client
}

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

/**
 * The message for people when the client fails. The server answers it in the auth protocol's words, which are meant for programs;
 * ours replace the ones that are not fit for people.
 * @param otherwise the message if the error has none
 */
export const authErrorMessage = (
  { code, message }: { code?: string | undefined; message: string },
  otherwise: string = AUTH.unknown,
): string => BY_MESSAGE.get(message) ?? BY_CODE.get(code) ?? (message || otherwise)
