// The keyboard's place in a list: when the row with the focus goes away, the list takes it, and not the top of the page.
import { type FocusEvent, useEffect, useRef } from "react"

/** @param rows what is listed: when it changes, the place is looked after. @returns what the list's element is given */
export function useKeptFocus(rows: unknown) {
  const list = useRef<HTMLUListElement>(null)
  const isInside = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row can only go when they change
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) list.current?.focus()
  }, [rows])
  return {
    ref: list,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true
    },
    // What is taken away does not leave by itself.
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (target.isConnected) isInside.current = list.current?.contains(relatedTarget) ?? false
    },
  }
}
