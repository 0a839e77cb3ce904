// Pages: who answers an address that is not the API's. Built files, a few small files of the site, and rendered pages.
import { mayHoldToken } from "../../../domain/paths.ts"
import type { Cards } from "../../features/cards/service.ts"
import type { Profiles } from "../../features/profiles/service.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import type { Build } from "./build.ts"
import { fileResponse } from "./built-files.ts"
import { createPageMemory, type PageMemory } from "./memory.ts"
import type { Page } from "./page.ts"
import { pageResponse } from "./page-response.ts"
import { createRenderer } from "./render.ts"
import { siteFile } from "./site-files.ts"
import { tidyPath } from "./tidy-path.ts"

/** An address that no page has: stands for those whose percent-encoding means nothing. */
const NOWHERE = "/-/-"
const NO_STORE = { "Cache-Control": "no-store" }

function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/** A browser would remember where this leads, and with it the token. */
const moved = (path: string, search: string): Response =>
  new Response(null, {
    status: 308,
    headers: { Location: path + search, ...(mayHoldToken(path, search) ? NO_STORE : {}) },
  })

/** The page stays in this process' memory; what is sent stays nowhere. */
const notKept = (page: Page): Page => ({ ...page, headers: { ...page.headers, ...NO_STORE } })

export interface Pages {
  /** Any method, any path; never rejects for what a client may send. */
  answer(request: Request): Promise<Response>
  /** The page at this path if it is at hand; what `answer` would send. */
  remembered(pathname: string): Page | undefined
  /** what the memory of pages did */
  counts: PageMemory["counts"]
}

interface Needs {
  cards: Cards
  config: Config
  clock: Clock
  log: Log
  profiles: Profiles

  database: Pick<OpenDatabase, "changes">
}

export function createPages(build: Build, services: Needs): Pages {
  const { config, log } = services
  const renderer = createRenderer(build, services)
  const memory = createPageMemory(services, renderer.render)
  const logMissing = (path: string) => log.info("page.not_found", { path: path.slice(0, 300) })

  return {
    remembered: memory.remembered,
    counts: memory.counts,
    async answer(request) {
      const { pathname, search } = new URL(request.url)
      if (request.method !== "GET" && request.method !== "HEAD")
        return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } })
      const file = build.file(pathname) ?? siteFile(pathname, config, services.clock())
      if (file !== undefined) return fileResponse(request, await file)
      const tidy = tidyPath(pathname)
      if (tidy !== pathname) return moved(tidy, search)
      if (pathname.endsWith(".data") && isReadable(pathname)) {
        const answer = await renderer.data(pathname)
        if (answer.status === 404) logMissing(pathname.replace(/(\/_)?\.data$/, ""))
        return answer
      }
      const page = await memory.page(isReadable(pathname) ? pathname : NOWHERE)
      if (page.status === 404) logMissing(pathname)
      return pageResponse(request, mayHoldToken(pathname, search) ? notKept(page) : page)
    },
  }
}
