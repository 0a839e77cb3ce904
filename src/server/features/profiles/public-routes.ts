// Public profiles over HTTP: fields, contact card and pictures.
import { createHash } from "node:crypto"
import { type Context, Hono } from "hono"
import { contactFileName } from "../../../domain/contact/vcard.ts"
import { Refusal } from "../../../domain/errors.ts"
import { COUNTED } from "../../../domain/insights/insights.ts"
import { IMAGE_CACHE_S } from "../../../domain/limits.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { contactPath, isUuid, mayBeProfilePath } from "../../../domain/paths.ts"
import type { Clock } from "../../platform/clock.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import { withEtag } from "../../platform/http/etag.ts"
import { UNSANDBOXED_POLICY } from "../../platform/http/headers.ts"
import { isVisit } from "../../platform/http/is-visit.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Insights } from "../insights/service.ts"
import { inlineAs } from "./contact-card.ts"
import { prefersVcard } from "./prefers-vcard.ts"
import { searchEngineHeaders } from "./search-engine-headers.ts"
import type { Profiles } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  insights: Insights
  profiles: Profiles
}

export function publicProfileRoutes(needs: Needs): Hono<CallerEnv> {
  const { clock, insights, profiles } = needs
  const { routes, on } = endpoints(needs)

  on("GET /api/profiles/{key}", async ({ c, params }) => {
    const profile = await profiles.view(params.key, clock())
    if (profile === null) throw new Refusal("not_found", { message: PROFILE.unavailable })
    c.header("Cache-Control", "no-cache")
    return { profile }
  })

  async function contactCard(c: Context<RequestEnv>, username: string): Promise<Response> {
    const profile = await profiles.view(username, clock())
    c.header("Cache-Control", "no-cache")
    if (profile === null) return c.text(PROFILE.unavailable, 404)
    const now = clock()
    const isCounted = new URL(c.req.url).search === COUNTED
    if (!isCounted && isVisit(c.req.raw) && insights.waitS(c.get("clientIp"), now) === 0)
      insights.count(profile.id, "save", now)
    const card = await profiles.contactCard(profile)
    c.header("Content-Type", "text/vcard; charset=utf-8")
    c.header("Content-Disposition", inlineAs(contactFileName(profile)))
    c.header("Content-Location", contactPath(profile.username))
    for (const [name, value] of Object.entries(searchEngineHeaders(profile))) c.header(name, value)
    // No sandbox: some browsers refuse to hand a sandboxed document to the address book.
    c.header("Content-Security-Policy", UNSANDBOXED_POLICY)
    return withEtag(c, `"${createHash("sha256").update(card).digest("base64url").slice(0, 22)}"`, () => card)
  }

  on("GET /{username}.vcf", ({ c, params }) => contactCard(c, params.username))

  // Any other request for the page goes on to the page.
  const negotiated = new Hono<RequestEnv>().use("/:username", async (c, next) => {
    const isRead = c.req.method === "GET" || c.req.method === "HEAD"
    const isCard = isRead && prefersVcard(c.req.header("accept")) && mayBeProfilePath(c.req.path)
    if (!isCard) return next()
    c.header("Vary", "Accept")
    return contactCard(c, c.req.param("username"))
  })
  routes.route("/", negotiated)

  on("GET /files/profile-pictures/profiles/{user_id}/{name}", async ({ c, params: { user_id, name } }) => {
    const file = isUuid(user_id) ? await profiles.readPicture(user_id.toLowerCase(), name, clock()) : null
    if (file === null) throw new Refusal("not_found")
    c.header("Content-Type", file.type)
    c.header("Cache-Control", `public, max-age=${IMAGE_CACHE_S}`)
    return withEtag(c, file.etag, () => file.bytes)
  })

  return routes
}
