// The service worker of members who saved their card on their device: saved pages open without a network, everything
// else goes to the network as without a worker. It is built separately and served at the root (see vite.worker.config.ts).
import { OFFLINE } from "../../domain/messages.ts"
import { OWN_CARD_PATH } from "../../domain/paths.ts"
import { OWN_CARD_CACHE } from "../session/storage.ts"
import { withOpenerPolicy } from "./opener-policy.ts"

/** On a weak signal, the copy is shown after this time. */
const COPY_AFTER_MS = 3000

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
/** Static routing: https://developer.mozilla.org/docs/Web/API/InstallEvent/addRoutes */
interface InstallEvent extends WorkEvent {
  addRoutes?(rules: { condition: object; source: { cacheName: string } }[]): Promise<void>
}
interface FetchEvent extends WorkEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}
/** The used part of the worker scope, whose types cannot be combined with the DOM's. */
declare const self: {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void
  addEventListener(type: "activate", listener: (event: WorkEvent) => void): void
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void
}

const savedCopy = async (key: RequestInfo): Promise<Response | undefined> =>
  (await caches.open(OWN_CARD_CACHE)).match(key)

const later = (answer: Response) => new Promise<Response>((resolve) => setTimeout(resolve, COPY_AFTER_MS, answer))

async function page(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const copy = await savedCopy(pathname)
  // It must open at once, wherever you are; it saves itself anew each time (keep-card.ts).
  if (copy !== undefined && pathname === OWN_CARD_PATH) return search === "" ? copy : withOpenerPolicy(copy, true)
  const fresh = fetch(request)
  if (copy !== undefined) return Promise.race([fresh.catch(() => copy), later(copy)])
  return fresh.catch(async (error) => {
    if ((await savedCopy(OWN_CARD_PATH)) !== undefined) return offlinePage()
    throw error
  })
}

/** The logo (layout/mark.tsx), without its stylesheet. */
const MARK = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="var(--accent)"/>
<rect x="11.5" y="7.5" width="14" height="9.5" rx="1.8" fill="none" stroke="var(--on)" stroke-width="1.8"/>
<rect x="6" y="13.5" width="16" height="11" rx="2" fill="var(--on)"/>
<path d="M9 18h6M9 21h9.5" stroke="var(--accent)" stroke-width="1.6" stroke-linecap="round"/></svg>`

/** Needs no other file. "Try again" reloads: an empty link leads to the address itself. */
function offlinePage(): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${OFFLINE.title}</title><style>
:root{color-scheme:light dark;--paper:#faf8f4;--ink:#1b1a17;--soft:#5a554b;--accent:#ad3117;--on:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#110f0c;--ink:#f4f0e7;--soft:#b8b1a2;--accent:#f4694c;--on:#1b1006}}
body{margin:0;min-height:100dvh;display:grid;place-content:center;padding:1.5rem;box-sizing:border-box;text-align:center;
background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1{font:600 1.953rem/1.2 ui-serif,"New York","Iowan Old Style",Georgia,"Noto Serif",serif;margin:0}p{color:var(--soft);margin:.5rem 0 1.5rem;text-wrap:balance}
a{display:grid;place-content:center;min-height:3.25rem;border-radius:.75rem;margin-top:.75rem;border:1px solid #8a8375;font-weight:600;color:inherit;text-decoration:none}
svg{width:3rem;margin:0 auto 1.25rem}
a:first-of-type{border-color:transparent;background:var(--accent);color:var(--on)}
</style><main>${MARK}<h1>${OFFLINE.title}</h1><p>${OFFLINE.text}</p><a href="${OWN_CARD_PATH}">${OFFLINE.card}</a><a href="">${OFFLINE.retry}</a></main></html>`
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } })
}

/** What the browser serves itself, as the worker would: a phone takes up to a quarter of a second to start the worker. */
const ROUTES = [
  { urlPattern: { pathname: OWN_CARD_PATH, search: "" }, requestMode: "navigate" },
  { urlPattern: { pathname: "/assets/*" }, requestMethod: "GET" },
  { urlPattern: { pathname: "/files/*" }, requestMethod: "GET" },
].map((condition) => ({ condition, source: { cacheName: OWN_CARD_CACHE } }))

self.addEventListener("install", (event) =>
  // A browser that knows other rules asks the worker.
  event.waitUntil(Promise.all([self.skipWaiting(), event.addRoutes?.(ROUTES).catch(() => undefined)])),
)
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))
self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== self.location.origin) return
  if (request.mode === "navigate") event.respondWith(page(request))
  // Both have their version in their address, so a copy is never outdated.
  else if (/^\/(assets|files)\//.test(pathname))
    event.respondWith(savedCopy(request).then((copy) => copy ?? fetch(request)))
})
