// The addresses of the sitemap. At the root, where a sitemap may list everything below it.
import type { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import type { Access } from "../../features/auth/access.ts"
import type { CallerEnv } from "../../features/auth/caller.ts"
import { endpoints } from "../../features/auth/endpoints.ts"
import type { Clock } from "../../platform/clock.ts"
import { fileResponse } from "../pages/built-files.ts"
import type { Sitemap } from "./service.ts"

interface Needs {
  access: Access
  clock: Clock
  sitemap: Sitemap
}

export function sitemapRoutes(services: Needs): Hono<CallerEnv> {
  const { clock, sitemap } = services
  const { routes, on } = endpoints(services)

  const answer = async (request: Request, name: string): Promise<Response> => {
    const file = await sitemap.file(name, clock())
    if (file === null) throw new Refusal("not_found")
    return fileResponse(request, file)
  }
  on("GET /sitemap.xml", ({ c }) => answer(c.req.raw, "index"))
  on("GET /sitemap-{part}.xml", ({ c, params }) => answer(c.req.raw, params.part))

  return routes
}
