// Nothing behind a dialog can be reached. Its own guards give a strayed focus back a moment later, and a key that is held
// down, or a slow machine, is faster.
import { useEffect } from "react"

/** Dialogs, menus and toasts hang beside the page, each in a place of its own. */
const PAGE = "body > :not([data-base-ui-portal], script)"

let open = 0

function change(by: 1 | -1): void {
  open += by
  for (const part of document.querySelectorAll<HTMLElement>(PAGE)) part.inert = open > 0
}

/** One dialog may open while another one closes. */
export function useInertBehind(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    change(1)
    return () => change(-1)
  }, [isOpen])
}
