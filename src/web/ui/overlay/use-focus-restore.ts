// Keeps the keyboard's place: when the focused element is removed, the focus moves to its neighbor, not to the top of the page.
import { useEffect } from "react"

/** These close again, so the place behind them is remembered. */
const OVER = "[role=dialog], [role=alertdialog], [role=menu]"
const ROW = "li, tr, section, button"
const PLACE = `${ROW}, [aria-label], [role=tabpanel], main`

/** The next one in its row, the previous one, or what surrounds them. */
function standIn({ target, nextSibling, previousSibling }: MutationRecord): Node {
  const isRow = (node: Node | null) => node instanceof Element && node.isConnected && node.matches(ROW)
  return [nextSibling, previousSibling].find(isRow) ?? target
}

/** @returns what a screen reader should read for the place: a heading if there is one */
function named(place: Node): HTMLElement | null {
  const element = place instanceof Element ? place : place.parentElement
  const around = element?.closest<HTMLElement>(PLACE) ?? null
  return around?.matches("section, main") ? (around.querySelector<HTMLElement>("h1, h2, h3") ?? around) : around
}

/** It can have the focus from then on: a dialog that opens now gives it back when it closes. */
function lead(to: HTMLElement): void {
  if (!to.hasAttribute("tabindex")) to.tabIndex = -1
  to.focus({ preventScroll: true })
}

/** For the frame of the application: restores the focus for everything inside it. */
export function useFocusRestore(): void {
  useEffect(() => {
    let place: Node | null = null
    let isLost = false
    let frame = 0
    const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body

    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest(OVER)) return
      place = target
      isLost = false
    }
    // After a click on empty space, there is no place to restore.
    const onPointer = () => {
      if (!hasFocus()) place = null
    }
    const settle = () => {
      const to = place && isLost && !hasFocus() ? named(place) : null
      // A dialog that has just closed may still hold the page.
      if (to?.closest("[inert]")) frame = requestAnimationFrame(settle)
      else if (to) lead(to)
    }
    const observer = new MutationObserver((records) => {
      for (const record of records)
        for (const removed of record.removedNodes)
          if (place && !place.isConnected && removed.contains(place)) {
            place = standIn(record)
            isLost = true
          }
      cancelAnimationFrame(frame)
      // A closing dialog returns the focus to what opened it, if that still exists.
      if (isLost) frame = requestAnimationFrame(settle)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener("focusin", onFocus)
    document.addEventListener("pointerup", onPointer)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      document.removeEventListener("focusin", onFocus)
      document.removeEventListener("pointerup", onPointer)
    }
  }, [])
}
