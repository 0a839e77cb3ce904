// The one way to refuse: an error with a code, a status, a sentence for people and, for forms, a sentence per field.

import { ACCOUNT, APP_PASSWORD, FACTOR, PROTOCOL, SWITCHED_OFF, UNDO } from "./account/account-messages.ts"
import { COMPANY_LOGIN } from "./account/company-login-messages.ts"
import { PASSKEY } from "./account/passkey-messages.ts"
import type { FactorType } from "./account/policy.ts"
import { SETTINGS } from "./account/settings-messages.ts"
import { INVITATION, SIGNUP, VERIFY } from "./account/sign-up-messages.ts"
import { ADMIN } from "./admin-messages.ts"
import { CARD } from "./card/card-messages.ts"
import { FIELD, GENERAL, PROFILE } from "./messages.ts"
import { MODERATION } from "./moderation/moderation-messages.ts"
import { PEOPLE } from "./people/people-messages.ts"
import { PROFILES } from "./profile/profiles-messages.ts"
import type { ProofChallenge } from "./proof-of-work.ts"
import { REQUEST } from "./request-messages.ts"

/** HTTP statuses a refusal may carry. */
type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 412 | 413 | 415 | 422 | 428 | 429 | 503 | 507

interface Rule {
  status: RefusalStatus
  message: string
}

/** code → status and default sentence. Codes are the specification's own (section 8) or the auth protocol's. */
const REFUSALS = {
  bad_request: { status: 400, message: GENERAL.badRequest },
  bad_json: { status: 400, message: REQUEST.badJson },
  validation_failed: { status: 422, message: REQUEST.checkFields },
  not_authenticated: { status: 401, message: GENERAL.signInFirst },
  forbidden: { status: 403, message: REQUEST.forbidden },
  wrong_origin: { status: 403, message: REQUEST.wrongOrigin },
  not_found: { status: 404, message: REQUEST.notFound },
  method_not_allowed: { status: 405, message: GENERAL.badRequest },
  conflict: { status: 409, message: REQUEST.notFound },
  payload_too_large: { status: 413, message: REQUEST.tooLarge },
  unsupported_media_type: { status: 415, message: REQUEST.wrongType },
  too_many_requests: { status: 429, message: GENERAL.tooMany },
  service_unavailable: { status: 503, message: GENERAL.busy },
  storage_full: { status: 507, message: REQUEST.noRoom },
  email_provider_disabled: { status: 422, message: SWITCHED_OFF.password },
  passkey_disabled: { status: 422, message: SWITCHED_OFF.passkey },
  email_address_not_authorized: { status: 422, message: FIELD.emailInvalid },
  signup_disabled: { status: 422, message: SIGNUP.closed },
  invitation_required: { status: 422, message: SIGNUP.invitationRequired },
  invitation_invalid: { status: 422, message: SIGNUP.invitationInvalid },
  invitation_used: { status: 409, message: INVITATION.used },
  proof_of_work_required: { status: 428, message: REQUEST.proofRequired },
  too_many_sign_ups: { status: 429, message: SIGNUP.tooMany },
  too_many_emails: { status: 429, message: GENERAL.tooManyMails },
  username_already_exists: { status: 409, message: SIGNUP.usernameExists },
  email_already_exists: { status: 409, message: SIGNUP.emailExists },
  account_already_exists: { status: 409, message: SIGNUP.accountExists },
  weak_password: { status: 422, message: SIGNUP.passwordCommon },
  invalid_credentials: { status: 400, message: ACCOUNT.invalidCredentials },
  email_not_confirmed: { status: 400, message: ACCOUNT.emailNotConfirmed },
  account_not_deactivated: { status: 409, message: ADMIN.deactivateFirst },
  erasure_too_early: { status: 409, message: ADMIN.erasureTooEarly },
  account_active: { status: 409, message: ACCOUNT.active },
  account_deactivated: { status: 403, message: ACCOUNT.deactivated },
  bad_jwt: { status: 403, message: PROTOCOL.jwt("token is malformed or its signature is invalid") },
  session_not_found: { status: 403, message: ACCOUNT.sessionGone },
  refresh_token_not_found: { status: 400, message: ACCOUNT.refreshUnknown },
  refresh_token_already_used: { status: 400, message: ACCOUNT.refreshUsed },
  otp_expired: { status: 403, message: ACCOUNT.linkExpired },
  password_needed: { status: 403, message: VERIFY.passwordNeeded },
  undo_email_taken: { status: 409, message: UNDO.emailTaken },
  reauthentication_needed: { status: 400, message: ACCOUNT.confirmAgain },
  second_factor_required: { status: 403, message: ADMIN.factorRequired },
  mfa_required: { status: 403, message: FACTOR.needed },
  mfa_factor_not_found: { status: 404, message: FACTOR.unknown },
  mfa_factor_name_conflict: { status: 422, message: FACTOR.nameTaken },
  mfa_challenge_expired: { status: 422, message: FACTOR.challengeExpired },
  mfa_verification_failed: { status: 422, message: FACTOR.codeWrong },
  mfa_phone_enroll_not_enabled: { status: 422, message: PROTOCOL.phoneFactorDisabled },
  too_many_enrolled_mfa_factors: { status: 422, message: FACTOR.tooMany },
  webauthn_challenge_expired: { status: 400, message: PASSKEY.challengeExpired },
  webauthn_verification_failed: { status: 400, message: PASSKEY.refused },
  webauthn_credential_exists: { status: 422, message: PASSKEY.exists },
  webauthn_credential_not_found: { status: 404, message: PASSKEY.unknown },
  too_many_passkeys: { status: 422, message: PASSKEY.tooMany },
  last_passkey_not_deletable: { status: 422, message: PASSKEY.lastWayIn },
  passkey_needed: { status: 422, message: PASSKEY.neededFirst },
  bad_oauth_state: { status: 400, message: COMPANY_LOGIN.expired },
  flow_state_not_found: { status: 404, message: PROTOCOL.flowStateUnknown },
  bad_code_verifier: { status: 400, message: COMPANY_LOGIN.verifierWrong },
  company_login_required: { status: 403, message: COMPANY_LOGIN.failed },
  company_login_unknown: { status: 400, message: COMPANY_LOGIN.unknown },
  company_login_failed: { status: 400, message: COMPANY_LOGIN.failed },
  company_login_not_proved: { status: 400, message: COMPANY_LOGIN.notProved },
  company_login_other_person: { status: 400, message: COMPANY_LOGIN.otherPerson },
  company_login_canceled: { status: 400, message: COMPANY_LOGIN.canceled },
  company_login_unavailable: { status: 503, message: COMPANY_LOGIN.unavailable },
  company_login_no_account: { status: 403, message: COMPANY_LOGIN.noAccount },
  company_login_email_unconfirmed: { status: 403, message: COMPANY_LOGIN.emailUnconfirmed },
  account_needs_connecting: { status: 409, message: COMPANY_LOGIN.needsConnecting },
  identity_already_exists: { status: 422, message: COMPANY_LOGIN.exists },
  identity_not_found: { status: 404, message: COMPANY_LOGIN.identityUnknown },
  single_identity_not_deletable: { status: 422, message: COMPANY_LOGIN.lastWayIn },
  logout_token_invalid: { status: 400, message: COMPANY_LOGIN.logoutTokenInvalid },
  phone_provider_disabled: { status: 400, message: PROTOCOL.phoneSignUpDisabled },
  phone_sign_in_disabled: { status: 422, message: PROTOCOL.phoneSignInDisabled },
  anonymous_provider_disabled: { status: 422, message: SIGNUP.missingCredentials },
  already_decided: { status: 409, message: MODERATION.decided },
  card_not_found: { status: 404, message: CARD.failed },
  card_already_activated: { status: 409, message: CARD.failed },
  card_not_in_use: { status: 409, message: CARD.failed },
  card_changed: { status: 409, message: CARD.changed },
  profile_changed: { status: 412, message: PROFILE.changed },
  profile_hidden: { status: 409, message: PROFILES.hidden },
  people_full: { status: 409, message: PEOPLE.full },
  person_changed: { status: 412, message: PEOPLE.changed },
  givers_differ: { status: 409, message: PEOPLE.giversDiffer },
  profiles_differ: { status: 409, message: PEOPLE.profilesDiffer },
  too_many_people: { status: 413, message: PEOPLE.importTooLarge },
  person_too_large: { status: 413, message: PEOPLE.cardTooLarge },
  person_unreadable: { status: 415, message: PEOPLE.cardUnreadable },
  too_many_app_passwords: { status: 409, message: APP_PASSWORD.tooMany },
  too_many_profiles: { status: 409, message: PROFILES.tooMany },
  profile_missing: { status: 409, message: CARD.failed },
  role_already_given: { status: 409, message: ADMIN.roleExists },
  user_deactivated: { status: 409, message: ADMIN.userDeactivated },
  user_moved: { status: 409, message: ADMIN.userMoved },
  user_unconfirmed: { status: 409, message: ADMIN.userUnconfirmed },
  email_address_missing: { status: 409, message: SETTINGS.noEmail },
  over_email_send_rate_limit: { status: 429, message: ACCOUNT.tooManyMails },
} as const satisfies Record<string, Rule>

