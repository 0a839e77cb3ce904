// What the actions of this folder share, built once: `signIn(auth, …)`, `verify(auth, …)`. Other features see `Access` only.
import { KNOWN_DEVICE_DAYS, SECURITY_LOG_DAYS, UNVERIFIED_ACCOUNT_DAYS } from "../../../domain/limits.ts"
import { addDays } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { Places } from "../../platform/places/places.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Purge } from "../accounts/purge.ts"
import type { Roles } from "../accounts/roles.ts"
import type { Audit } from "../audit/service.ts"
import type { Invitations } from "../invitations/service.ts"
import type { Profiles } from "../profiles/service.ts"
import type { ProofOfWork } from "../proof-of-work/service.ts"
import { deleteOldFlows } from "./company-login/login-flows-store.ts"
import { createProviders } from "./company-login/providers.ts"
import { loadKnownWords } from "./credentials/known-words/known-words.ts"
import type { Passwords } from "./credentials/passwords.ts"
import { deleteSecurityEvents } from "./credentials/security-log.ts"
import { deleteExpiredUndoLinks } from "./credentials/undo-links-store.ts"
import { deleteExpiredTokens } from "./email-flow/one-time-tokens-store.ts"
import { createPasskeyChallenges } from "./passkeys/passkey-challenges.ts"
import { countPasskeysElsewhere } from "./passkeys/passkeys-store.ts"
import { createChallenges } from "./second-factor/challenges.ts"
import { countKeysElsewhere } from "./second-factor/factors-store.ts"
import { createSealing } from "./second-factor/sealing.ts"
import { deriveKeys, secretOf } from "./session/keys.ts"
import { createKnownDevices, deleteOldDevices } from "./session/known-devices.ts"
import { createOwnerMarks } from "./session/owner-marks.ts"
import { deleteEndedSessions } from "./session/sessions-store.ts"
import { createAccessTokens, createRefreshTokens } from "./session/tokens.ts"
import { deleteUnverified } from "./users-store.ts"

interface Needs {
  audit: Audit
  config: Config
  database: OpenDatabase
  clock: Clock
  invitations: Invitations
  log: Log
  limits: RateLimits
  mail: Mail
  passwords: Passwords
  places: Pick<Places, "of">
  profiles: Pick<Profiles, "own" | "save">
  proofOfWork: ProofOfWork
  purge: Purge
  roles: Pick<Roles, "lock" | "setByProvider">
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth(needs: Needs) {
  const { clock, config, database, log } = needs
  const { db } = database
  const keys = deriveKeys(secretOf(config))
  // A missing file stops the start instead of the first sign-up.
  loadKnownWords()

  /**
   * Deletes what has expired: sessions, links, devices, log entries, and accounts that were never confirmed. Warns of passkeys and
   * security keys that were made for another host.
   */
  async function sweep(): Promise<void> {
    const now = clock()
    await deleteEndedSessions(db, now)
    await deleteExpiredTokens(db, now)
    await deleteOldFlows(db, now)
    await deleteOldDevices(db, addDays(now, -KNOWN_DEVICE_DAYS))
    await deleteExpiredUndoLinks(db, now)
    await deleteSecurityEvents(db, addDays(now, -SECURITY_LOG_DAYS))
    const removed = await deleteUnverified(db, addDays(now, -UNVERIFIED_ACCOUNT_DAYS))
    if (removed > 0) log.info("auth.unverified_removed", { accounts: removed })
    const host = new URL(config.PUBLIC_ORIGIN).hostname
    const useless = await countPasskeysElsewhere(db, host)
    if (useless > 0) log.warn("auth.passkeys_of_another_host", { passkeys: useless, host })
    const uselessKeys = await countKeysElsewhere(db, host)
    if (uselessKeys > 0) log.warn("auth.security_keys_of_another_host", { security_keys: uselessKeys, host })
  }

  return {
    ...needs,
    accessTokens: createAccessTokens(keys, config.PUBLIC_ORIGIN),
    refreshTokens: createRefreshTokens(keys.refresh),
    challenges: createChallenges(keys.challenges),
    passkeyChallenges: createPasskeyChallenges(keys.passkeys),
    providers: createProviders(needs),
    sealing: createSealing(keys.factors),
    knownDevices: createKnownDevices({ clock, database, key: keys.devices }),
    ownerMarks: createOwnerMarks(keys.owners),
    publicKey: keys.jwk,
    sweep,
  }
}
