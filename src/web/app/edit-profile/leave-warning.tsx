// Asks before leaving unsaved changes: with our dialog within the application, otherwise with the browser's.
import { type RefObject, useEffect } from "react"
import { useBlocker } from "react-router"
import { PROFILE } from "../../../domain/messages.ts"
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx"

interface LeaveWarningProps {
  isDirty: boolean
  /** true when the person has already decided to leave */
  leaving: RefObject<boolean>
}

export function LeaveWarning({ isDirty, leaving }: LeaveWarningProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (leaving.current) return
      event.preventDefault()
      // Older browsers ask only when this is set.
      event.returnValue = PROFILE.leave
    }
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [isDirty, leaving])
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title="Leave this page?"
      question={PROFILE.leave}
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}
