// The Content-Security-Policy of a page: our own files, and exactly the inline scripts and styles that were rendered.
import { createHash } from "node:crypto"

const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

interface Element {
  tag: "script" | "style"
  attributes: string
  text: string
}

/** Scripts and styles with the mark. Searched by position, because a page may be long and holds what people wrote. */
function* marked(html: string, mark: string): Generator<Element> {
  let from = 0
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, from)) {
    const begin = html.lastIndexOf("<", at)
    const head = html.indexOf(">", at)
    from = at + mark.length
    const tag = (["script", "style"] as const).find((name) => html.startsWith(`<${name} `, begin))
    if (tag === undefined || head === -1) continue
    const end = html.indexOf(`</${tag}>`, head)
    if (end === -1) continue
    yield { tag, attributes: html.slice(begin + 1 + tag.length, head), text: html.slice(head + 1, end) }
    from = end
  }
}

const policyOf = (scripts: readonly string[], styles: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ")

/** For `npm run dev` only: Vite writes styles into the page and starts modules with inline scripts. */
const INLINE = ["'self'", "'unsafe-inline'"]
export const DEV_POLICY = policyOf(INLINE, INLINE)

/**
 * While rendering, our own inline scripts and styles carry a nonce that cannot be guessed. They are hashed and the nonce is
 * removed, so that the same bytes can be sent to everyone.
 */
export function applyCsp(html: string, nonce: string): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const { tag, attributes, text } of marked(html, mark))
    if (text !== "" && !/\ssrc=/.test(attributes)) (tag === "script" ? scripts : styles).add(sha256(text))
  const policy = policyOf(["'self'", ...scripts], ["'self'", ...styles])
  return { html: html.replaceAll(mark, ""), policy }
}
