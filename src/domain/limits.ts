// Every number of the specification's section 9, and the limits we set where it is silent. Units are in the names.
import { HOUR_MS, MINUTE_MS } from "./time.ts"

export const USERNAME_MIN = 3
export const USERNAME_MAX = 40
export const FULL_NAME_MIN = 2
/** Combining marks on one letter: Burmese and pointed Hebrew need four. */
export const NAME_MARKS_MAX = 4
export const LOGIN_PASSWORD_MIN = 6
export const SIGNUP_PASSWORD_MIN = 8
/** A changed password that is shorter gets its own sentence in the specification. Accepted ones have SIGNUP_PASSWORD_MIN. */
export const CHANGED_PASSWORD_MIN = 6
/** Long enough for any passphrase, short enough that hashing it is not a way to keep us busy. */
export const PASSWORD_MAX = 1000
export const EMAIL_MAX = 254
export const MINIMUM_AGE_YEARS = 13

/** Characters of a link; separate, because every visitor loads it. */
export const URL_MAX = 500

/** Characters a profile field may hold. */
export const FIELD_MAX = {
  full_name: 100,
  job_title: 100,
  business_name: 100,
  business_phone: 40,
  email: EMAIL_MAX,
  address: 300,
  bio: 1000,
  url: URL_MAX,
  item_label: 40,
  item_text: 500,
} as const

/** Of one account, unless the operator sets another number. */
export const PROFILES_MAX = 5
/** Further links, numbers, addresses and texts of one profile. */
export const PROFILE_ITEMS_MAX = 50

/** Of one account. */
export const APP_PASSWORDS_MAX = 20
export const APP_PASSWORD_NAME_MAX = 50

/** A file that is read into a profile. Its owner's device reads it, so these are about time and memory there. */
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024
export const IMPORT_CONTACTS_MAX = 200
/** Properties, rows or links that are read of one contact. */
export const IMPORT_ENTRIES_MAX = 500
/** Sentences about what of one contact was left out. */
export const IMPORT_SENTENCES_MAX = 30

export const REACTIVATION_WINDOW_DAYS = 30
/** An administrator may delete a deactivated account for good only after its owner had this long to object. */
export const ERASURE_WAIT_DAYS = 3

export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024
export const IMAGE_CACHE_S = 3600
/** Width of a banner divided by its height. Banners are stored in two widths. */
export const BANNER_RATIO = 3
export const BANNER_PHONE_PX = 864
export const BANNER_WIDE_PX = 1440
export const PICTURE_BUCKET = "profile-pictures"
export const JSON_BODY_MAX_BYTES = 100_000
/** An HTML form, as browsers encode it. */
export const FORM_BODY_MAX_BYTES = 20_000

export const DEFAULT_AFTER_LOGIN = "/edit-profile"
export const PROFILE_LOAD_DELAY_MS = 500
export const REDIRECT_DELAY_MS = 3000
export const COPY_CONFIRMATION_MS = 2000
export const INITIALS_MAX = 2
export const PHONE_DIGITS = 10

export const QR_DOWNLOAD_PX = 1024

/** A contact as a QR code: what fits into 69 by 69 modules at level M, which a phone reads from another's screen. */
export const CONTACT_QR_OCTETS = 330

export const CARD_ID_LENGTH = 26
/** Characters of the name an owner gives to a card. */
export const CARD_NICKNAME_MAX = 40
/** New cards created at once. */
export const CARD_BATCH_MAX = 1000
export const CARDS_PER_PAGE = 50
/** A search first looks through this many next cards one by one, and asks the indexes if they hold too few matches. */
export const CARDS_WALKED = 200
export const USERS_PER_PAGE = 50
/** A search first looks through this many newest users one by one, */
export const USERS_WALKED = 1000
/** and asks the search index for at most this many if they hold too few matches. */
export const USERS_FOUND_MAX = 2000
/** Characters of a search in the portal. */
export const SEARCH_MAX = 200

export const AUTH_API_VERSION = "2024-01-01"

/** Characters of a token, a challenge or a code in a body: several times the length of ours. */
export const AUTH_TOKEN_MAX = 500

