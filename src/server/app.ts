// The whole server as one application: middleware in request order, then the routes.
import { Hono } from "hono"
import type { Services } from "./compose.ts"
import type { Pages } from "./delivery/pages/pages.ts"
import { previewRoutes } from "./delivery/previews/routes.ts"
import { sitemapRoutes } from "./delivery/sitemap/routes.ts"
import { meRoutes } from "./features/accounts/me-routes.ts"
import { accountFunctionRoutes, accountRoutes, onFunctionError } from "./features/accounts/routes.ts"
import { addressBookRoutes } from "./features/address-book/routes.ts"
import { auditRoutes } from "./features/audit/routes.ts"
import { authApiRoutes } from "./features/auth/api-routes.ts"
import { onProtocolError } from "./features/auth/protocol/errors.ts"
import { authRoutes } from "./features/auth/protocol/routes.ts"
import { cardRoutes } from "./features/cards/routes.ts"
import { insightRoutes } from "./features/insights/routes.ts"
import { invitationRoutes } from "./features/invitations/routes.ts"
import { moderationRoutes } from "./features/moderation/routes.ts"
import { givenRoutes } from "./features/people/given-routes.ts"
import { peopleRoutes } from "./features/people/routes.ts"
import { discoveryRoutes } from "./features/profiles/discovery-routes.ts"
import { ownProfileRoutes } from "./features/profiles/own-routes.ts"
import { publicProfileRoutes } from "./features/profiles/public-routes.ts"
import { apiDescriptionRoutes } from "./operations/api-description/routes.ts"
import { healthRoutes } from "./operations/health/routes.ts"
import { metricsRoutes } from "./operations/metrics/routes.ts"
import { operationsRoutes } from "./operations/system-info/routes.ts"
import { alone, type Peers } from "./operations/workers/peers.ts"
import { answerAfterBody } from "./platform/http/body.ts"
import { clientIp } from "./platform/http/client-ip.ts"
import type { RequestEnv } from "./platform/http/env.ts"
import { notFound, onError } from "./platform/http/errors.ts"
import { securityHeaders } from "./platform/http/headers.ts"
import { refuseAmbiguous, sameOriginOnly } from "./platform/http/request-guards.ts"
import { requestId } from "./platform/http/request-id.ts"

export function createApp(services: Services, pages: Pages, peers: Peers = alone()): Hono<RequestEnv> {
  const { config, log } = services
  // Each mount runs the guards itself, so that their refusals have the format of its errors.
  const guards = [refuseAmbiguous, sameOriginOnly(config.PUBLIC_ORIGIN, log)] as const

  const authProtocol = new Hono<RequestEnv>()
  authProtocol.onError(onProtocolError(log))
  authProtocol.use("/auth/v1/*", ...guards)
  authProtocol.route("/auth/v1", authRoutes(services))

  const functions = new Hono<RequestEnv>()
  functions.onError(onFunctionError(log))
  for (const path of ["/api/functions/*", "/api/rpc/*"]) functions.use(path, ...guards)
  functions.route("/", accountFunctionRoutes(services))

  const addressBook = new Hono<RequestEnv>()
  for (const path of ["/dav", "/dav/*"]) addressBook.use(path, ...guards)
  addressBook.route("/", addressBookRoutes(services))

  const siteRoutes = [
    healthRoutes(services),
    metricsRoutes(services, pages, peers),
    ownProfileRoutes(services),
    publicProfileRoutes(services),
    discoveryRoutes(services),
    previewRoutes(services),
    sitemapRoutes(services),
    meRoutes(services),
    accountRoutes(services),
    authApiRoutes(services),
    cardRoutes(services, pages),
    insightRoutes(services),
    peopleRoutes(services),
    givenRoutes(services, pages),
    moderationRoutes(services),
    auditRoutes(services),
    invitationRoutes(services),
    operationsRoutes(services),
    apiDescriptionRoutes(services),
  ]

  const app = new Hono<RequestEnv>()
  app.onError(onError(log))
  app.use(answerAfterBody)
  app.use(requestId(config, log, services.requests.count))
  app.use(clientIp(config.TRUSTED_PROXIES, log))
  app.use(securityHeaders(config.PUBLIC_ORIGIN))
  app.route("/", authProtocol)
  app.route("/", functions)
  app.route("/", addressBook)
  app.use(...guards)
  for (const routes of siteRoutes) app.route("/", routes)
  for (const path of ["/api/*", "/auth/*", "/files/*"]) app.all(path, notFound)
  // Most visits to pages never come this far: see delivery/pages/page-fast-path.ts.
  app.all("*", (c) => pages.answer(c.req.raw))
  return app
}
