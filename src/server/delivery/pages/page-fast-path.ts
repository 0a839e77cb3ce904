// Answers page visits directly from Node's own request, with a page from memory or one that is loaded now. Going through the
// application would cost several times as much (docs/decisions/documents.md). Everything else goes through the application.
import { prefersVcard } from "../../features/profiles/prefers-vcard.ts"
import type { RequestCounts } from "../../operations/metrics/request-counts.ts"
import type { Config } from "../../platform/config/config.ts"
import { matchesEtag } from "../../platform/http/etag.ts"
import { securityHeadersOf } from "../../platform/http/headers.ts"
import { type FastPath, sendTogether } from "../../platform/http/listen.ts"
import { createRequestLog, requestIds } from "../../platform/http/request-log.ts"
import type { Log } from "../../platform/log.ts"
import { chooseEncoding } from "./compress.ts"
import { bytesOf, type Page, type PreparedResponse } from "./page.ts"
import type { Pages } from "./pages.ts"

interface Needs {
  config: Config
  log: Log
  requests: RequestCounts
}

export function createPageFastPath(pages: Pick<Pages, "page" | "cached">, services: Needs): FastPath {
  const { config, log, requests } = services
  const idsOf = requestIds(config.TRUSTED_PROXIES)
  const logRequest = createRequestLog(config, log)
  const security = securityHeadersOf(config.PUBLIC_ORIGIN)

  return (request, response) => {
    const path = request.url ?? ""
    if (request.method !== "GET" || path.includes("?")) return false
    const { headers, socket } = request
    const encoding = chooseEncoding(headers["accept-encoding"] ?? null)
    if (encoding === "identity" || prefersVcard(headers.accept)) return false
    const started = performance.now()

    const send = (page: Page, isFromMemory: boolean): boolean | Promise<boolean> => {
      if (page.status !== 200 && page.status !== 503) return false
      const isAtClient = page.status === 200 && matchesEtag(headers["if-none-match"], page.etag)
      if (!isAtClient && page.body[encoding] === undefined)
        return bytesOf(page, encoding).then(
          () => send(page, isFromMemory),
          () => false,
        )
      const { head, body } = prepare(page, isAtClient ? "notModified" : encoding)
      const status = isAtClient ? 304 : page.status
      sendTogether(() => {
        const ids = idsOf(socket.remoteAddress, headers["x-request-id"], headers.traceparent)
        head[head.length - 1] = ids.id
        response.writeHead(status, head)
        response.end(body, "latin1")
        const ms = performance.now() - started
        requests.countPage(status, ms, isFromMemory)
        logRequest(status !== 503, { ...ids, method: "GET", path, status, ms: Math.round(ms) })
      })
      return true
    }

    const page = pages.cached(path)
    if (page !== undefined) return send(page, true)
    // The application answers all other addresses, and unexpected failures. After a slow database, the page is a 503, so nothing waits twice.
    return mayBePage(path)
      ? pages.page(path).then(
          (loaded) => send(loaded, false),
          () => false,
        )
      : false
  }

  function prepare(page: Page, as: "br" | "gzip" | "notModified"): PreparedResponse {
    page.preparedResponses ??= {}
    const ready = page.preparedResponses[as]
    if (ready !== undefined) return ready
    const bytes = as === "notModified" ? undefined : page.body[as]
    const body = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const headers = {
      ...security,
      ...page.headers,
      ETag: page.etag,
      ...(body === undefined
        ? {}
        : {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Encoding": as,
            "Content-Length": String(body.byteLength),
          }),
    }
    const prepared = { head: [...Object.entries(headers).flat(), "X-Request-Id", ""], body: body?.toString("latin1") }
    page.preparedResponses[as] = prepared
    return prepared
  }
}

/** True for the address of every profile, and of a few other pages. */
const mayBePage = (path: string): boolean => /^\/[\w-]{1,100}$/.test(path)
