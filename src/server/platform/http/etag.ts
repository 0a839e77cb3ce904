// Entity tags (RFC 9110 section 8.8.3): what the client has already is not sent again.
import { createHash } from "node:crypto"
import type { Context } from "hono"

/** Weak, because one tag stands for every encoding of the same bytes. */
export const weakEtag = (bytes: Uint8Array | string): string =>
  `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`

/** Whether the client has it already: If-None-Match compares weakly (RFC 9110 section 13.1.2). */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (header == null) return false
  // Almost always: browsers send one tag, just as they got it.
  if (header === etag) return true
  const bare = etag.replace(/^W\//, "")
  return header.trim() === "*" || header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === bare)
}

/** @param etag strong and quoted */
export function withEtag(c: Context, etag: string, body: () => string | Uint8Array<ArrayBuffer>): Response {
  c.header("ETag", etag)
  return matchesEtag(c.req.header("if-none-match"), etag) ? c.body(null, 304) : c.body(body(), 200)
}
