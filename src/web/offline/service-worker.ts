// The service worker of members who saved their card on their device: saved pages open without a network, everything
// else goes to the network as without a worker. It is built separately and served at the root (see vite.worker.config.ts).
import { OWN_CARD_PATH } from "../../domain/paths.ts"
import { OWN_CARD_CACHE } from "../session/storage.ts"

/** On a weak signal, the copy is shown after this time. */
const COPY_AFTER_MS = 3000

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
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
  addEventListener(type: "install" | "activate", listener: (event: WorkEvent) => void): void
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void
}

const savedCopy = async (key: RequestInfo): Promise<Response | undefined> =>
  (await caches.open(OWN_CARD_CACHE)).match(key)

const later = (answer: Response) => new Promise<Response>((resolve) => setTimeout(resolve, COPY_AFTER_MS, answer))

async function page(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const copy = await savedCopy(pathname)
  // It must open at once, wherever you are; it saves itself anew each time (keep-card.ts).
  if (copy !== undefined && pathname === OWN_CARD_PATH) return copy
  const fresh = fetch(request)
  if (copy !== undefined) return Promise.race([fresh.catch(() => copy), later(copy)])
  return fresh.catch(async (error) => {
    // Offline, every address leads to the card.
    if ((await savedCopy(OWN_CARD_PATH)) !== undefined) return Response.redirect(OWN_CARD_PATH)
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
  // Both have their version in their address, so a copy is never outdated.
  else if (/^\/(assets|files)\//.test(pathname))
    event.respondWith(savedCopy(request).then((copy) => copy ?? fetch(request)))
})
