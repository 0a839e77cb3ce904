// Saves your card on this device: its data in the session's storage, its pages and their files in the browser's cache.
import { profilePath } from "../../domain/paths.ts"
import type { PublicProfile } from "../../domain/profile/profile.ts"
import { OWN_CARD_CACHE, OWN_CARD_PATH, SESSION_KEY } from "../session/storage.ts"

/** A storage entry of the session: signing in and out removes it with the others. */
const KEY = `${SESSION_KEY}-own-card`
/** Our files that a page refers to. */
const NAMED = /"(\/(?:assets|files)\/[^"\\]+)"/g

/** The card as it was last seen here, or null. */
export function keptCard(): PublicProfile | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as PublicProfile | null
  } catch {
    return null
  }
}

/** What this page has loaded: more than its HTML refers to, because scripts load scripts. */
function loadedHere(): string[] {
  const addresses = performance.getEntriesByType("resource").map(({ name }) => new URL(name))
  const ours = addresses.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
  return ours.map(({ pathname }) => pathname)
}

/** @returns the files that the page refers to */
async function keepPage(cache: Cache, path: string): Promise<string[]> {
  const answer = await fetch(path, { headers: { accept: "text/html" } })
  if (!answer.ok) return []
  await cache.put(path, answer.clone())
  // Addresses in HTML are escaped.
  return [...(await answer.text()).matchAll(NAMED)].map(([, address = ""]) => address.replaceAll("&amp;", "&"))
}

/**
 * Called by the card's page. Without a service worker (an old browser, plain http), only the data is saved.
 * @returns whether the card opens without a network from now on
 */
export async function keepCard(card: PublicProfile): Promise<boolean> {
  localStorage.setItem(KEY, JSON.stringify(card))
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return false
  await navigator.serviceWorker.register("/service-worker.js")
  // Overlays are not loaded before they are first opened.
  await Promise.all([import("../session/member-menu.tsx"), import("../ui/overlay/dialog-sheet.tsx")])
  const cache = await caches.open(OWN_CARD_CACHE)
  const pages = [OWN_CARD_PATH, profilePath(card.username)]
  const named = await Promise.all(pages.map((path) => keepPage(cache, path)))
  const files = new Set([...named.flat(), ...loadedHere()])
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url)
    if (!pages.includes(pathname) && !files.delete(pathname + search)) await cache.delete(url)
  }
  // All at once, they would block a slow phone that is still rendering the page.
  for (const file of files) await cache.add(file)
  return true
}
