// What a signed-in person does with their own profile. Whose it is comes from the session alone.
import type { Context, Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { PICTURE_KINDS } from "../../../domain/profile/image.ts"
import type { Clock } from "../../platform/clock.ts"
import { bodyChunks, requireUnpacked } from "../../platform/http/body.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Upload } from "./picture/receive.ts"
import { privatePicture } from "./private-picture.ts"
import type { Profiles } from "./service.ts"

interface Needs {
  auth: Auth
  clock: Clock
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

export function ownProfileRoutes(services: Needs): Hono<CallerEnv> {
  const { auth, clock, profiles } = services
  const { routes, on } = endpoints(services)

  on("GET /api/me", async ({ caller }) => {
    const { user_id, email, full_name, roles, account } = caller
    const due_at = await auth.factorDueAt(caller)
    const profile = await profiles.own(user_id)
    const second_factor_due_at = due_at?.toISOString() ?? null
    return { user: { id: user_id, email, full_name }, profile, roles, account, second_factor_due_at }
  })

  on("PUT /api/profile", async ({ caller, body }) => ({
    profile: await profiles.save(caller, await body(), clock()),
  }))

  on("POST /api/profile/photo", async ({ c, caller }) => ({
    profile_picture: await profiles.changePicture(caller, "photo", uploadOf(c), clock()),
  }))

  on("DELETE /api/profile/photo", async ({ caller }) => {
    await profiles.removePicture(caller, "photo", clock())
    return { profile_picture: "" }
  })

  on("POST /api/profile/banner", async ({ c, caller }) => ({
    banner_picture: await profiles.changePicture(caller, "banner", uploadOf(c), clock()),
  }))

  on("DELETE /api/profile/banner", async ({ caller }) => {
    await profiles.removePicture(caller, "banner", clock())
    return { banner_picture: "" }
  })

  // The public address of a hidden profile's picture answers nobody, its owner included: an <img> does not say who asks.
  for (const kind of PICTURE_KINDS)
    on(`GET /api/profile/${kind}`, async ({ c, caller }) => {
      const profile = await profiles.own(caller.user_id)
      const picture = profile === null ? null : await profiles.ownPicture(profile, kind)
      if (picture === null) throw new Refusal("not_found")
      return privatePicture(c, picture.file)
    })

  return routes
}
