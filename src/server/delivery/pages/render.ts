// Renders a page with the built application and prepares it to be sent many times. The renderer gets only the path of a request, so
// every visitor gets the same page.
import { createHash, randomBytes } from "node:crypto"
import { createRequestHandler, RouterContextProvider } from "react-router"
import { mayBeProfilePath, profilePath } from "../../../domain/paths.ts"
import type { Exchange } from "../../../domain/people/given.ts"
import type * as Entry from "../../../web/entry.server.tsx"
import type { PageData, Site } from "../../../web/page-data.ts"
import type { Cards } from "../../features/cards/service.ts"
import type { Given } from "../../features/people/given.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { VERSION } from "../../platform/config/version.ts"
import { weakEtag } from "../../platform/http/etag.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Build } from "./build.ts"
import { toBrotli } from "./compress.ts"
import { applyCsp, DEV_POLICY } from "./content-policy.ts"
import { deferModules } from "./defer-modules.ts"
import type { Page } from "./page.ts"
import { pageHeaders, profileCaching } from "./page-headers.ts"

interface Needs {
  cards: Pick<Cards, "show">
  config: Config
  clock: Clock
  given: Pick<Given, "form">
  log: Log
  profiles: Pick<Profiles, "viewRevision">
}

interface RenderOptions {
  /** what the page shows of this request; such a page is stored nowhere */
  exchange?: Exchange
  /** why its profile or card cannot be read */
  failure?: unknown
}

/** What to render, and what rendering finds out. */
interface RenderJob extends RenderOptions {
  path: string
  nonce: string
  /** set while it is rendered: the profile whose address this is; its page can be stored */
  shownRevision?: Page["shownRevision"]
}

export function createRenderer(build: Build, { cards, config, clock, given, log, profiles }: Needs) {
  const handle = createRequestHandler(build.load, build.isDev ? "development" : "production")
  let latest = { today: "", digest: "" }
  const hasCityDatabases = config.GEOIP_V4 !== null || config.GEOIP_V6 !== null

  /** A profile's page shows the year and not the day, so it can be stored until the year ends. */
  function site(isProfile: boolean): Site {
    const today = clock().toISOString().slice(0, 10)
    return {
      name: config.SITE_NAME,
      origin: config.PUBLIC_ORIGIN,
      support_email: config.SUPPORT_EMAIL,
      sign_up: config.SIGN_UP,
      sign_in: config.SIGN_IN,
      company_logins: config.COMPANY_LOGIN.map(({ id, name }) => ({ id, name })),
      today: isProfile ? `${today.slice(0, 4)}-01-01` : today,
      taps: {
        kept_days: config.TAP_RETENTION_DAYS,
        has_places: hasCityDatabases || config.GEO_HEADERS !== null,
        credit: hasCityDatabases ? config.GEOIP_CREDIT : null,
      },
    }
  }

  const dataFor = (job: RenderJob): PageData => ({
    ...(job.exchange && { exchange: job.exchange }),
    rendering: { nonce: job.nonce, visitor: build.visitor() },
    site: site(mayBeProfilePath(job.path)),
    async profile(key) {
      if (job.failure !== undefined) throw job.failure
      const found = await profiles.viewRevision(key, clock())
      if (found !== null && job.path === profilePath(found.profile.username))
        job.shownRevision = { profile_id: found.profile.id, revision: found.revision }
      return found?.profile ?? null
    },
    exchangeForm: (username) => given.form(username, clock()),
    async card(cardId) {
      if (job.failure !== undefined) throw job.failure
      return cards.show(cardId, clock())
    },
    logFailure: (error) => log.error("page.failed", { path: job.path.slice(0, 300), error: errorText(error) }),
  })

  async function ask(job: RenderJob): Promise<Response> {
    const { module } = (await build.load()).entry as unknown as { module: typeof Entry }
    const context = new RouterContextProvider()
    context.set(module.pageData, dataFor(job))
    return handle(new Request(config.PUBLIC_ORIGIN + job.path), context)
  }

  async function render(path: string, options: RenderOptions = {}): Promise<Page> {
    const { exchange } = options
    const job: RenderJob = { path, nonce: randomBytes(18).toString("base64url"), ...options }
    const answer = await ask(job)
    const { html, policy } = applyCsp(deferModules(await answer.text(), job.nonce), job.nonce)
    const routeCaching = answer.headers.get("cache-control")
    const isExpectedStatus = answer.status === 200 || answer.status === 404
    const mayBeCached = !build.isDev && exchange === undefined && !(routeCaching ?? "").includes("no-store")
    const isProfile = answer.status === 200 && job.shownRevision !== undefined
    const caching = isProfile
      ? profileCaching(config)
      : routeCaching === null
        ? undefined
        : { "Cache-Control": routeCaching }
    const headers = pageHeaders(path, build.isDev ? DEV_POLICY : policy, isExpectedStatus && mayBeCached, caching)
    const location = answer.headers.get("location")
    if (location !== null) headers.Location = location
    if (answer.status === 503) headers["Retry-After"] = "5"
    // Browsers see the header before they parse the page.
    const stylesheet = /<link rel="stylesheet" href="([^"<>]+)"/.exec(html)?.[1]
    if (stylesheet !== undefined) headers.Link = `<${stylesheet}>; rel=preload; as=style`
    return {
      status: answer.status,
      isCacheable: isExpectedStatus && mayBeCached,
      headers,
      etag: weakEtag(html),
      body: { br: await toBrotli(Buffer.from(html)) },
      ...(isProfile && mayBeCached && { shownRevision: job.shownRevision }),
    }
  }

  /** Only a page's data, as the router requests it during navigation within the application. */
  async function data(path: string): Promise<Response> {
    const answer = await ask({ path, nonce: "" })
    const headers = new Headers(answer.headers)
    headers.set("Cache-Control", "no-store")
    return new Response(answer.body, { status: answer.status, headers })
  }

  /** Digest of all that a profile's page depends on, except the profile; null: pages are not stored. */
  function inputsDigest(): string | null {
    const buildDigest = build.digest()
    if (buildDigest === undefined) return null
    const about = site(true)
    if (about.today !== latest.today) {
      const parts = [VERSION, buildDigest, about, build.visitor()]
      latest = { today: about.today, digest: createHash("sha256").update(JSON.stringify(parts)).digest("base64url") }
    }
    return latest.digest
  }

  return { render, data, inputsDigest }
}
