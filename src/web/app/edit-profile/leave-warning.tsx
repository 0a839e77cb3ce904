// Asks before leaving unsaved changes: our dialog for every link and for signing out, the browser's when the tab is closed or another
// address is typed.
import { type RefObject, useEffect, useState } from "react"
import { useBlocker } from "react-router"
import { PROFILE } from "../../../domain/messages.ts"
import { askBeforeLeaving } from "../../session/leave-question.ts"
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx"
import { opensInApp } from "../../ui/text-link.tsx"

export interface LeaveWarningProps {
  isDirty: boolean
  /** of what is not a profile */
  text?: string
  /** true when the person has already decided to leave */
  leaving: RefObject<boolean>
}

/** The query names the profile. */
const pageOf = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search

export function LeaveWarning({ isDirty, text = PROFILE.leave, leaving }: LeaveWarningProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !leaving.current && pageOf(currentLocation) !== pageOf(nextLocation),
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (leaving.current) return
      event.preventDefault()
      // Older browsers ask only when this is set.
      event.returnValue = text
    }
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [isDirty, text, leaving])
  const [question, setQuestion] = useState<{ answer: (leaves: boolean) => void } | null>(null)
  // Links to documents load a page, for which the browser would ask in its own style.
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null
      if (link === null || leaving.current || !opensHere(event, link) || opensInApp(link.pathname)) return
      event.preventDefault()
      event.stopPropagation()
      setQuestion({ answer: (leaves) => leaves && location.assign(link.href) })
    }
    addEventListener("click", ask, { capture: true })
    return () => removeEventListener("click", ask, { capture: true })
  }, [isDirty, leaving])
  useEffect(() => {
    if (!isDirty) return
    return askBeforeLeaving(() => new Promise((resolve) => setQuestion({ answer: resolve })))
  }, [isDirty])
  const answer = (leaves: boolean) => {
    if (question === null) return leaves ? blocker.proceed?.() : blocker.reset?.()
    leaving.current = leaves
    question.answer(leaves)
    setQuestion(null)
  }
  return (
    <ConfirmDialog
      open={blocker.state === "blocked" || question !== null}
      title="Leave this page?"
      question={text}
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}

const opensHere = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  link.target !== "_blank" &&
  link.origin === location.origin &&
  link.pathname !== location.pathname
