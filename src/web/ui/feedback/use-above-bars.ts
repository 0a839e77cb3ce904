// Keeps a toast off the buttons that stay at the lower edge of the screen, and above the keyboard of a phone.
import { type RefObject, useLayoutEffect } from "react"
import type { ShownToast } from "./toast-manager.ts"

/** Bars that stick to the lower edge; where their page ends, they stand higher. A profile has `.actions`, below the form of a visitor. */
const BUTTONS = ":is([data-bar], .actions, [data-exchange]) :is(a, button)"
/** CSS pixels */
const GAP = 12

/** Sets `--above` of the place: the distance from the lower edge of the screen, 0 where nothing is in the way. */
export function useAboveBars(place: RefObject<HTMLElement | null>, toast: ShownToast | null): void {
  useLayoutEffect(() => {
    const { current } = place
    if (current === null || toast === null) return
    const look = () => {
      current.style.setProperty("--above", "0px")
      // The place itself does not move while the toast slides in.
      const { left, right, bottom: lowest } = current.getBoundingClientRect()
      const tall = current.firstElementChild?.clientHeight ?? 0
      // Phones lay the keyboard over the page.
      const { offsetTop = 0, height = innerHeight } = visualViewport ?? {}
      let edge = Math.min(lowest, offsetTop + height - GAP)
      const fromBelow = [...document.querySelectorAll(BUTTONS)]
        .map((button) => button.getBoundingClientRect())
        .sort((a, b) => b.bottom - a.bottom)
      for (const it of fromBelow)
        if (it.left < right && it.right > left && it.top < edge + GAP && it.bottom > edge - tall) edge = it.top - GAP
      if (edge < lowest) current.style.setProperty("--above", `${innerHeight - edge}px`)
    }
    look()
    addEventListener("scroll", look, { passive: true })
    addEventListener("resize", look)
    visualViewport?.addEventListener("resize", look)
    visualViewport?.addEventListener("scroll", look)
    return () => {
      removeEventListener("scroll", look)
      removeEventListener("resize", look)
      visualViewport?.removeEventListener("resize", look)
      visualViewport?.removeEventListener("scroll", look)
    }
  }, [place, toast])
}
