// /api/admin/cards: the cards of everybody, for administrators.
import type { Hono } from "hono"
import { SUCCESS } from "../../../api/fields.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Auth } from "../auth/auth.ts"
import type { Caller, CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { Cards } from "./service.ts"

const asAdmin = ({ user_id }: Caller) => ({ user_id, isAdmin: true })

interface Needs {
  auth: Auth
  cards: Cards
  clock: Clock
}

export function cardAdminRoutes(services: Needs): Hono<CallerEnv> {
  const { cards, clock } = services
  const { routes, on } = endpoints(services)

  on("GET /api/admin/cards", ({ query }) => cards.list(query))

  on("POST /api/admin/cards", async ({ caller, body }) => cards.order(caller.user_id, await body(), clock()))

  on("GET /api/admin/card-batches/{batch}", ({ params }) => cards.batch(params.batch))

  on("GET /api/admin/card-batches/{batch}/csv", async ({ c, params }) => {
    const text = await cards.batchCsv(params.batch)
    c.header("Content-Disposition", 'attachment; filename="cards.csv"')
    return c.body(text, 200, { "Content-Type": "text/csv; charset=utf-8; header=present" })
  })

  on("DELETE /api/admin/cards/{card_id}/owner", async ({ caller, params }) => {
    await cards.unlink(asAdmin(caller), params.card_id, clock())
    return SUCCESS
  })

  on("PUT /api/admin/cards/{card_id}/owner", async ({ caller, params, body }) => {
    await cards.reassign(asAdmin(caller), params.card_id, await body(), clock())
    return SUCCESS
  })

  on("PUT /api/admin/cards/{card_id}/loss", async ({ caller, params }) => {
    await cards.reportLost(asAdmin(caller), params.card_id, clock())
    return SUCCESS
  })

  on("DELETE /api/admin/cards/{card_id}/loss", async ({ caller, params }) => {
    await cards.reportFound(asAdmin(caller), params.card_id, clock())
    return SUCCESS
  })

  return routes
}
