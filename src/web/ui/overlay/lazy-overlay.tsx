// A part of the page that opens on request: its code comes when it is first opened, and nobody waits for it before.
import { type ComponentType, useEffect, useEffectEvent, useState } from "react"
import { GENERAL } from "../../../domain/messages.ts"
import { showToast } from "../feedback/toast-manager.ts"

interface LateProps {
  open: boolean
  /** the code could not be had: whoever opened it is told, and it is not open */
  onMissing?: () => void
}

/** @param load the component; asked for again after it could not be had */
export function lazyOverlay<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & LateProps> {
  let known: ComponentType<Props> | undefined
  return function Late({ onMissing, ...props }: Props & LateProps) {
    const [Part, setPart] = useState(() => known)
    // It is there closed before it opens, so that it opens as it does every other time.
    const [isThere, setThere] = useState(false)
    const isMissing = props.open && Part === undefined
    const missing = useEffectEvent(() => {
      showToast({ title: GENERAL.offline, tone: "bad" })
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
