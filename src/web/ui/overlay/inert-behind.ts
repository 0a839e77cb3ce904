// Makes everything behind a dialog inert. The dialog's own focus guards react a moment later, and a key that is held
// down, or a slow machine, can be faster.
import { useEffect } from "react"

/** Dialogs, menus and toasts are siblings of the page, each in its own container. */
const PAGE = "body > :not([data-base-ui-portal], script)"

let open = 0

function change(by: 1 | -1): void {
  open += by
  for (const part of document.querySelectorAll<HTMLElement>(PAGE)) part.inert = open > 0
}

/** One dialog can open while another closes. */
export function useInertBehind(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    change(1)
    return () => change(-1)
  }, [isOpen])
}
