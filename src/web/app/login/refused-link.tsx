// On the login page: why the link to reset a password that led here was refused.
import { useLocation } from "react-router"
import { RESET } from "../../../domain/account/reset-messages.ts"
import { Notice } from "../../ui/feedback/notice.tsx"

/** What the page that leads to /login hands over. */
export interface LoginState {
  /** the specification's sentence */
  refusedLink: string
}

export function RefusedLink() {
  const state = useLocation().state as LoginState | null
  if (!state?.refusedLink) return null
  return (
    <Notice tone="bad" title={RESET.title} className="mb-5">
      {state.refusedLink}
    </Notice>
  )
}
