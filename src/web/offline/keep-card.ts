// Saves your card on this device: its data in the session's storage, its pages and their files in the browser's cache.
import { OWN_CARD_PATH, profilePath } from "../../domain/paths.ts"
import { lookOf } from "../../domain/profile/look.ts"
import type { PublicProfile } from "../../domain/profile/profile.ts"
import { OWN_CARD_CACHE, SESSION_KEY } from "../session/storage.ts"
import { withOpenerPolicy } from "./opener-policy.ts"

/** A storage entry of the session: signing in and out removes it with the others. */
const KEY = `${SESSION_KEY}-own-card`
/** The screen that shows it, as HTML: painted before the application runs. */
export const KEPT_SCREEN = `${SESSION_KEY}-own-screen`
/** @param username of a further profile, as the page's address names it; null: the first */
const keyOf = (username: string | null): string => (username === null ? KEY : `${KEY}-${username}`)
/** Our files that a page refers to. */
const NAMED = /"(\/(?:assets|files)\/[^"\\]+)"/g

/** The card as it was last seen here, or null. */
export const keptCard = (username: string | null): PublicProfile | null => cardAt(keyOf(username))

function cardAt(key: string): PublicProfile | null {
  try {
    const card = JSON.parse(localStorage.getItem(key) ?? "null") as PublicProfile | null
    // An earlier version saved cards without a look.
    return card && { ...card, look: lookOf(card.look ?? {}) }
  } catch {
    return null
  }
}

const pathOf = (url: string): string => url.slice(location.origin.length)

/** The public pages of all cards that were shown here. */
const keptPages = (): string[] =>
  Object.keys(localStorage).flatMap((key) => {
    const card = key.startsWith(KEY) ? cardAt(key) : null
    return card === null ? [] : [profilePath(card.username)]
  })

/** What this page has loaded: more than its HTML refers to, because scripts load scripts. */
function loadedHere(): string[] {
  const addresses = performance.getEntriesByType("resource").map(({ name }) => new URL(name))
  const ours = addresses.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
  return ours.map(({ pathname }) => pathname)
}

/** The page, and the files that it refers to. */
async function askForPage(path: string) {
  const answer = await fetch(path, { headers: { accept: "text/html" } })
  if (!answer.ok) return { path, answer, files: [] }
  const html = await answer.clone().text()
  // Addresses in HTML are escaped.
  return { path, answer, files: [...html.matchAll(NAMED)].map(([, address = ""]) => address.replaceAll("&amp;", "&")) }
}

/** Not while another side is shown, or the card is turned. */
function keepScreen(): void {
  const screen = document.querySelector("main[data-as-opened]")
  if (screen !== null) localStorage.setItem(KEPT_SCREEN, screen.outerHTML)
}

/**
 * Called by the card's page. Without a service worker (an old browser, plain http), only the data is saved.
 * @returns whether the card opens without a network from now on
 */
export async function keepCard(card: PublicProfile, username: string | null): Promise<boolean> {
  localStorage.setItem(keyOf(username), JSON.stringify(card))
  if (username === null) keepScreen()
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return false
  await navigator.serviceWorker.register("/service-worker.js")
  // Overlays are not loaded before they are first opened.
  await Promise.all([import("../session/member-menu.tsx"), import("../ui/overlay/dialog-sheet.tsx")])
  const cache = await caches.open(OWN_CARD_CACHE)
  const pages = await Promise.all([OWN_CARD_PATH, ...keptPages()].map(askForPage))
  const files = new Set([...pages.flatMap(({ files }) => files), ...loadedHere()])
  const isKept = new Set((await cache.keys()).map(({ url }) => pathOf(url)))
  // All at once, they would block a slow phone that is still rendering the page.
  for (const file of files) if (!isKept.has(file)) await cache.add(file)
  // After their files, so that a page that is kept always opens.
  for (const { path, answer } of pages)
    if (answer.ok) await cache.put(path, path === OWN_CARD_PATH ? withOpenerPolicy(answer, false) : answer)
  for (const path of isKept) if (!files.has(path) && !pages.some((page) => page.path === path)) await cache.delete(path)
  return true
}
