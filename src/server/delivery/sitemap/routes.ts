// The addresses of the sitemap. At the root, where a sitemap may list everything below it.
import { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import type { Clock } from "../../platform/clock.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import { fileResponse } from "../pages/built-files.ts"
import type { Sitemap } from "./service.ts"

interface Needs {
  clock: Clock
  sitemap: Sitemap
}

export function sitemapRoutes({ clock, sitemap }: Needs): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>()

  const answer = async (request: Request, name: string): Promise<Response> => {
    const file = await sitemap.file(name, clock())
    if (file === null) throw new Refusal("not_found")
    return fileResponse(request, file)
  }
  routes.get("/sitemap.xml", (c) => answer(c.req.raw, "index"))
  routes.get("/:file{sitemap-[^/]+\\.xml}", (c) =>
    answer(c.req.raw, c.req.param("file").slice("sitemap-".length, -".xml".length)),
  )

  return routes
}
