// The whole server as one application: middleware in request order, then who answers which address.
import { Hono } from "hono"
import { adminUserRoutes } from "./accounts/admin-routes.ts"
import { isFunctionPath, onFunctionError } from "./accounts/function-errors.ts"
import { accountFunctionRoutes, ownAccountRoutes } from "./accounts/routes.ts"
import { auditRoutes } from "./audit/routes.ts"
import { availabilityRoutes } from "./auth/availability-routes.ts"
import { confirmRoutes } from "./auth/confirm-routes.ts"
import { onProtocolError } from "./auth/protocol.ts"
import { authRoutes } from "./auth/routes.ts"
import { recoveryCodeRoutes } from "./auth/second-factor/recovery-code-routes.ts"
import { securityLogRoutes } from "./auth/security-log-routes.ts"
import { sessionListRoutes } from "./auth/session-list-routes.ts"
import { undoRoutes } from "./auth/undo-routes.ts"
import { cardAdminRoutes } from "./cards/admin-routes.ts"
import { ownCardRoutes } from "./cards/own-routes.ts"
import { cardRoutes } from "./cards/routes.ts"
import { healthRoutes } from "./health/routes.ts"
import { clientIp } from "./http/client-ip.ts"
import type { RequestEnv } from "./http/env.ts"
import { notFound, onError } from "./http/errors.ts"
import { securityHeaders } from "./http/headers.ts"
import { sameOriginOnly } from "./http/origin.ts"
import { requestId } from "./http/request-id.ts"
import { answerAfterBody } from "./http/rest-of-body.ts"
import { clearRequestsOnly } from "./http/unclear-request.ts"
import { insightRoutes } from "./insights/routes.ts"
import { invitationRoutes } from "./invitations/routes.ts"
import { metricsRoutes } from "./metrics/routes.ts"
import { moderationRoutes } from "./moderation/routes.ts"
import { operationsRoutes } from "./operations/routes.ts"
import type { Pages } from "./pages/pages.ts"
import { previewRoutes } from "./previews/routes.ts"
import { ownProfileRoutes } from "./profiles/own-routes.ts"
import { publicProfileRoutes } from "./profiles/public-routes.ts"
import type { Services } from "./services.ts"
import { sitemapRoutes } from "./sitemap/routes.ts"
import { alone, type Peers } from "./workers/peers.ts"

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
  app.route("/", previewRoutes(services))
  app.route("/", sitemapRoutes(services))
  app.route("/", availabilityRoutes(services))
  app.route("/", accountFunctionRoutes(services))
  app.route("/", ownAccountRoutes(services))
  app.route("/", adminUserRoutes(services))
  app.route("/", recoveryCodeRoutes(services))
  app.route("/", sessionListRoutes(services))
  app.route("/", confirmRoutes(services))
  app.route("/", securityLogRoutes(services))
  app.route("/", undoRoutes(services))
  app.route("/", cardRoutes(services, pages))
  app.route("/", ownCardRoutes(services))
  app.route("/", cardAdminRoutes(services))
  app.route("/", insightRoutes(services))
  app.route("/", moderationRoutes(services))
  app.route("/", auditRoutes(services))
  app.route("/", invitationRoutes(services))
  app.route("/", operationsRoutes(services))
  app.route("/auth/v1", authRoutes(services))
  app.all("/api/*", notFound)
  app.all("/auth/*", notFound)
  app.all("/files/*", notFound)
  app.all("*", (c) => pages.answer(c.req.raw))
  return app
}
