// Validators of pages and files: weak, because one stands for every encoding of the same bytes.
import { createHash } from "node:crypto"

export const etagOf = (bytes: Uint8Array | string): string =>
  `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`

/** Whether the reader has it already: If-None-Match compares weakly (RFC 9110 section 13.1.2). */
export function isKnown(request: Request, etag: string): boolean {
  const header = request.headers.get("if-none-match")
  if (header === null) return false
  const bare = etag.slice(2)
  return header.trim() === "*" || header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === bare)
}
