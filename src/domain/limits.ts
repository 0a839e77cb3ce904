// Every number of the specification's section 9, and the limits we set where it is silent. Units are in the names.

export const USERNAME_MIN = 3
export const USERNAME_MAX = 40
export const FULL_NAME_MIN = 2
export const LOGIN_PASSWORD_MIN = 6
export const SIGNUP_PASSWORD_MIN = 8
export const CHANGED_PASSWORD_MIN = 6
/** Long enough for any passphrase, short enough that hashing it is not a way to keep us busy. */
export const PASSWORD_MAX = 1000
export const EMAIL_MAX = 254
export const MINIMUM_AGE_YEARS = 13

/** Characters a profile field may hold. */
export const FIELD_MAX = {
  full_name: 100,
  job_title: 100,
  business_name: 100,
  business_phone: 40,
  email: EMAIL_MAX,
  address: 300,
  bio: 1000,
  url: 500,
} as const

export const REACTIVATION_WINDOW_DAYS = 30

export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024
export const IMAGE_CACHE_S = 3600
export const PICTURE_BUCKET = "profile-pictures"
export const JSON_BODY_MAX_BYTES = 100_000

export const DEFAULT_AFTER_LOGIN = "/edit-profile"
export const PROFILE_LOAD_DELAY_MS = 500
export const REDIRECT_DELAY_MS = 3000
export const COPY_CONFIRMATION_MS = 2000
export const INITIALS_MAX = 2
export const PHONE_DIGITS = 10

export const QR_SCREEN_PX = 200
export const QR_DOWNLOAD_PX = 1024

export const CARD_ID_LENGTH = 26
export const LOOKUP_MAX_ROWS = 1

/** The session keeper's tick, taken over by the auth client (specification sections 4 and 9). */
export const AUTO_REFRESH_TICK_MS = 30_000
export const REFRESH_THRESHOLD_TICKS = 3
export const AUTH_API_VERSION = "2024-01-01"
