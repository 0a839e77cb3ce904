// The guard of pages that need a signed-in user: visitors are asked to sign in, and come back afterwards.
import { Fragment, type ReactNode, useEffect } from "react"
import { useLocation, useNavigate } from "react-router"
import { AUTH } from "../../domain/messages.ts"
import { Notice } from "../ui/feedback/notice.tsx"
import { showToast } from "../ui/feedback/toast-manager.ts"
import { loginPath } from "./return-path.ts"
import { type SignedIn, useDeferredSession } from "./session-store.ts"

interface RequireUserProps {
  /** shown until the session is known, in the page's layout */
  waiting: ReactNode
  children: (member: SignedIn) => ReactNode
}

export function RequireUser({ waiting, children }: RequireUserProps) {
  const session = useDeferredSession()
  if (session.status === "loading") return waiting
  if (session.status === "signed-out") return <SignInFirst />
  // Nothing that was loaded for one member is shown to the next.
  return <Fragment key={session.user.id}>{children(session)}</Fragment>
}

function SignInFirst() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    showToast({ title: AUTH.required, description: AUTH.requiredDetail })
    void navigate(loginPath(pathname + search + hash), { replace: true })
  }, [navigate, pathname, search, hash])
  return <Notice title={AUTH.required}>{AUTH.requiredDetail}</Notice>
}
