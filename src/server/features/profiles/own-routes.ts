// Your own profiles over HTTP. The owner comes only from the session; an id in the path must be one of the caller's.
import type { Context, Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { PICTURE_KINDS, type PictureKind } from "../../../domain/profile/image.ts"
import { hasName, type OwnProfile } from "../../../domain/profile/profile.ts"
import type { Clock } from "../../platform/clock.ts"
import { bodyChunks, requireUnpacked } from "../../platform/http/body.ts"
import { uuidParam } from "../../platform/http/params.ts"
import type { Access } from "../auth/access.ts"
import type { Caller, CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { FurtherProfiles } from "./further-profiles.ts"
import type { Upload } from "./picture/receive.ts"
import type { Profiles } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  furtherProfiles: FurtherProfiles
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
  const { clock, furtherProfiles, profiles } = needs
  const { routes, on } = endpoints(needs)

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

  // Where the owner of a hidden profile sees its pictures: an <img> request to the public address does not identify the user.
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
    // Checked before the body, so that only the owner sees what is wrong with it.
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
