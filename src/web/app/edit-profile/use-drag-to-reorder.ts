// Drags a row of a list to another position, with a mouse, a pen or a finger.
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"

/** @param onMove called during the drag, each time the row passes the middle of another one */
export function useDragToReorder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  // A slow device gets several moves of the pointer before it shows the first one.
  const position = useRef(0)
  const shownPosition = useRef<number | null>(null)
  useLayoutEffect(() => {
    shownPosition.current = dragged
  }, [dragged])
  const move = useRef(onMove)
  move.current = onMove
  const isDragging = dragged !== null

  useEffect(() => {
    if (!isDragging) return
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const middles = [...(list.current?.children ?? [])].map((row) => {
        const { top, height } = row.getBoundingClientRect()
        return top + height / 2
      })
      const above = middles.filter((middle, at) => at !== shownPosition.current && middle < clientY).length
      if (above === position.current) return
      move.current(position.current, above)
      position.current = above
      setDragged(above)
    }
    const end = () => setDragged(null)
    addEventListener("pointermove", follow)
    addEventListener("pointerup", end)
    addEventListener("pointercancel", end)
    return () => {
      removeEventListener("pointermove", follow)
      removeEventListener("pointerup", end)
      removeEventListener("pointercancel", end)
    }
  }, [isDragging, list])

  return {
    /** the row's current position */
    dragged,
    /** for `onPointerDown` of the row's handle, which needs `touch-action: none` */
    startDrag(event: PointerEvent, at: number) {
      if (event.button !== 0) return
      position.current = at
      setDragged(at)
    },
  }
}
