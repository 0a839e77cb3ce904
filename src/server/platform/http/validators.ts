// Validators (RFC 9110 section 8.8): what the reader has already is not sent again.
import type { Context } from "hono"

/** Whether the reader has it already, by its If-None-Match, which compares weakly (RFC 9110 section 13.1.2). */
export function isKnown(header: string | null | undefined, etag: string): boolean {
  if (header == null) return false
  const bare = etag.replace(/^W\//, "")
  return header.trim() === "*" || header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === bare)
}

/** @param etag strong and quoted */
export function withValidator(c: Context, etag: string, body: () => string | Uint8Array<ArrayBuffer>): Response {
  c.header("ETag", etag)
  return isKnown(c.req.header("if-none-match"), etag) ? c.body(null, 304) : c.body(body(), 200)
}
