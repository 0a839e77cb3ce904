// A part of the page whose code is loaded when it is first opened.
import { type ComponentType, useEffect, useEffectEvent, useState } from "react"
import { GENERAL } from "../../../domain/messages.ts"
import { showToast } from "../feedback/toast-manager.ts"

interface LateProps {
  open: boolean
  /** the code failed to load: a message says so, and it stays closed */
  onMissing?: () => void
}

/** @param load loads the component; called again after a failure */
export function lazyOverlay<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & LateProps> {
  let known: ComponentType<Props> | undefined
  return function Late({ onMissing, ...props }: Props & LateProps) {
    const [Part, setPart] = useState(() => known)
    // Rendered closed first, so that the first opening is animated like every other.
    const [isThere, setThere] = useState(false)
    const isMissing = props.open && Part === undefined
    const missing = useEffectEvent(() => {
      showToast({ title: GENERAL.partMissing, tone: "bad" })
      onMissing?.()
    })
    useEffect(() => {
      if (!isMissing) return
      let isHere = true
      load().then(
        (part) => {
          known = part
          if (isHere) setPart(() => part)
        },
        () => isHere && missing(),
      )
      return () => {
        isHere = false
      }
    }, [isMissing])
    useEffect(() => setThere(Part !== undefined), [Part])
    return Part === undefined ? null : <Part {...(props as unknown as Props)} open={props.open && isThere} />
  }
}
