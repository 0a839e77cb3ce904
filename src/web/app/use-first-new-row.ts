// After the last page of a list, the button for more is gone: the first of the new rows takes its focus.
import { useLayoutEffect, useRef } from "react"

const ROW = "li, tr"
const CONTROL = "a[href], button, input"

/** @param hasMore whether the button is there */
export function useFirstNewRow(hasMore: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<{ list: Element; rows: Set<Element> } | null>(null)
  useLayoutEffect(() => {
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body
    if (hasMore || before.current === null || hasFocus) return
    const { list, rows } = before.current
    before.current = null
    const added = [...list.querySelectorAll<HTMLElement>(ROW)].filter((row) => !rows.has(row))
    // A list that is also a table shows one of them.
    const row = added.find((each) => each.getClientRects().length > 0)
    const control = row?.querySelector<HTMLElement>(CONTROL)
    if (row !== undefined && !control) row.tabIndex = -1
    const target = control ?? row
    target?.focus({ preventScroll: true })
  }, [hasMore])
  return {
    /** of the element around the button, beside the list */
    box,
    /** when more is asked for */
    remember: () => {
      const list = box.current?.parentElement
      if (list) before.current = { list, rows: new Set(list.querySelectorAll(ROW)) }
    },
  }
}
