// The service worker of members who keep their card on their device: what was kept opens without a network, everything
// else goes to the network as if there were no worker. It is built on its own and served at the root (see vite.worker.config.ts).
import { OWN_CARD_CACHE, OWN_CARD_PATH } from "./cache-name.ts"

/** One bar of signal: after this time the copy is shown. */
const PATIENCE_MS = 3000

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}
/** What is used here of a scope that the browser's types know only without a document. */
declare const self: {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: "install" | "activate", listener: (event: WorkEvent) => void): void
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void
}

const kept = async (key: RequestInfo): Promise<Response | undefined> => (await caches.open(OWN_CARD_CACHE)).match(key)

const later = (answer: Response) => new Promise<Response>((resolve) => setTimeout(resolve, PATIENCE_MS, answer))

async function page(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const copy = await kept(pathname)
  const fresh = fetch(request)
  if (copy !== undefined) return Promise.race([fresh.catch(() => copy), later(copy)])
  return fresh.catch(async (error) => {
    // Offline, whatever one opens leads to the card: it is what one came for.
    if ((await kept(OWN_CARD_PATH)) !== undefined) return Response.redirect(OWN_CARD_PATH)
    throw error
  })
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))
self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== self.location.origin) return
  if (request.mode === "navigate") event.respondWith(page(request))
  // Both carry their version in their address: a copy is never old.
  else if (/^\/(assets|files)\//.test(pathname)) event.respondWith(kept(request).then((copy) => copy ?? fetch(request)))
})