export const ACCESS_TOKEN_S = 3600
/** An unused session ends after this time. */
export const SESSION_DAYS = 30
/** A session ends this long after its sign-in, used or not, unless the operator sets another time. */
export const SESSION_MAX_DAYS = 180
/** A company is asked again after a working day, so that people who left it have lost access by then, whatever it tells us. */
export const COMPANY_SESSION_HOURS = 12
/** Of one account; the oldest ends. Sessions without their second factor yet are counted separately. */
export const SESSIONS_MAX = 50
export const RECOVERY_SESSIONS_MAX = 10
export const RECOVERY_SESSION_MINUTES = 45
/** Emails to one account about sign-ins on new devices. */
export const NEW_DEVICE_NOTICES_PER_DAY = 5
/** A new account has no device that is usual. */
export const NEW_DEVICE_QUIET_DAYS = 1
/** Devices that strangers cannot lock out of an account; the oldest is removed. */
export const KNOWN_DEVICES_MAX = 20
export const KNOWN_DEVICE_DAYS = 180
/** Accounts that one browser is known to. */
export const DEVICE_ACCOUNTS_MAX = 5
/** Within this time a request from elsewhere does not replace a reset link. */
export const RESET_LINK_KEPT_MINUTES = 10
/** Within this time a rotated refresh token gets its successor again: two tabs, or an answer lost on the way. */
export const REFRESH_REUSE_S = 10
/** For this long the password or the second factor counts as just given (step-up). */
export const PROOF_MINUTES = 5
/** How long an account's security log goes back, and how many of its newest events the settings show. */
export const SECURITY_LOG_DAYS = 90
export const SECURITY_LOG_SHOWN = 100
export const SIGNUP_LINK_HOURS = 24
export const RECOVERY_LINK_MINUTES = 60
export const EMAIL_CHANGE_LINK_HOURS = 24
/** What programs may keep with an account (the protocol's user_metadata): bytes of JSON, and levels of nesting. */
export const USER_METADATA_MAX_BYTES = 4096
export const USER_METADATA_DEPTH_MAX = 8
/** A change of an account's protection can be undone for this long. */
export const UNDO_LINK_DAYS = 7
/** An unverified account frees its username and address after this time. */
export const UNVERIFIED_ACCOUNT_DAYS = 7
/** An invitation to sign up is valid for this long. */
export const INVITATION_DAYS = 14
export const INVITATIONS_PER_PAGE = 20
/** Characters of a pasted invitation code, with the text around it. */
export const INVITATION_CODE_MAX = 100
/**
 * What a whole site accepts in an hour unless the operator sets other numbers. Sign-ups without a proof of work cannot reach the first
 * number (BUDGET.quiet), and all sign-ups together cannot use up the second. Password resets have the same number of emails again.
 */
