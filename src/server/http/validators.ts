// Answers with a validator: a reader that has the same bytes already gets 304 and nothing else (RFC 9110 section 13).
import type { Context } from "hono"

/** If-None-Match compares weakly and may list several, or any. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === "*" || header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag)
}

/** @param etag strong and quoted */
export function withValidator(c: Context, etag: string, body: () => string | Uint8Array<ArrayBuffer>): Response {
  c.header("ETag", etag)
  return matches(c.req.header("if-none-match"), etag) ? c.body(null, 304) : c.body(body(), 200)
}
