// The preview picture of a profile, as link previews fetch it (docs/decisions/previews.md).
import type { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { PREVIEW_CACHE_S, previewVersion } from "../../../domain/profile/preview.ts"
import type { Access } from "../../features/auth/access.ts"
import type { CallerEnv } from "../../features/auth/caller.ts"
import { endpoints } from "../../features/auth/endpoints.ts"
import { searchEngineHeaders } from "../../features/profiles/search-engine-headers.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import type { Clock } from "../../platform/clock.ts"
import { matchesEtag } from "../../platform/http/etag.ts"
import type { Previews } from "./service.ts"

/** Without its version the address stands for the current picture. */
const SHORT_CACHE_S = 300

interface Needs {
  access: Access
  clock: Clock
  previews: Previews
  profiles: Profiles
}

export function previewRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, previews, profiles } = services
  const { routes, on } = endpoints(services)

  on("GET /files/previews/{username}.jpg", async ({ c, params }) => {
    const profile = await profiles.view(params.username, clock())
    if (profile === null) throw new Refusal("not_found")
    const isCurrent = c.req.query("v") === previewVersion(profile)
    const etag = previews.etag(profile)
    const headers = {
      "Cache-Control": isCurrent ? `public, max-age=${PREVIEW_CACHE_S}, immutable` : `public, max-age=${SHORT_CACHE_S}`,
      ETag: etag,
      // Web messengers show the picture on their own pages.
      "Cross-Origin-Resource-Policy": "cross-origin",
      ...searchEngineHeaders(profile),
    }
    if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers)
    const picture = await previews.picture(profile)
    return c.body(picture, 200, { ...headers, "Content-Type": "image/jpeg", "Content-Length": String(picture.length) })
  })

  return routes
}
