// Keeps a toast off the buttons that stay at the lower edge of the screen, and above the keyboard of a phone; a swipe closes it. Loaded with
// the first toast.
import { clearToast } from "./toast-manager.ts"

/** Bars that stick to the lower edge; where their page ends, they stand higher. A profile has `.actions`, below the form of a visitor. */
const BUTTONS = ":is([data-bar], .actions, [data-exchange]) :is(a, button)"
/** CSS pixels */
const GAP = 12
const SWIPE_PX = 40

let corner: HTMLElement | null = null

/** For each toast that is shown. @param place of all toasts; gets `--above`, the distance from the screen's lower edge where it is more than usual */
export function keepClear(place: HTMLElement): void {
  if (corner === null) {
    addEventListener("scroll", look, { passive: true })
    addEventListener("resize", look)
    visualViewport?.addEventListener("resize", look)
    visualViewport?.addEventListener("scroll", look)
    // The page that a toast leads to comes after it.
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  }
  if (corner !== place) closeBySwipe(place)
  corner = place
  look()
}

function look(): void {
  const toast = corner?.firstElementChild
  if (!corner || !toast) return
  corner.style.setProperty("--above", "0px")
  // The place itself does not move while the toast slides in.
  const { left, right, bottom: lowest } = corner.getBoundingClientRect()
  // Phones lay the keyboard over the page.
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {}
  let edge = Math.min(lowest, offsetTop + height - GAP)
  const fromBelow = [...document.querySelectorAll(BUTTONS)]
    .map((button) => button.getBoundingClientRect())
    .sort((a, b) => b.bottom - a.bottom)
  for (const it of fromBelow) {
    const isBeside = it.left >= right || it.right <= left
    if (!isBeside && it.top < edge + GAP && it.bottom > edge - toast.clientHeight) edge = it.top - GAP
  }
  if (edge < lowest) corner.style.setProperty("--above", `${innerHeight - edge}px`)
}

/** A finger that moves across it, in any direction. */
function closeBySwipe(place: HTMLElement): void {
  let start = { x: 0, y: 0 }
  const at = ({ changedTouches: [touch] }: TouchEvent) => ({ x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 })
  const begin = (event: TouchEvent) => {
    start = at(event)
  }
  place.addEventListener("touchstart", begin, { passive: true })
  place.addEventListener("touchend", (event) => {
    const { x, y } = at(event)
    if (Math.hypot(x - start.x, y - start.y) > SWIPE_PX) clearToast()
  })
}