export const SIGN_UPS_PER_HOUR = 1000
export const EMAILS_PER_HOUR = 2000
/** A proof of work is a number below this one, found by trying: about a second on a mid-range phone, two at worst. */
export const PROOF_NUMBERS = 300_000
/** From the challenge to its proof. */
export const PROOF_S = 300
/** Second factor (RFC 6238): six digits, a new code every 30 seconds, and one step of tolerance for wrong clocks. */
export const TOTP_DIGITS = 6
export const TOTP_STEP_S = 30
export const TOTP_DRIFT_STEPS = 1
/** Characters of a code as it is sent, with the gaps some apps show. */
export const TOTP_TYPED_MAX = 20
export const RECOVERY_CODE_MAX = 100
export const UNDO_TOKEN_MAX = 100
export const FACTORS_MAX = 10
export const FACTOR_NAME_MAX = 50
/** Of one account. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 120
/** From the challenge of a passkey to its answer. */
export const PASSKEY_CHALLENGE_S = 300
/** Characters of a credential's id (1,023 bytes), and of the other parts of an authenticator's answer. */
export const CREDENTIAL_ID_MAX = 1364
export const CREDENTIAL_PART_MAX = 20_000
/** From the way to the company's login to the way back, and from there to the session. */
export const COMPANY_LOGIN_MINUTES = 10
export const COMPANY_CODE_MINUTES = 5
/** What a provider says about itself is asked again after this time. */
export const PROVIDER_KEPT_S = 3600
/** For each of a provider's answers. */
export const PROVIDER_PATIENCE_S = 5
export const PROVIDER_ANSWER_MAX_BYTES = 512 * 1024
/** Characters of a provider's identifier for a person (OpenID Connect Core, section 2), and of its session there. */
export const PROVIDER_SUBJECT_MAX = 255
/** How far a provider's clock may be from ours. */
export const PROVIDER_CLOCK_S = 60
/** How old a provider's message about a sign-out may be. */
export const LOGOUT_TOKEN_S = 300
export const LOGOUT_TOKEN_MAX = 8000
/** Characters of a page's address to come back to. */
export const REDIRECT_MAX = 2000
/** From the challenge to the code. */
export const FACTOR_CHALLENGE_S = 300
/** To set up a second factor, for those who need one (SECOND_FACTOR). */
export const FACTOR_GRACE_DAYS = 7
export const RECOVERY_CODES = 10
/** The precision of "last seen". */
export const SEEN_EVERY_S = 300
/** Password hashes waiting for each one that runs, before the answer is "busy". One network may take half of the places. */
export const HASH_QUEUE_PER_SLOT = 64

/** Connections of one process to a PostgreSQL server, unless the operator sets another number. */
export const DATABASE_POOL_SIZE = 10

/** Taps waiting to be written in one process; more are not counted, and the log says how many. */
export const TAPS_WAITING_MAX = 5_000
/** After a tap, the details that its visitor leaves on the profile say which card it was. */
export const TAP_REMEMBERED_MS = 30 * MINUTE_MS
/** Such taps in the memory of one process. */
export const TAPS_REMEMBERED_MAX = 10_000
/** Taps, page views and saved contacts are kept for this long unless the operator sets another time (0: as long as the profile). */
export const TAP_RETENTION_DAYS = 365
/** Page views and saved contacts are written this long after they were counted; a killed process loses no more than that. */
export const FLUSH_VISITS_MS = 10_000
/** Or as soon as this many profiles wait to be written. */
export const FLUSH_VISITS_ROWS = 5_000
/** Profiles waiting while the database takes nothing; visits of others are not counted until it does, and the log says how many. */
export const VISITS_WAITING_MAX = 50_000
/** The newest taps in an export of your data. */
export const EXPORTED_TAPS_MAX = 100_000

export const REPORT_DETAIL_MAX = 1000
/** Reported profiles on one page of the queue, and the reports that each one shows in full. */
export const REPORTED_PER_PAGE = 10
export const REPORTS_SHOWN = 5
/** A decided report is deleted after this time; the audit entry of the decision stays. */
export const DECIDED_REPORT_DAYS = 180
export const ACTS_PER_PAGE = 50

/** Maximum age of the administrators' numbers. */
export const COUNTS_KEPT_S = 60
export const STORAGE_KEPT_S = 600
/** Beyond this, rows are estimated and files are not counted one by one. */
export const ROWS_COUNTED_MAX = 200_000
export const FILES_COUNTED_MAX = 20_000

export const MAIL_ATTEMPTS_MAX = 30
export const MAIL_BACKOFF_FIRST_MS = 2000
export const MAIL_BACKOFF_MAX_MS = HOUR_MS
/** An email that a crashed process was sending is sent again after this time. */
export const MAIL_LEASE_MS = 120_000
/** A process without a connection for so long, which may be a restart of the database, is gone, and others send its emails. */
export const MAIL_UNSEEN_MS = 15_000
export const MAIL_POLL_MS = 5000
/** Sent emails leave their record (without a body) for this long. */
export const MAIL_RECORD_DAYS = 7
export const SWEEP_MS = HOUR_MS

/** As the policies state it (specification sections 2 and 9). */
export const POLICY_EFFECTIVE_DATE = "2025-05-22"
export const SUPPORT_REPLY_HOURS = "24-48"
