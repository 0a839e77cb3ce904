// Metrics for Prometheus, with METRICS_TOKEN as the bearer token; if it is unset, the address does not exist.
import { createHash, timingSafeEqual } from "node:crypto"
import type { Hono } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import type { Pages } from "../../delivery/pages/pages.ts"
import type { Access } from "../../features/auth/access.ts"
import type { Auth } from "../../features/auth/auth.ts"
import { bearerToken, type CallerEnv } from "../../features/auth/caller.ts"
import { endpoints } from "../../features/auth/endpoints.ts"
import type { Config } from "../../platform/config/config.ts"
import { COMMIT, VERSION } from "../../platform/config/version.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { notFound } from "../../platform/http/errors.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { Peers } from "../workers/peers.ts"
import { watchProcess } from "./process-families.ts"
import type { RequestCounts } from "./request-counts.ts"
import { stateFamilies } from "./state-families.ts"
import { byWorker, CONTENT_TYPE, type Family, gauge, textOf } from "./text-format.ts"

interface Needs {
  access: Access
  auth: Auth
  config: Config
  database: OpenDatabase
  mail: Mail
  requests: RequestCounts
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

function buildInfo(engine: string): Family {
  const labels = { version: VERSION, commit: COMMIT, node: process.versions.node, engine }
  return gauge("meishi_build_info", "The running version.", [{ labels, value: 1 }])
}

export function metricsRoutes(services: Needs, pages: Pick<Pages, "counts">, peers: Peers): Hono<CallerEnv> {
  const { routes, on } = endpoints(services)
  const token = services.config.METRICS_TOKEN
  if (token === null) {
    on("GET /api/metrics", ({ c }) => notFound(c))
    return routes
  }
  const expected = digest(token)
  const build = buildInfo(services.database.engine)
  const processFamilies = watchProcess()

  peers.share(async () => [
    build,
    ...services.requests.families(),
    ...(await stateFamilies(services, pages)),
    ...processFamilies(),
  ])

  on("GET /api/metrics", async ({ c }) => {
    // Digests have equal lengths, so comparing them takes the same time for every token.
    if (!timingSafeEqual(digest(bearerToken(c) ?? ""), expected)) throw new Refusal("not_authenticated")
    return c.body(textOf(byWorker(await peers.gather())), 200, {
      "Content-Type": CONTENT_TYPE,
      "Cache-Control": "no-store",
    })
  })
  return routes
}
