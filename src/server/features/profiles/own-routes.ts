// Your own profile over HTTP. Whose it is comes from the session alone.
import type { Context, Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { PICTURE_KINDS } from "../../../domain/profile/image.ts"
import { isoOrNull } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import { bodyChunks, requireUnpacked } from "../../platform/http/body.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Moderation } from "../moderation/service.ts"
import type { Upload } from "./picture/receive.ts"
import type { Profiles } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  moderation: Pick<Moderation, "hiddenFor">
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
  const { access, clock, moderation, profiles } = needs
  const { routes, on } = endpoints(needs)

  on("GET /api/me", async ({ caller }) => {
    const { user_id, email, full_name, roles, account } = caller
    const due_at = await access.factorDueAt(caller)
    const profile = await profiles.own(user_id)
    const second_factor_due_at = isoOrNull(due_at)
    const hidden_for = profile?.hidden_at ? await moderation.hiddenFor(user_id) : []
    return { user: { id: user_id, email, full_name }, profile, hidden_for, roles, account, second_factor_due_at }
  })

  on("PUT /api/profile", async ({ c, caller, body }) => ({
    profile: await profiles.save(caller, await body(), clock(), versionIn(c.req.header("if-match"))),
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
      const picture = profile === null ? null : await profiles.ownPicture(profile, kind)
      if (picture === null) throw new Refusal("not_found")
      return c.body(picture.file.bytes, 200, { "Content-Type": picture.file.type })
    })

  return routes
}

/**
 * The version in `If-Match` (RFC 9110 section 13.1.1): `"3"`, or `*` for any. Undefined without the header.
 * @throws Refusal profile_changed when it can match no version
 */
function versionIn(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === "*") return undefined
  const version = /^"(\d{1,9})"$/.exec(header.trim())?.[1]
  if (version === undefined) throw new Refusal("profile_changed")
  return Number(version)
}
