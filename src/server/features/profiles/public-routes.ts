// What anyone may fetch of a profile: its fields, its contact card, its pictures.
import { createHash } from "node:crypto"
import { Hono } from "hono"
import { contactFileName } from "../../../domain/contact/vcard.ts"
import { Refusal } from "../../../domain/errors.ts"
import { IMAGE_CACHE_S, PICTURE_BUCKET } from "../../../domain/limits.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { COUNTED, isUuid } from "../../../domain/paths.ts"
import type { Clock } from "../../platform/clock.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import { UNSANDBOXED_POLICY } from "../../platform/http/headers.ts"
import { isVisit } from "../../platform/http/is-visit.ts"
import { withValidator } from "../../platform/http/validators.ts"
import type { Insights } from "../insights/service.ts"
import { inlineAs } from "./content-disposition.ts"
import type { Profiles } from "./service.ts"

interface Needs {
  clock: Clock
  insights: Insights
  profiles: Profiles
}

export function publicProfileRoutes({ clock, insights, profiles }: Needs): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>()

  routes.get("/api/profiles/:key", async (c) => {
    const profile = await profiles.read(c.req.param("key"), clock())
    if (profile === null) throw new Refusal("not_found", { message: PROFILE.unavailable })
    c.header("Cache-Control", "no-cache")
    return c.json({ profile })
  })

  routes.get("/:file{[^/]*\\.vcf}", async (c) => {
    const profile = await profiles.read(c.req.param("file").slice(0, -".vcf".length), clock())
    c.header("Cache-Control", "no-cache")
    if (profile === null) return c.text(PROFILE.unavailable, 404)
    const now = clock()
    const isCounted = new URL(c.req.url).search === COUNTED
    if (!isCounted && isVisit(c.req.raw) && insights.waitS(c.get("clientIp"), now) === 0)
      insights.count(profile.id, "save", now)
    const card = await profiles.contactCard(profile)
    c.header("Content-Type", "text/vcard; charset=utf-8")
    c.header("Content-Disposition", inlineAs(contactFileName(profile)))
    // No sandbox: some browsers refuse to hand a sandboxed document to the address book.
    c.header("Content-Security-Policy", UNSANDBOXED_POLICY)
    return withValidator(c, `"${createHash("sha256").update(card).digest("base64url").slice(0, 22)}"`, () => card)
  })

  routes.get(`/files/${PICTURE_BUCKET}/profiles/:userId/:name`, async (c) => {
    const { userId, name } = c.req.param()
    const file = isUuid(userId) ? await profiles.readPicture(userId.toLowerCase(), name, clock()) : null
    if (file === null) throw new Refusal("not_found")
    c.header("Content-Type", file.type)
    c.header("Cache-Control", `public, max-age=${IMAGE_CACHE_S}`)
    return withValidator(c, file.etag, () => file.bytes)
  })

  return routes
}
