// Answers every address outside the API: built files, a few small files of the site, and rendered pages.

import { mayHoldToken } from "../../../domain/paths.ts"
import type { Exchange } from "../../../domain/people/given.ts"
import type { Cards } from "../../features/cards/service.ts"
import type { Given } from "../../features/people/given.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import type { Build } from "./build.ts"
import { fileResponse } from "./built-files.ts"
import { type Page, pageResponse } from "./page.ts"
import { createPageMemory } from "./page-memory.ts"
import { createPageStore } from "./page-store.ts"
import { createRenderer } from "./render.ts"
import { siteFile } from "./site-files.ts"

/** An address that no page has. It replaces those with malformed percent-encoding. */
const NOWHERE = "/-/-"
const NO_STORE = { "Cache-Control": "no-store" }

interface Needs {
  cards: Pick<Cards, "show">
  config: Config
  clock: Clock
  given: Pick<Given, "form">
  log: Log
  profiles: Pick<Profiles, "viewRevision">
  database: OpenDatabase
}

export type Pages = ReturnType<typeof createPages>

export function createPages(build: Build, services: Needs) {
  const { config, log } = services
  const renderer = createRenderer(build, services)
  const store = createPageStore(services, renderer.inputsDigest)
  const memory = createPageMemory(services, load)
  const { page, cached } = memory
  const loads = { stored: 0, rendered: 0 }
  const logMissing = (path: string) => log.info("page.not_found", { path: path.slice(0, 300) })

  /** A page that is not in memory. */
  async function load(path: string): Promise<Page> {
    let stored: Page | null
    try {
      stored = await store.find(path)
    } catch (failure) {
      // This request has already waited for the database: the page says that it is unavailable, instead of waiting again.
      return renderer.render(path, { failure })
    }
    if (stored !== null) {
      loads.stored += 1
      return stored
    }
    const rendered = await renderer.render(path)
    loads.rendered += 1
    store.save(rendered)
    return rendered
  }

  /** Takes any method and path. Never rejects because of what a client sends. */
  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    if (request.method !== "GET" && request.method !== "HEAD")
      return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } })
    const file = build.file(pathname) ?? siteFile(pathname, config, services.clock())
    if (file !== undefined) return fileResponse(request, await file)
    const tidy = tidyPath(pathname)
    if (tidy !== pathname) return moved(tidy, search)
    if (pathname.endsWith(".data") && isReadable(pathname)) {
      const data = await renderer.data(pathname)
      if (data.status === 404) logMissing(pathname.replace(/(\/_)?\.data$/, ""))
      return data
    }
    const found = await page(isReadable(pathname) ? pathname : NOWHERE)
    if (found.status === 404) logMissing(pathname)
    return pageResponse(request, mayHoldToken(pathname, search) ? notStored(found) : found)
  }

  /** A page of the exchange, rendered for this request only. */
  async function showExchange(request: Request, path: string, exchange: Exchange, status: number): Promise<Response> {
    const rendered = await renderer.render(path, { exchange })
    return pageResponse(request, { ...rendered, status: rendered.status === 200 ? status : rendered.status })
  }

  /** For a route that could not read from the database: says so on the page of its address, without waiting a second time. */
  async function answerUnavailable(request: Request, failure: unknown): Promise<Response> {
    return pageResponse(request, await renderer.render(new URL(request.url).pathname, { failure }))
  }

  const missing = async (request: Request): Promise<Response> => pageResponse(request, await page(NOWHERE))

  /** Since the start: pages that were not in memory, by where they came from. */
  const counts = () => ({ ...memory.counts(), ...loads })

  return { answer, showExchange, answerUnavailable, missing, page, cached, counts, settled: store.settled }
}

/** One address per page: no slash at the end, none twice. Never another host: the result starts with exactly one slash. */
export const tidyPath = (pathname: string): string => pathname.replace(/[/\\]{2,}/g, "/").replace(/(.)\/$/, "$1")

/** A browser would remember the redirect, and with it the token. */
const moved = (path: string, search: string): Response =>
  new Response(null, {
    status: 308,
    headers: { Location: path + search, ...(mayHoldToken(path, search) ? NO_STORE : {}) },
  })

function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/** The page stays in this process's memory; the response is stored nowhere. */
const notStored = (page: Page): Page => ({ ...page, headers: { ...page.headers, ...NO_STORE } })
