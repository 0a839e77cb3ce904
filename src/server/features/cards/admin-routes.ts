// /api/admin/cards: the cards of everybody, for administrators.
import { Hono } from "hono"
import { cardListQuery, cardOrder, reassignForm } from "../../../domain/card/card-forms.ts"
import type { Clock } from "../../platform/clock.ts"
import { readForm } from "../../platform/http/body.ts"
import { readQuery } from "../../platform/http/query.ts"
import type { Auth } from "../auth/auth.ts"
import type { Caller, CallerEnv } from "../auth/caller.ts"
import { adminOnly } from "../auth/guards.ts"
import type { Cards } from "./service.ts"

const asAdmin = ({ user_id }: Caller) => ({ user_id, isAdmin: true })

interface Needs {
  auth: Auth
  cards: Cards
  clock: Clock
}

export function cardAdminRoutes(services: Needs): Hono<CallerEnv> {
  const { cards, clock } = services
  const routes = new Hono<CallerEnv>()
  const admin = adminOnly(services)

  routes.get("/api/admin/cards", admin, async (c) => c.json(await cards.list(readQuery(c, cardListQuery))))

  routes.post("/api/admin/cards", admin, async (c) => {
    const order = await readForm(c, cardOrder)
    return c.json(await cards.order(c.get("caller").user_id, order, clock()))
  })

  routes.get("/api/admin/card-batches/:batch", admin, async (c) => c.json(await cards.batch(c.req.param("batch"))))

  routes.get("/api/admin/card-batches/:batch/csv", admin, async (c) => {
    const text = await cards.batchCsv(c.req.param("batch"))
    c.header("Content-Disposition", 'attachment; filename="cards.csv"')
    return c.body(text, 200, { "Content-Type": "text/csv; charset=utf-8; header=present" })
  })

  routes.post("/api/admin/cards/:cardId/unlink", admin, async (c) => {
    await cards.unlink(asAdmin(c.get("caller")), c.req.param("cardId"), clock())
    return c.json({ success: true })
  })

  routes.post("/api/admin/cards/:cardId/reassign", admin, async (c) => {
    const to = await readForm(c, reassignForm)
    await cards.reassign(asAdmin(c.get("caller")), c.req.param("cardId"), to, clock())
    return c.json({ success: true })
  })

  routes.post("/api/admin/cards/:cardId/lost", admin, async (c) => {
    await cards.reportLost(asAdmin(c.get("caller")), c.req.param("cardId"), clock())
    return c.json({ success: true })
  })

  routes.post("/api/admin/cards/:cardId/found", admin, async (c) => {
    await cards.reportFound(asAdmin(c.get("caller")), c.req.param("cardId"), clock())
    return c.json({ success: true })
  })

  return routes
}
