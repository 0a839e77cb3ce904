// The Content-Security-Policy of a page: nothing but our own files, and exactly the inline scripts and styles that were rendered.
import { createHash } from "node:crypto"

const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

interface Sealed {
  html: string
  policy: string
}

/**
 * Our own inline scripts and styles bear a nonce nobody could guess while rendering; what bears it is hashed, and the
 * nonce is taken out, so that the same bytes may be sent to everyone, again and again.
 */
export function sealed(html: string, nonce: string): Sealed {
  const mark = ` nonce="${nonce}"`
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const element = new RegExp(`<(script|style)([^>]*?)${mark}([^>]*)>([\\s\\S]*?)</\\1>`, "g")
  for (const [, tag, before = "", after = "", text = ""] of html.matchAll(element)) {
    if (text !== "" && !/\ssrc=/.test(before + after)) (tag === "script" ? scripts : styles).add(sha256(text))
  }
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
  return { html: html.replaceAll(mark, ""), policy }
}
