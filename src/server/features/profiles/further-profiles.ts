// The further profiles of an account: up to a number that the operator sets, created and deleted by their owner.
import { randomUUID } from "node:crypto"
import { ACCOUNT_FIELD } from "../../../domain/account/field-messages.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import { isReservedName } from "../../../domain/paths.ts"
import type { NewProfile } from "../../../domain/profile/new-profile.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { PROFILES } from "../../../domain/profile/profiles-messages.ts"
import type { Config } from "../../platform/config/config.ts"
import { withRetry } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import { deleteFurtherProfile, insertFurtherProfile, lockProfiles } from "./further-profiles-store.ts"
import type { Profiles } from "./service.ts"
import type { ProfileOwner } from "./store.ts"

interface Needs {
  config: Pick<Config, "PROFILES_MAX" | "SITE_NAME">
  database: OpenDatabase
  /** makes a username free that only an account holds whose date of deletion has passed */
  free(names: { username: string }): Promise<void>
  limits: Pick<RateLimits, "take">
  log: Log
  profiles: Pick<Profiles, "deleteWithPictures" | "oneOf">
}

export type FurtherProfiles = ReturnType<typeof createFurtherProfiles>

export function createFurtherProfiles({ config, database, free, limits, log, profiles }: Needs) {
  const { db, changes } = database

  return {
    /** How many profiles an account may have, the first included. */
    max: config.PROFILES_MAX,

    /**
     * @throws Refusal validation_failed (a reserved name), username_already_exists, profile_missing (without a first one),
     * too_many_profiles, profile_hidden, account_deactivated, too_many_requests
     */
    async create(owner: ProfileOwner, { username, full_name }: NewProfile, now: Date): Promise<OwnProfile> {
      if (isReservedName(username, config.SITE_NAME))
        throw new Refusal("validation_failed", { fields: { username: ACCOUNT_FIELD.usernameReserved } })
      await limits.take(BUDGET.profilePerAccount, owner.user_id)
      await free({ username })
      const profile = { id: randomUUID(), owner_id: owner.user_id, username, full_name, signin_email: owner.email }
      await withRetry(() =>
        db.transaction(async (tx) => {
          const existing = await lockProfiles(tx, owner.user_id)
          // Run again after a lost connection: the first run was committed.
          if (existing.some(({ id }) => id === profile.id)) return
          requireRoom(existing, owner.user_id)
          if (!(await insertFurtherProfile(tx, profile, now))) throw new Refusal("username_already_exists")
          await changes.announce(tx, "profile", [username])
        }),
      )
      log.info("profile.created", { user: owner.user_id, profile: profile.id })
      return profiles.oneOf(owner.user_id, profile.id)
    },

    /**
     * With its pictures, statistics and reports; its address is free again, and its cards open the first profile.
     * @throws Refusal not_found (also another person's), forbidden (the first one), profile_hidden
     */
    async remove(userId: string, profileId: string): Promise<void> {
      if (profileId === userId) throw new Refusal("forbidden", { message: PROFILES.firstStays })
      await requireNotHidden(userId, profileId)
      const isGone = await profiles.deleteWithPictures(profileId, () =>
        withRetry(() =>
          db.transaction(async (tx) => {
            const username = await deleteFurtherProfile(tx, userId, profileId)
            if (username !== undefined) await changes.withdraw(tx, "profile", [username])
            return username !== undefined || !(await lockProfiles(tx, userId)).some(({ id }) => id === profileId)
          }),
        ),
      )
      // A moderator was faster.
      if (!isGone) throw new Refusal("profile_hidden")
      log.info("profile.deleted", { user: userId, profile: profileId })
    },
  }

  function requireRoom(existing: Awaited<ReturnType<typeof lockProfiles>>, userId: string): void {
    const first = existing.find(({ id }) => id === userId)
    if (first === undefined) throw new Refusal("profile_missing", { message: PROFILES.createFirst })
    if (first.deleted_at !== null) throw new Refusal("account_deactivated")
    // What a moderator has hidden must not come back under another address.
    if (existing.some(({ hidden_at }) => hidden_at !== null)) throw new Refusal("profile_hidden")
    if (existing.length >= config.PROFILES_MAX) throw new Refusal("too_many_profiles")
  }

  async function requireNotHidden(userId: string, profileId: string): Promise<void> {
    const { hidden_at } = await profiles.oneOf(userId, profileId)
    if (hidden_at !== null) throw new Refusal("profile_hidden")
  }
}
