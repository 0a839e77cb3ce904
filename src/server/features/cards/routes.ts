// What a tapped card answers, and how it is activated. Opening its address never activates: scanners and previews do that too.
import { Hono } from "hono"
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
import { signedIn } from "../auth/guards.ts"
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
  const routes = new Hono<CallerEnv>()

  routes.get("/card/:cardId", async (c) => {
    const cardId = c.req.param("cardId")
    const now = clock()
    // The page tells people what they can do when the card cannot be looked up.
    const profile = await cards.destination(cardId, now).catch((error: unknown) => {
      log.error("card.failed", { id: c.get("requestId"), error: errorText(error) })
      return null
    })
    if (profile === null) return pages.answer(c.req.raw)
    if (isVisit(c.req.raw) && !auth.ownerMarks.is(ownerMarkOf(c), profile.id)) {
      const requestOrigin = { ip: c.get("clientIp"), headers: c.req.raw.headers, isProxied: c.get("isProxied") }
      cards.taps.record({ card_id: cardId, profile_id: profile.id }, requestOrigin, now)
    }
    c.header("Cache-Control", "no-store")
    return c.redirect(profilePath(profile.username), 302)
  })

  routes.get("/api/cards/:cardId", async (c) => {
    await limits.takeForIp(BUDGET.cardLookupPerIp, c.get("clientIp"))
    const card = await cards.show(c.req.param("cardId"), clock())
    if (card === null) throw new Refusal("card_not_found")
    c.header("Cache-Control", "no-store")
    return c.json(card)
  })

  routes.post("/api/cards/:cardId/activate", signedIn(services), async (c) => {
    const username = await cards.claim(c.req.param("cardId"), c.get("caller").user_id, clock())
    return c.json({ username })
  })

  return routes
}
