// GET /api/me: what the browser knows about the signed-in user: the account, its profiles, roles and what it has yet to do.
import type { Hono } from "hono"
import { hasName } from "../../../domain/profile/profile.ts"
import { isoOrNull } from "../../../domain/time.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Moderation } from "../moderation/service.ts"
import type { PeopleNotices } from "../people/notices.ts"
import type { FurtherProfiles } from "../profiles/further-profiles.ts"
import type { Profiles } from "../profiles/service.ts"

interface Needs {
  access: Access
  furtherProfiles: Pick<FurtherProfiles, "max">
  moderation: Pick<Moderation, "hiddenFor">
  peopleNotices: Pick<PeopleNotices, "countNew">
  profiles: Pick<Profiles, "allOf">
}

export function meRoutes(needs: Needs): Hono<CallerEnv> {
  const { access, furtherProfiles, moderation, peopleNotices, profiles } = needs
  const { routes, on } = endpoints(needs)

  on("GET /api/me", async ({ caller }) => {
    const { user_id, email, full_name, roles, account, has_passkey, has_password } = caller
    const due_at = await access.ensureFactorDueAt(caller)
    const all = (await profiles.allOf(user_id)).filter(hasName)
    const profile = all.find(({ id }) => id === user_id) ?? null
    const further_profiles = all.filter(({ id }) => id !== user_id)
    const hidden = further_profiles.filter(({ hidden_at }) => hidden_at !== null)
    const reasons = await Promise.all(hidden.map(async ({ id }) => [id, await moderation.hiddenFor(id)] as const))
    return {
      user: { id: user_id, email, full_name },
      profile,
      hidden_for: profile?.hidden_at ? await moderation.hiddenFor(user_id) : [],
      further_profiles,
      further_hidden_for: Object.fromEntries(reasons),
      profiles_max: furtherProfiles.max,
      roles,
      account,
      has_passkey,
      has_password,
      new_people: await peopleNotices.countNew(user_id),
      second_factor_due_at: isoOrNull(due_at),
    }
  })

  return routes
}
