// Cards over HTTP: a tapped card and its activation, a person's own cards, and all cards for administrators.
import type { Hono } from "hono"
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import { profilePath } from "../../../domain/paths.ts"
import type { Pages } from "../../delivery/pages/pages.ts"
import type { Clock } from "../../platform/clock.ts"
import { isVisit } from "../../platform/http/is-visit.ts"
import { errorText, type Log } from "../../platform/log.ts"
import { requestOriginOf } from "../../platform/places/request-origin.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import { ownerMarkOf } from "../auth/session/cookies.ts"
import type { Cards } from "./service.ts"

interface Needs {
  access: Access
  cards: Cards
  clock: Clock
  limits: Pick<RateLimits, "takeForIp">
  log: Log
}

export function cardRoutes(needs: Needs, pages: Pick<Pages, "answer" | "answerUnavailable">): Hono<CallerEnv> {
  const { access, cards, clock, limits, log } = needs
  const { routes, on } = endpoints(needs)

  // Opening a card's address never activates it: scanners and previews open it too.
  on("GET /card/{card_id}", async ({ c, params: { card_id } }) => {
    const now = clock()
    let found: Awaited<ReturnType<typeof cards.destination>>
    try {
      found = await cards.destination(card_id, now)
    } catch (error) {
      log.error("card.failed", { id: c.get("requestId"), error: errorText(error) })
      // The error page tells people what to do.
      return pages.answerUnavailable(c.req.raw, error)
    }
    // The page of a card that opens no profile: new, lost or unknown.
    if (found === null) return pages.answer(c.req.raw)
    const { profile, owner_id } = found
    const isOwnTap = access.ownerMarks.is(ownerMarkOf(c), owner_id)
    if (isVisit(c.req.raw) && !isOwnTap) cards.taps.record({ card_id, profile_id: profile.id }, requestOriginOf(c), now)
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
    username: await cards.activate(params.card_id, caller.user_id, clock()),
  }))

  on("GET /api/account/cards", async ({ caller, query }) => {
    const { items, next } = await cards.own(caller.user_id, query)
    return { cards: items, next }
  })

  on("DELETE /api/account/cards/{card_id}", ({ caller: { user_id }, params }) =>
    cards.unlink({ user_id, isAdmin: false }, params.card_id, clock()),
  )

  on("PUT /api/account/cards/{card_id}/profile", async ({ caller: { user_id }, params, body }) => {
    const { profile_id } = await body()
    await cards.chooseProfile({ user_id, isAdmin: false }, params.card_id, profile_id, clock())
  })

  on("PUT /api/account/cards/{card_id}/nickname", async ({ caller, params, body }) => {
    const { nickname } = await body()
    await cards.setNickname(caller.user_id, params.card_id, nickname)
  })

  on("GET /api/admin/cards", async ({ query }) => {
    const { items, next } = await cards.list(query)
    return { cards: items, next }
  })

  on("POST /api/admin/cards", async ({ caller, body }) => cards.createBatch(caller.user_id, await body(), clock()))

  on("POST /api/admin/card-changes", async ({ caller, body }) => ({
    changed: await cards.changeMany(caller, await body(), clock()),
  }))

  on("GET /api/admin/card-batches/{batch}", ({ params }) => cards.batch(params.batch))

  on("GET /api/admin/card-batches/{batch}/csv", async ({ c, params }) => {
    const text = await cards.batchCsv(params.batch)
    c.header("Content-Disposition", 'attachment; filename="cards.csv"')
    return c.body(text, 200, { "Content-Type": "text/csv; charset=utf-8; header=present" })
  })

  on("DELETE /api/admin/cards/{card_id}/owner", ({ caller: { user_id }, params, query: { from } }) =>
    cards.unlink({ user_id, isAdmin: true, from }, params.card_id, clock()),
  )

  on("PUT /api/admin/cards/{card_id}/owner", async ({ caller: { user_id }, params, body }) =>
    cards.reassign({ user_id, isAdmin: true }, params.card_id, await body(), clock()),
  )

  on("PUT /api/account/cards/{card_id}/loss", ({ caller: { user_id }, params }) =>
    cards.reportLost({ user_id, isAdmin: false }, params.card_id, clock()),
  )

  on("PUT /api/admin/cards/{card_id}/loss", ({ caller: { user_id }, params, query: { from } }) =>
    cards.reportLost({ user_id, isAdmin: true, from }, params.card_id, clock()),
  )

  for (const who of ["account", "admin"] as const)
    on(`DELETE /api/${who}/cards/{card_id}/loss`, ({ caller: { user_id }, params }) =>
      cards.reportFound({ user_id, isAdmin: who === "admin" }, params.card_id, clock()),
    )

  return routes
}
