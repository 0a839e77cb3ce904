// The visitor script: what a document cannot do without one. Members get their islands; everybody else is done here.
import { takeFlashToast } from "../ui/feedback/flash-toast.ts"
import { countView } from "./count.ts"
import { listen } from "./listen.ts"
import { toast } from "./toast.ts"

/** Where the built files are, written beside this script by layout/document-head.tsx. */
const { card, islands, styles } = document.getElementById("visitor")?.dataset ?? {}

listen(() => import(/* @vite-ignore */ `${card}`))

// Somebody who looks again by a reload, or on the way back, has been counted.
const [{ type = "" } = {}] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
if (type === "navigate") countView()

if ("member" in document.documentElement.dataset && islands) {
  const link = document.createElement("link")
  link.rel = "stylesheet"
  link.href = `${styles}`
  // Without their styles the islands would show for a moment as they should not.
  // Without a network the document is as it is for everybody.
  link.onload = () => import(/* @vite-ignore */ islands).catch(() => undefined)
  document.head.append(link)
} else {
  // What the application said before it led here; members hear it from their islands.
  const carried = takeFlashToast()
  if (carried) toast([carried.title, carried.description].filter(Boolean).join(". "), carried.tone === "bad")
}
