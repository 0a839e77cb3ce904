// One answer with a page: not at all when the reader has it, otherwise in the encoding it takes.
import { isKnown } from "../../platform/http/validators.ts"
import { bodyOf, chooseEncoding } from "./compress.ts"
import type { Page } from "./page.ts"

export function pageResponse(request: Request, page: Page): Response {
  const { status, etag, body } = page
  if (status >= 300 && status < 400) return new Response(null, { status, headers: page.headers })
  const headers: Record<string, string> = { ...page.headers, ETag: etag }
  if (status === 200 && isKnown(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers })
  const encoding = chooseEncoding(request.headers.get("accept-encoding"))
  const bytes = bodyOf(body, encoding)
  headers["Content-Type"] = "text/html; charset=utf-8"
  headers["Content-Length"] = String(bytes.byteLength)
  if (encoding !== "identity") headers["Content-Encoding"] = encoding
  return new Response(request.method === "HEAD" ? null : bytes, { status, headers })
}
