// Starts the application's modules after the first paint: any sooner, loading and compiling them would delay it
// (docs/decisions/web-stack.md). If they do not come, the page says so: its words alone look as if it were still loading.
import { UNLOADED } from "../../../domain/messages.ts"

const PRELOAD = /<link rel="modulepreload" href="([^"<>]+)"[^<>]*>/g
/** React's markers of an empty Suspense boundary, where the modules would be. */
const NO_MODULES = "<!--$--><!--/$-->"
const ENTRANCE = ' type="module" async=""'

/** Until then a slow phone is only slow. In milliseconds. */
const LATE_MS = 15_000

/**
 * A classic script in the head. A page in a background tab never paints, so its modules start at once. Each is a task of its own: asking
 * for all of them takes a phone a quarter of a second, in which it would not react.
 */
const starter = (modules: readonly string[]): string => `addEventListener("DOMContentLoaded", () => {
  const make = (name, fields) => Object.assign(document.createElement(name), fields)
  const sayLate = () => {
    if (document.querySelector(".toasts, .late")) return
    const said = make("div", { className: "late", role: "alert" })
    const onclick = () => location.reload()
    said.append(make("p", { textContent: ${JSON.stringify(UNLOADED.text)} }))
    said.append(make("button", { className: "button secondary button-sm", textContent: "${UNLOADED.retry}", onclick }))
    document.body.append(said)
  }
  addEventListener("error", ({ target }) => (target.localName === "script" || target.rel === "modulepreload") && sayLate(), true)
  setTimeout(sayLate, ${LATE_MS})
  let started = false
  const start = () => {
    if (started) return
    started = true
    const { textContent } = document.querySelector("script[data-entrance]")
    const preloads = ${JSON.stringify(modules)}.map((href) => make("link", { rel: "modulepreload", href }))
    for (const part of [...preloads, make("script", { type: "module", textContent })])
      setTimeout(() => document.head.append(part))
  }
  if (document.visibilityState === "hidden") return start()
  const isDrawn = (seen) => seen.getEntriesByName("first-contentful-paint").length > 0
  new PerformanceObserver((seen) => isDrawn(seen) && start()).observe({ type: "paint", buffered: true })
  setTimeout(start, 1000)
})`

/** @param nonce of the page's own scripts @returns documents, which have no modules, without those markers */
export function deferModules(html: string, nonce: string): string {
  if (!html.includes(ENTRANCE)) return html.replace(NO_MODULES, "")
  const modules = [...html.matchAll(PRELOAD)].flatMap(([, href]) => href ?? [])
  return html
    .replaceAll(PRELOAD, "")
    .replace(ENTRANCE, ' type="text/plain" data-entrance=""')
    .replace("</head>", () => `<script nonce="${nonce}">${starter(modules)}</script></head>`)
}
