// What a signed-in person does with their own profile. Whose it is comes from the session alone.
import type { Context } from "hono"
import { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { profilePayload } from "../../../domain/forms.ts"
import { PICTURE_FIELD, PICTURE_KINDS } from "../../../domain/profile/image.ts"
import type { Clock } from "../../platform/clock.ts"
import { bodyChunks, readForm, requireUnpacked } from "../../platform/http/body.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { anySession, signedIn } from "../auth/guards.ts"
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
  const routes = new Hono<CallerEnv>()

  routes.get("/api/me", anySession(services), async (c) => {
    const caller = c.get("caller")
    const { user_id, email, full_name, roles, account } = caller
    const second_factor_due_at = await auth.factorDueAt(caller)
    const profile = await profiles.own(user_id)
    return c.json({ user: { id: user_id, email, full_name }, profile, roles, account, second_factor_due_at })
  })

  routes.put("/api/profile", signedIn(services), async (c) => {
    const fields = await readForm(c, profilePayload())
    return c.json({ profile: await profiles.save(c.get("caller"), fields, clock()) })
  })

  for (const kind of PICTURE_KINDS) {
    routes.post(`/api/profile/${kind}`, signedIn(services), async (c) => {
      const address = await profiles.changePicture(c.get("caller"), kind, uploadOf(c), clock())
      return c.json({ [PICTURE_FIELD[kind]]: address })
    })

    // The public address of a hidden profile's picture answers nobody, its owner included: an <img> does not say who asks.
    routes.get(`/api/profile/${kind}`, signedIn(services), async (c) => {
      const profile = await profiles.own(c.get("caller").user_id)
      const picture = profile === null ? null : await profiles.ownPicture(profile, kind)
      if (picture === null) throw new Refusal("not_found")
      return privatePicture(c, picture.file)
    })

    routes.delete(`/api/profile/${kind}`, signedIn(services), async (c) => {
      await profiles.removePicture(c.get("caller"), kind, clock())
      return c.json({ [PICTURE_FIELD[kind]]: "" })
    })
  }

  return routes
}
