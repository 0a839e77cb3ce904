// The visitor script: what a document cannot do without scripts. Members also get their islands.
import { takeFlashToast } from "../ui/feedback/flash-toast.ts"
import { countView } from "./count.ts"
import { listen, toast } from "./save-and-share.ts"

/** Addresses of the built files, written next to this script by root.tsx. */
const { card, offer, islands, styles } = document.getElementById("visitor")?.dataset ?? {}

const load = (address = "") => import(/* @vite-ignore */ address)

const { signal } = new AbortController()
listen({ card: () => load(card), offer: () => load(offer) }, signal)
for (const share of document.querySelectorAll<HTMLButtonElement>("[data-share]")) share.disabled = false

// Reloads and going back were counted already.
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
if (visit?.type === "navigate") countView(signal)

if ("member" in document.documentElement.dataset && islands) {
  const link = document.createElement("link")
  link.rel = "stylesheet"
  link.href = `${styles}`
  // Without their styles, the islands would be unstyled for a moment.
  // Without a network, members see the document without islands.
  link.onload = () => load(islands).catch(() => undefined)
  document.head.append(link)
} else {
  // A message from the application before it came here; for members, the islands show it.
  const carried = takeFlashToast()
  if (carried) toast([carried.title, carried.description].filter(Boolean).join(". "), carried.tone === "bad")
}
