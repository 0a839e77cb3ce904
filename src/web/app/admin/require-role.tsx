// The guard of the portal's pages (specification section 6): explains why access is denied, and what to do.
import { Fragment, type ReactNode } from "react"
import { useLocation } from "react-router"
import type { Me } from "../../../api/account.ts"
import { FACTOR } from "../../../domain/account/account-messages.ts"
import type { Role } from "../../../domain/account/roles.ts"
import { AUTH } from "../../../domain/messages.ts"
import { loginPath } from "../../session/return-path.ts"
import { refreshMe, useDeferredSession } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { dayOf } from "../../ui/dates.ts"
import { Notice } from "../../ui/feedback/notice.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { ButtonLink, TextLink } from "../../ui/text-link.tsx"
import { roleLabel } from "./role-badge.tsx"

/** Any of them is enough; the first is named when none is there. */
type Roles = [Role, ...Role[]]

const hasRole = (me: Me, roles: Roles): boolean => roles.some((role) => me.roles.includes(role))

const needsFactor = ({ second_factor_due_at: due }: Me): boolean => due !== null && new Date(due) <= new Date()

/** Whether the content is shown, for what stands outside it. */
export function useMayEnter(roles: Roles): boolean {
  const session = useDeferredSession()
  if (session.status !== "signed-in" || session.meStatus === "loading" || session.me === null) return false
  return hasRole(session.me, roles) && !needsFactor(session.me)
}

export interface RequireRoleProps {
  roles: Roles
  children: (me: Me) => ReactNode
}

export function RequireRole({ roles, children }: RequireRoleProps) {
  const session = useDeferredSession()
  const { pathname, search } = useLocation()
  if (session.status === "signed-out")
    return (
      <Refused title="Authentication Required" text={AUTH.requiredDetail}>
        <ButtonLink href={loginPath(pathname + search)}>Sign In</ButtonLink>
      </Refused>
    )
  if (session.status === "loading" || session.meStatus === "loading") return <Notice>Checking permissions...</Notice>
  const { me } = session
  if (me === null)
    return (
      <Refused title="Error Loading Permissions" text={AUTH.rolesFailed}>
        <Button onAct={refreshMe}>Try again</Button>
      </Refused>
    )
  if (!hasRole(me, roles))
    return (
      <Refused
        title="Access Denied"
        text={`You need the ${roleLabel(roles[0])} role. Ask an administrator for access.`}
      >
        <ButtonLink href="/">Go to Home</ButtonLink>
      </Refused>
    )
  if (needsFactor(me))
    return (
      <Refused tone="neutral" title="Two-step Verification Required" text="Set it up to open the Admin Portal.">
        <ButtonLink href="/settings#security">{SET_UP}</ButtonLink>
      </Refused>
    )
  const { second_factor_due_at: due } = me
  return (
    <>
      {due !== null && (
        <Notice
          // Its own element: that of "Checking permissions" would change its size.
          key="due"
          standing
          className="bg-sheet! py-3! text-sm sm:items-center print:hidden [&>svg]:mt-0"
        >
          <p className="justify-between gap-4 text-wrap sm:flex">
            <span className="font-medium">{FACTOR.neededFrom(dayOf(due))}.</span>{" "}
            <TextLink href="/settings#security" aria-label={SET_UP} className="font-semibold! whitespace-nowrap">
              Set up
            </TextLink>
          </p>
        </Notice>
      )}
      <Fragment key={me.user.id}>{children(me)}</Fragment>
    </>
  )
}

const SET_UP = "Set up two-step verification"

interface RefusedProps {
  tone?: "bad" | "neutral"
  title: string
  text: string
  children: ReactNode
}

const Refused = ({ tone = "bad", title, text, children }: RefusedProps) => (
  <Panel className="flex flex-col gap-5 sm:flex-row sm:items-center sm:justify-between">
    <Notice bare tone={tone} title={title}>
      {text}
    </Notice>
    {children}
  </Panel>
)
