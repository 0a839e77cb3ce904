// A rendered page as it is kept, its bytes compressed, and the response that sends it.
import { isKnown } from "../../platform/http/validators.ts"
import { bodyOf, chooseEncoding, type Encoded } from "./compress.ts"

export interface Page {
  status: number
  /** whether it stays in memory; others are rendered for each request */
  isKept: boolean
  /** of every response, 304 included */
  headers: Record<string, string>
  etag: string
  body: Encoded
  /** what the page takes in memory, in bytes */
  size: number
}

/** 304 when the client has the page already, otherwise the page in an encoding that the client takes. */
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