export type RefusalCode = keyof typeof REFUSALS

/** What confirms the identity again: the current password, a second factor, a passkey, or the company's login. */
export type ProofMethod = "password" | FactorType | "passkey" | "company"

interface Options {
  message?: string
  /** form field → sentence */
  fields?: Record<string, string>
  /** seconds; rounded up to a whole one, at least 1, and sent as Retry-After */
  retryAfterS?: number
  /** why a password is weak, in the auth protocol's words */
  reasons?: string[]
  /** the challenge to solve before sending the same request again */
  challenge?: ProofChallenge
  /** with reauthentication_needed: what confirms the identity, any one of them */
  methods?: ProofMethod[]
  /** the user concerned, if known: for the log, never in an answer */
  userId?: string | undefined
}

/** Thrown by any layer; `src/server/platform/http/errors.ts` turns it into `{error: {code, message, fields?}}`. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: RefusalStatus
  readonly fields: Record<string, string> | undefined
  readonly retryAfterS: number | undefined
  readonly reasons: string[] | undefined
  readonly challenge: ProofChallenge | undefined
  readonly methods: ProofMethod[] | undefined
  readonly userId: string | undefined
  /** the message is the default of the code */
  readonly isWordedByDefault: boolean

  constructor(code: RefusalCode, options: Options = {}) {
    // A refusal is an answer, not a bug. Its stack trace would be a third of its cost, and is never read.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(options.message ?? REFUSALS[code].message)
    Error.stackTraceLimit = stackTraceLimit
    this.name = "Refusal"
    this.code = code
    this.status = REFUSALS[code].status
    this.fields = options.fields
    this.retryAfterS = options.retryAfterS === undefined ? undefined : Math.max(1, Math.ceil(options.retryAfterS))
    this.reasons = options.reasons
    this.challenge = options.challenge
    this.methods = options.methods
    this.userId = options.userId
    this.isWordedByDefault = options.message === undefined
  }
}
