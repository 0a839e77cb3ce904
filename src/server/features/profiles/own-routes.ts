// Your own profiles over HTTP. Whose they are comes from the session alone: an id in the path is looked for among the caller's own.
import type { Context, Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { PICTURE_KINDS, type PictureKind } from "../../../domain/profile/image.ts"
import { hasName, type OwnProfile } from "../../../domain/profile/profile.ts"
import { isoOrNull } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import { bodyChunks, requireUnpacked } from "../../platform/http/body.ts"
import { uuidParam } from "../../platform/http/params.ts"
import type { Access } from "../auth/access.ts"
import type { Caller, CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Moderation } from "../moderation/service.ts"
import type { PeopleNotices } from "../people/notices.ts"
import type { FurtherProfiles } from "./further-profiles.ts"
import type { Upload } from "./picture/receive.ts"
import type { Profiles } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  furtherProfiles: FurtherProfiles
  moderation: Pick<Moderation, "hiddenFor">
  peopleNotices: Pick<PeopleNotices, "news">
  profiles: Profiles
}

function uploadOf(c: Context): Upload {
  requireUnpacked(c)
  const length = c.req.header("content-length")
  return {
    type: c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "",
    size: length === undefined ? null : Number(length),
    body: bodyChunks(c),
  }
}

export function ownProfileRoutes(needs: Needs): Hono<CallerEnv> {
  const { access, clock, furtherProfiles, moderation, peopleNotices, profiles } = needs
  const { routes, on } = endpoints(needs)

  on("GET /api/me", async ({ caller }) => {
    const { user_id, email, full_name, roles, account, has_passkey, has_password } = caller
    const due_at = await access.factorDueAt(caller)
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
      new_people: await peopleNotices.news(user_id),
      second_factor_due_at: isoOrNull(due_at),
    }
  })

  on("PUT /api/profile", async ({ caller, body, version }) => ({
    profile: await profiles.save(caller, await body(), clock(), version()),
  }))

  on("PUT /api/profile/photo", async ({ c, caller }) => ({
    profile_picture: await profiles.changePicture(caller, "photo", uploadOf(c), clock()),
  }))

  on("DELETE /api/profile/photo", async ({ caller }) => {
    await profiles.removePicture(caller, "photo", clock())
    return { profile_picture: "" }
  })

  on("PUT /api/profile/banner", async ({ c, caller }) => ({
    banner_picture: await profiles.changePicture(caller, "banner", uploadOf(c), clock()),
  }))

  on("DELETE /api/profile/banner", async ({ caller }) => {
    await profiles.removePicture(caller, "banner", clock())
    return { banner_picture: "" }
  })

  // The owner of a hidden profile sees its pictures here: an <img> at the public address does not say who asks.
  for (const kind of PICTURE_KINDS)
    on(`GET /api/profile/${kind}`, async ({ c, caller }) => {
      const profile = await profiles.own(caller.user_id)
      return picture(c, profile, kind)
    })

  async function picture(c: Context, profile: OwnProfile | null, kind: PictureKind): Promise<Response> {
    const found = profile === null ? null : await profiles.ownPicture(profile, kind)
    if (found === null) throw new Refusal("not_found")
    return c.body(found.file.bytes, 200, { "Content-Type": found.file.type })
  }

  on("GET /api/account/profiles", async ({ caller }) => ({
    profiles: (await profiles.allOf(caller.user_id)).filter(hasName),
    max: furtherProfiles.max,
  }))

  on("POST /api/account/profiles", async ({ caller, body }) => ({
    profile: await furtherProfiles.create(caller, await body(), clock()),
  }))

  on("GET /api/account/profiles/{id}", async ({ caller, params }) => ({
    profile: await profiles.oneOf(caller.user_id, uuidParam(params.id)),
  }))

  const which = (caller: Caller, id: string) => ({ ...caller, profile_id: uuidParam(id) })

  on("PUT /api/account/profiles/{id}", async ({ caller, params, body, version }) => {
    // Before the form is judged: what is wrong with it is told to the owner only.
    await profiles.oneOf(caller.user_id, uuidParam(params.id))
    const fields = await body()
    return { profile: await profiles.save(which(caller, params.id), fields, clock(), version()) }
  })

  on("DELETE /api/account/profiles/{id}", ({ caller, params }) =>
    furtherProfiles.remove(caller.user_id, uuidParam(params.id)),
  )

  on("PUT /api/account/profiles/{id}/photo", async ({ c, caller, params }) => ({
    profile_picture: await profiles.changePicture(which(caller, params.id), "photo", uploadOf(c), clock()),
  }))

  on("DELETE /api/account/profiles/{id}/photo", async ({ caller, params }) => {
    await profiles.removePicture(which(caller, params.id), "photo", clock())
    return { profile_picture: "" }
  })

  on("PUT /api/account/profiles/{id}/banner", async ({ c, caller, params }) => ({
    banner_picture: await profiles.changePicture(which(caller, params.id), "banner", uploadOf(c), clock()),
  }))

  on("DELETE /api/account/profiles/{id}/banner", async ({ caller, params }) => {
    await profiles.removePicture(which(caller, params.id), "banner", clock())
    return { banner_picture: "" }
  })

  for (const kind of PICTURE_KINDS)
    on(`GET /api/account/profiles/{id}/${kind}`, async ({ c, caller, params }) =>
      picture(c, await profiles.oneOf(caller.user_id, uuidParam(params.id)), kind),
    )

  return routes
}
