// What the acts of this folder share; built once by auth.ts.
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Purge } from "../accounts/purge.ts"
import type { Audit } from "../audit/service.ts"
import type { Invitations } from "../invitations/service.ts"
import type { ProofOfWork } from "../proof-of-work/service.ts"
import type { Passwords } from "./credentials/passwords.ts"
import type { Challenges } from "./second-factor/challenges.ts"
import type { Sealing } from "./second-factor/sealing.ts"
import type { AccessTokens } from "./session/access-tokens.ts"
import type { DeviceMarks } from "./session/device-marks.ts"
import type { RefreshTokens } from "./session/refresh-tokens.ts"

interface Needs {
  audit: Audit
  config: Config
  database: OpenDatabase
  clock: Clock
  invitations: Invitations
  log: Log
  limits: RateLimits
  mail: Mail
  proofOfWork: ProofOfWork
  purge: Purge
}

export interface AuthContext extends Needs {
  passwords: Passwords
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
  challenges: Challenges
  sealing: Sealing
  deviceMarks: DeviceMarks
}

/** Where a request comes from, as far as an act cares. */
export interface Origin {
  ip: string
  /** values of the httpOnly cookie that sessions are bound to: one, or none, or ours and planted ones */
  bindings: readonly string[]
  /** values of the httpOnly cookie of known devices, unchecked */
  devices: readonly string[]
  /** a browser that keeps cookies */
  isBrowser: boolean
  userAgent: string
}
