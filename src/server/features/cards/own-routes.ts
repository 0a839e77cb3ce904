// /api/account/cards: one's own cards. Another person's card answers like one that does not exist.
import type { Hono } from "hono"
import { SUCCESS } from "../../../api/fields.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Auth } from "../auth/auth.ts"
import type { Caller, CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Cards } from "./service.ts"

const asOwner = ({ user_id }: Caller) => ({ user_id, isAdmin: false })

interface Needs {
  auth: Auth
  cards: Cards
  clock: Clock
}

export function ownCardRoutes(services: Needs): Hono<CallerEnv> {
  const { cards, clock } = services
  const { routes, on } = endpoints(services)

  on("GET /api/account/cards", ({ caller, query }) => cards.own(caller.user_id, query))

  on("DELETE /api/account/cards/{card_id}", async ({ caller, params }) => {
    await cards.unlink(asOwner(caller), params.card_id, clock())
    return SUCCESS
  })

  on("PUT /api/account/cards/{card_id}/loss", async ({ caller, params }) => {
    await cards.reportLost(asOwner(caller), params.card_id, clock())
    return SUCCESS
  })

  on("DELETE /api/account/cards/{card_id}/loss", async ({ caller, params }) => {
    await cards.reportFound(asOwner(caller), params.card_id, clock())
    return SUCCESS
  })

  return routes
}
