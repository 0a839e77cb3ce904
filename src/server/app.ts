// The whole server as one application: middleware in request order, then who answers which address.
import { Hono } from "hono"
import type { Services } from "./compose.ts"
import type { Pages } from "./delivery/pages/pages.ts"
import { previewRoutes } from "./delivery/previews/routes.ts"
import { sitemapRoutes } from "./delivery/sitemap/routes.ts"
import { accountRoutes, isFunctionPath, onFunctionError } from "./features/accounts/routes.ts"
import { auditRoutes } from "./features/audit/routes.ts"
import { authApiRoutes } from "./features/auth/api-routes.ts"
import { onProtocolError } from "./features/auth/protocol/errors.ts"
import { authRoutes } from "./features/auth/protocol/routes.ts"
import { cardRoutes } from "./features/cards/routes.ts"
import { insightRoutes } from "./features/insights/routes.ts"
import { invitationRoutes } from "./features/invitations/routes.ts"
import { moderationRoutes } from "./features/moderation/routes.ts"
import { machineRoutes } from "./features/profiles/machine-routes.ts"
import { ownProfileRoutes } from "./features/profiles/own-routes.ts"
import { publicProfileRoutes } from "./features/profiles/public-routes.ts"
import { apiDescriptionRoutes } from "./operations/api-description/routes.ts"
import { healthRoutes } from "./operations/health/routes.ts"
import { metricsRoutes } from "./operations/metrics/routes.ts"
import { operationsRoutes } from "./operations/system-info/routes.ts"
import { alone, type Peers } from "./operations/workers/peers.ts"
import { clientIp } from "./platform/http/client-ip.ts"
import type { RequestEnv } from "./platform/http/env.ts"
import { notFound, onError } from "./platform/http/errors.ts"
import { securityHeaders } from "./platform/http/headers.ts"
import { sameOriginOnly } from "./platform/http/origin.ts"
import { requestId } from "./platform/http/request-id.ts"
import { answerAfterBody } from "./platform/http/rest-of-body.ts"
import { clearRequestsOnly } from "./platform/http/unclear-request.ts"

/** Three ways to say no: the auth protocol's, the functions', and ours. */
function errorsAt(path: string) {
  if (path.startsWith("/auth/v1/")) return onProtocolError
  return isFunctionPath(path) ? onFunctionError : onError
}

export function createApp(services: Services, pages: Pages, peers: Peers = alone()): Hono<RequestEnv> {
  const { config, log } = services
  const app = new Hono<RequestEnv>()
  app.onError((error, c) => errorsAt(c.req.path)(log)(error, c))
  app.use(answerAfterBody)
  app.use(requestId(log, services.requests.count))
  app.use(clientIp(config.TRUSTED_PROXIES))
  app.use(securityHeaders(config.PUBLIC_ORIGIN))
  app.use(clearRequestsOnly)
  app.use(sameOriginOnly(config.PUBLIC_ORIGIN, log))
  app.route("/", healthRoutes(services))
  app.route("/", metricsRoutes(services, pages, peers))
  app.route("/", ownProfileRoutes(services))
  app.route("/", publicProfileRoutes(services))
  app.route("/", machineRoutes(services))
  app.route("/", previewRoutes(services))
  app.route("/", sitemapRoutes(services))
  app.route("/", accountRoutes(services))
  app.route("/", authApiRoutes(services))
  app.route("/", cardRoutes(services, pages))
  app.route("/", insightRoutes(services))
  app.route("/", moderationRoutes(services))
  app.route("/", auditRoutes(services))
  app.route("/", invitationRoutes(services))
  app.route("/", operationsRoutes(services))
  app.route("/", apiDescriptionRoutes(services))
  app.route("/auth/v1", authRoutes(services))
  app.all("/api/*", notFound)
  app.all("/auth/*", notFound)
  app.all("/files/*", notFound)
  app.all("*", (c) => pages.answer(c.req.raw))
  return app
}
