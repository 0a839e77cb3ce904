// /api/account/cards: one's own cards. Another person's card answers like one that does not exist.
import { Hono } from "hono"
import { ownCardsQuery } from "../../../domain/card/card-forms.ts"
import type { Clock } from "../../platform/clock.ts"
import { readQuery } from "../../platform/http/query.ts"
import type { Auth } from "../auth/auth.ts"
import type { Caller, CallerEnv } from "../auth/caller.ts"
import { signedIn } from "../auth/guards.ts"
import type { Cards } from "./service.ts"

const asOwner = ({ user_id }: Caller) => ({ user_id, isAdmin: false })

interface Needs {
  auth: Auth
  cards: Cards
  clock: Clock
}

export function ownCardRoutes(services: Needs): Hono<CallerEnv> {
  const { cards, clock } = services
  const routes = new Hono<CallerEnv>()
  const owner = signedIn(services)

  routes.get("/api/account/cards", owner, async (c) =>
    c.json(await cards.own(c.get("caller").user_id, readQuery(c, ownCardsQuery))),
  )

  routes.post("/api/account/cards/:cardId/unlink", owner, async (c) => {
    await cards.unlink(asOwner(c.get("caller")), c.req.param("cardId"), clock())
    return c.json({ success: true })
  })

  routes.post("/api/account/cards/:cardId/lost", owner, async (c) => {
    await cards.reportLost(asOwner(c.get("caller")), c.req.param("cardId"), clock())
    return c.json({ success: true })
  })

  routes.post("/api/account/cards/:cardId/found", owner, async (c) => {
    await cards.reportFound(asOwner(c.get("caller")), c.req.param("cardId"), clock())
    return c.json({ success: true })
  })

  return routes
}
