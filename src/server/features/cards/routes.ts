// What a tapped card answers, and how it is activated. Opening its address never activates: scanners and previews do that too.
import type { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { BUDGET } from "../../../domain/limits.ts"
import { profilePath } from "../../../domain/paths.ts"
import type { Pages } from "../../delivery/pages/pages.ts"
import type { Clock } from "../../platform/clock.ts"
import { isVisit } from "../../platform/http/is-visit.ts"
import type { Log } from "../../platform/log.ts"
import { errorText } from "../../platform/log.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Auth } from "../auth/auth.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import { ownerMarkOf } from "../auth/session/owner-cookie.ts"
import type { Cards } from "./service.ts"

interface Needs {
  auth: Auth
  cards: Cards
  clock: Clock
  limits: RateLimits
  log: Log
}

export function cardRoutes(services: Needs, pages: Pick<Pages, "answer">): Hono<CallerEnv> {
  const { auth, cards, clock, limits, log } = services
  const { routes, on } = endpoints(services)

  on("GET /card/{card_id}", async ({ c, params: { card_id } }) => {
    const now = clock()
    // The page tells people what they can do when the card cannot be looked up.
    const profile = await cards.destination(card_id, now).catch((error: unknown) => {
      log.error("card.failed", { id: c.get("requestId"), error: errorText(error) })
      return null
    })
    if (profile === null) return pages.answer(c.req.raw)
    if (isVisit(c.req.raw) && !auth.ownerMarks.is(ownerMarkOf(c), profile.id)) {
      const requestOrigin = { ip: c.get("clientIp"), headers: c.req.raw.headers, isProxied: c.get("isProxied") }
      cards.taps.record({ card_id, profile_id: profile.id }, requestOrigin, now)
    }
    c.header("Cache-Control", "no-store")
    return c.redirect(profilePath(profile.username), 302)
  })

  on("GET /api/cards/{card_id}", async ({ c, params }) => {
    await limits.takeForIp(BUDGET.cardLookupPerIp, c.get("clientIp"))
    const card = await cards.show(params.card_id, clock())
    if (card === null) throw new Refusal("card_not_found")
    c.header("Cache-Control", "no-store")
    return card
  })

  on("PUT /api/cards/{card_id}/activation", async ({ caller, params }) => ({
    username: await cards.claim(params.card_id, caller.user_id, clock()),
  }))

  return routes
}
