// Signing in as specified (section 4): first, every old session is ended; then the password, perhaps a code, and the way back.
import { useEffect, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import type { Me } from "../../api/account.ts"
import { AUTH } from "../../domain/messages.ts"
import { flashToast } from "../ui/feedback/flash-toast.ts"
import { showToast, type ToastText } from "../ui/feedback/toast-manager.ts"
import { opensInApp } from "../ui/text-link.tsx"
import { call, sentenceOf } from "./api.ts"
import { authErrorMessage, withAuth } from "./auth-client.ts"
import { returnPath } from "./return-path.ts"
import { setSignInProgress, verifiedFactors, whenKnown } from "./session-store.ts"
import { clearAuthStorage, takePreventRedirect } from "./storage.ts"

export interface SignInFailure {
  message: string
  isUnconfirmed: boolean
}

/** Null when signed in. */
export async function signIn(email: string, password: string): Promise<SignInFailure | null> {
  const { error } = await withAuth(async (client) => {
    // Ends the old session on the server too; a failure must not prevent the sign-in.
    await client.signOut({ scope: "global" }).catch(() => undefined)
    clearAuthStorage()
    return client.signInWithPassword({ email, password })
  })
  if (error === null) return null
  const isUnconfirmed = error.code === "email_not_confirmed"
  return { message: authErrorMessage(error), isUnconfirmed }
}

/** @returns null when the code was correct and the session is complete, or a message */
export async function enterCode(code: string): Promise<string | null> {
  const { data } = await withAuth((client) => client.getSession())
  // With several apps, any of them will do: the server finds the one with this code.
  const factor = data.session && verifiedFactors(data.session).find(({ factor_type }) => factor_type === "totp")
  if (!factor) return AUTH.noUser
  const { error } = await withAuth((client) => client.mfa.challengeAndVerify({ factorId: factor.id, code }))
  return error && authErrorMessage(error)
}

/** Removes every factor, so that the session is complete without one. @returns null when the code was correct, or a message */
export async function enterRecoveryCode(code: string): Promise<string | null> {
  try {
    await call("POST /api/account/recovery-codes/redemption", { body: { code } })
  } catch (error) {
    // If only the answer was lost, no factor is left, and every code would be refused.
    if (await hasFactor()) return sentenceOf(error)
  }
  // The current session still lists the removed factors.
  const { error } = await withAuth((client) => client.refreshSession())
  return error && authErrorMessage(error)
}

/** True also when it cannot be known. */
async function hasFactor(): Promise<boolean> {
  const { data, error } = await withAuth((client) => client.getUser())
  return error !== null || verifiedFactors(data).length > 0
}

const WELCOME: ToastText = { title: AUTH.welcome, description: AUTH.signedIn, tone: "good" }
const REACTIVATED: ToastText = { ...WELCOME, title: AUTH.reactivated, description: AUTH.reactivatedDetail }

/** After a correct password and code: greets and goes back to the previous page, or offers to reactivate the account. */
export function usePostSignIn() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [deactivated, setDeactivated] = useState<Me | null>(null)
  useEffect(() => () => setSignInProgress(null), [])

  async function greetAndReturn(greeting: ToastText): Promise<void> {
    const path = returnPath(search)
    const isPrevented = takePreventRedirect()
    if (!isPrevented && !opensInApp(path)) {
      flashToast(greeting)
      location.assign(path)
      return
    }
    showToast(greeting)
    if (isPrevented) setSignInProgress(null)
    else await navigate(path, { replace: true })
  }

  return {
    /** the account, while a deactivated one waits for an answer */
    deactivated,
    /** after a correct password, code, passkey or company login */
    async finishSignIn() {
      // The client has announced the session: the store is loading its user.
      const session = await whenKnown()
      if (session.status !== "signed-in") return setSignInProgress(null)
      if (session.me?.account === "deactivated") return setDeactivated(session.me)
      return greetAndReturn(WELCOME)
    },
    /** after reactivation */
    async continueReactivated() {
      setDeactivated(null)
      return greetAndReturn(REACTIVATED)
    },
    /** not reactivated: signed out again */
    async declineReactivation() {
      setDeactivated(null)
      await withAuth((client) => client.signOut({ scope: "local" }))
      setSignInProgress(null)
    },
  }
}
