// After a correct password and code: greets and goes back to the previous page, or offers to reactivate the account.
import { useState } from "react"
import { useLocation, useNavigate } from "react-router"
import type { Me } from "../../../api/account.ts"
import { AUTH } from "../../../domain/messages.ts"
import { authClient } from "../../session/auth-client.ts"
import { takePreventRedirect } from "../../session/flags.ts"
import { returnPath } from "../../session/return-path.ts"
import { whenKnown } from "../../session/session-store.ts"
import { setSignInProgress } from "../../session/sign-in-progress.ts"
import { type FlashToast, flashToast } from "../../ui/feedback/flash-toast.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { isAppPath } from "../../ui/text-link.tsx"

const WELCOME = { title: AUTH.welcome, description: AUTH.signedIn, tone: "good" } as const

export interface Arrival {
  /** after a correct password or code */
  arrive(): Promise<void>
  /** set while a deactivated account waits for an answer */
  deactivated: Me | null
  /** after reactivation */
  goOn(): Promise<void>
  /** not reactivated: signed out again */
  leave(): Promise<void>
}

export function usePostSignIn(): Arrival {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [deactivated, setDeactivated] = useState<Me | null>(null)

  async function go(greeting: FlashToast): Promise<void> {
    const path = returnPath(search)
    if (takePreventRedirect()) {
      showToast({ ...greeting, about: "sign-in" })
      setSignInProgress(null)
    } else if (isAppPath(path)) {
      showToast({ ...greeting, about: "sign-in" })
      await navigate(path, { replace: true })
    } else {
      flashToast(greeting)
      location.assign(path)
    }
  }

  return {
    deactivated,
    async arrive() {
      const session = await whenKnown()
      if (session.status !== "signed-in") return setSignInProgress(null)
      if (session.me?.account === "deactivated") return setDeactivated(session.me)
      return go(WELCOME)
    },
    async leave() {
      setDeactivated(null)
      await authClient().signOut({ scope: "local" })
      setSignInProgress(null)
    },
    async goOn() {
      setDeactivated(null)
      return go({ title: AUTH.reactivated, description: AUTH.reactivatedDetail, tone: "good" })
    },
  }
}
