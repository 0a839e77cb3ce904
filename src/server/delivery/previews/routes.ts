// The preview picture of a profile, as link previews fetch it (docs/decisions/previews.md).
import { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { PREVIEW_CACHE_S, PREVIEW_FOLDER, previewVersion } from "../../../domain/profile/preview.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import type { Clock } from "../../platform/clock.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import { isKnown } from "../../platform/http/validators.ts"
import type { Previews } from "./service.ts"

/** Without its version the address stands for whatever is current. */
const SHORT_CACHE_S = 300

interface Needs {
  clock: Clock
  previews: Previews
  profiles: Profiles
}

export function previewRoutes({ clock, previews, profiles }: Needs): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>()

  routes.get(`${PREVIEW_FOLDER}/:file{[^/]*\\.jpg}`, async (c) => {
    const profile = await profiles.read(c.req.param("file").slice(0, -".jpg".length), clock())
    if (profile === null) throw new Refusal("not_found")
    const isCurrent = c.req.query("v") === previewVersion(profile)
    const etag = previews.etag(profile)
    const headers = {
      "Cache-Control": isCurrent ? `public, max-age=${PREVIEW_CACHE_S}, immutable` : `public, max-age=${SHORT_CACHE_S}`,
      ETag: etag,
      // Messengers in a browser show the picture on a page of their own.
      "Cross-Origin-Resource-Policy": "cross-origin",
    }
    if (isKnown(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers)
    const picture = await previews.picture(profile)
    return c.body(picture, 200, { ...headers, "Content-Type": "image/jpeg", "Content-Length": String(picture.length) })
  })

  return routes
}
