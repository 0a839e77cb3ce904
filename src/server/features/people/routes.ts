// The people that a user has met, over HTTP.
import type { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import type { Clock } from "../../platform/clock.ts"
import { uuidParam } from "../../platform/http/params.ts"
import type { Access } from "../auth/access.ts"
import type { CallerEnv } from "../auth/caller.ts"
import { endpoints } from "../auth/endpoints.ts"
import type { People } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  people: People
}

export function peopleRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, people } = services
  const { routes, on } = endpoints(services)

  on("GET /api/people", async ({ caller, query }) => {
    const { items, next } = await people.list(caller.user_id, query.q, query.cursor)
    return { people: items, next }
  })

  on("POST /api/people", async ({ caller, body }) => {
    const now = clock()
    const [id = ""] = await people.add(
      caller.user_id,
      [{ details: await body(), meeting: { source: "added", met_at: now } }],
      now,
    )
    return { person: await people.one(caller.user_id, id) }
  })

  on("GET /api/people/{id}", async ({ caller, params }) => ({
    person: await people.one(caller.user_id, uuidParam(params.id)),
  }))

  on("PUT /api/people/{id}", async ({ caller, params, body }) => ({
    person: await people.change(caller.user_id, uuidParam(params.id), await body(), clock()),
  }))

  on("DELETE /api/people/{id}", async ({ caller, params }) => {
    if ((await people.remove(caller.user_id, [uuidParam(params.id)], clock())) === 0) throw new Refusal("not_found")
    return { success: true }
  })
  return routes
}
