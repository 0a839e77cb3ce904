// Renders a page with the built application and prepares it for being sent many times. The renderer knows the path and nothing else
// of a request, so its pages cannot differ from visitor to visitor.
import { randomBytes } from "node:crypto"
import { createRequestHandler, RouterContextProvider } from "react-router"
import { exchangePath, mayBeProfilePath, mayHoldToken } from "../../../domain/paths.ts"
import type { Exchange } from "../../../domain/people/given.ts"
import type * as Entry from "../../../web/entry.server.tsx"
import type { PageData } from "../../../web/page-data.ts"
import type { Cards } from "../../features/cards/service.ts"
import type { Given } from "../../features/people/given.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { weakEtag } from "../../platform/http/validators.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Build } from "./build.ts"
import { encode } from "./compress.ts"
import { applyCsp, DEV_POLICY } from "./content-policy.ts"
import { deferModules } from "./defer-modules.ts"
import type { Page } from "./page.ts"

/** Browsers keep the page and ask each time whether it is current: a changed profile shows at once. */
const REVALIDATE = "public, max-age=0, must-revalidate"

const EXCHANGE = exchangePath("")

interface Needs {
  cards: Pick<Cards, "show">
  config: Config
  clock: Clock
  given: Pick<Given, "form">
  log: Log
  profiles: Pick<Profiles, "read">
}

export function createRenderer(build: Build, { cards, config, clock, given, log, profiles }: Needs) {
  const handle = createRequestHandler(build.load, build.isDev ? "development" : "production")
  const hasDatabases = config.GEOIP_V4 !== null || config.GEOIP_V6 !== null

  const dataFor = (pathname: string, nonce: string, exchange?: Exchange): PageData => ({
    ...(exchange && { exchange }),
    rendering: { nonce, visitor: build.visitor() },
    site: {
      name: config.SITE_NAME,
      origin: config.PUBLIC_ORIGIN,
      support_email: config.SUPPORT_EMAIL,
      sign_up: config.SIGN_UP,
      company_logins: config.COMPANY_LOGIN.map(({ id, name }) => ({ id, name })),
      today: clock().toISOString().slice(0, 10),
      taps: {
        kept_days: config.TAP_RETENTION_DAYS,
        has_places: hasDatabases || config.GEO_HEADERS !== null,
        credit: hasDatabases ? config.GEOIP_CREDIT : null,
      },
    },
    profile: (key) => profiles.read(key, clock()),
    exchangeForm: (username) => given.form(username, clock()),
    card: (cardId) => cards.show(cardId, clock()),
    failed: (error) => log.error("page.failed", { path: pathname.slice(0, 300), error: errorText(error) }),
  })

  async function ask(pathname: string, nonce: string, exchange?: Exchange): Promise<Response> {
    const { module } = (await build.load()).entry as unknown as { module: typeof Entry }
    const context = new RouterContextProvider()
    context.set(module.pageData, dataFor(pathname, nonce, exchange))
    return handle(new Request(config.PUBLIC_ORIGIN + pathname), context)
  }

  /** @param exchange what the page shows of this request; such a page is stored nowhere */
  async function render(pathname: string, exchange?: Exchange): Promise<Page> {
    const nonce = randomBytes(18).toString("base64url")
    const answer = await ask(pathname, nonce, exchange)
    const { html, policy } = applyCsp(deferModules(await answer.text(), nonce), nonce)
    const isGood = answer.status === 200 || answer.status === 404
    const cache =
      isGood && !build.isDev && exchange === undefined
        ? (answer.headers.get("cache-control") ?? REVALIDATE)
        : "no-store"
    const headers: Record<string, string> = {
      "Content-Security-Policy": build.isDev ? DEV_POLICY : policy,
      "Cache-Control": (answer.status < 400 || isGood) && !mayHoldToken(pathname, "") ? cache : "no-store",
      // People scan codes. The application moves from page to page without asking for new headers.
      ...(!mayBeProfilePath(pathname) && { "Permissions-Policy": "camera=(self), geolocation=(), microphone=()" }),
      Vary: mayBeProfilePath(pathname) ? "Accept, Accept-Encoding" : "Accept-Encoding",
    }
    // Its forms have to name their origin, which "no-referrer" hides.
    if (pathname.startsWith(EXCHANGE)) headers["Referrer-Policy"] = "same-origin"
    const location = answer.headers.get("location")
    if (location !== null) headers.Location = location
    if (answer.status === 503) headers["Retry-After"] = "5"
    // Browsers read the header before the page itself.
    const stylesheet = /<link rel="stylesheet" href="([^"<>]+)"/.exec(html)?.[1]
    if (stylesheet !== undefined) headers.Link = `<${stylesheet}>; rel=preload; as=style`
    const body = await encode(Buffer.from(html))
    const size = body.br.byteLength + body.gzip.byteLength + policy.length + 2 * pathname.length + 500
    return {
      status: answer.status,
      isKept: !build.isDev && isGood && !cache.includes("no-store"),
      headers,
      etag: weakEtag(html),
      body,
      size,
    }
  }

  /** Only a page's data, as the router requests it during navigation within the application. */
  async function data(pathname: string): Promise<Response> {
    const answer = await ask(pathname, "")
    const headers = new Headers(answer.headers)
    headers.set("Cache-Control", "no-store")
    return new Response(answer.body, { status: answer.status, headers })
  }

  return { render, data }
}
