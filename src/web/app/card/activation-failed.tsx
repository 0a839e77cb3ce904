// 'Card Activation Failed' (specification section 8), with the next steps.
import { useLocation } from "react-router"
import { CARD } from "../../../domain/card/card-messages.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { createProfilePath, loginPath } from "../../session/return-path.ts"
import { useSession } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ButtonLink } from "../../ui/text-link.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { NarrowPage } from "../narrow-page.tsx"
import { CardPicture } from "./card-states.tsx"

const FIRST = { profile: PROFILE.createFirst, factor: CARD.factorFirst } satisfies Record<Need, string>

/** Signed in, but without a profile that the card could lead to, or without the second factor that everyone needs here. */
export type Need = "profile" | "factor"

interface ActivationFailedProps {
  /** given when trying again may help */
  onRetry?: () => Promise<void> | void
  needs?: Need | undefined
  /** there is no card at this address */
  isUnknown?: boolean
}

export function ActivationFailed({ onRetry, needs, isUnknown = false }: ActivationFailedProps) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const isReady = useHydrated()
  const unknown = isUnknown ? `${CARD.unknown} ${CARD.tapAgain}` : undefined
  const reason = needs === undefined ? unknown : FIRST[needs]
  // Its space is reserved until the session is known.
  const login = status !== "signed-in" && {
    href: loginPath(pathname),
    children: "Login to Activate",
    className: status === "loading" ? "invisible" : "",
  }
  return (
    <NarrowPage title={CARD.failedTitle} intro={<span role="alert">{reason ?? CARD.failed}</span>}>
      <CardPicture look="failed" />
      <div className="mt-6 flex flex-col gap-3">
        {needs === "profile" && (
          <ButtonLink href={createProfilePath(pathname)} size="lg">
            Create Profile
          </ButtonLink>
        )}
        {needs === "factor" && (
          <ButtonLink href="/settings#security" size="lg" className="max-[22rem]:px-2">
            Set up two-step verification
          </ButtonLink>
        )}
        {onRetry && (
          <Button variant={isUnknown ? "secondary" : "primary"} size="lg" disabled={!isReady} onAct={onRetry}>
            Try again
          </Button>
        )}
        {/* Where there is no card, signing in does not help. */}
        {login && !isUnknown && <ButtonLink {...login} size="lg" variant="secondary" />}
        <div className="-mb-3 mt-3 border-line border-t pt-4">
          {reason !== undefined && <p className="text-sm text-pretty text-ink-soft">{CARD.failed}</p>}
          {/* Without a border, their text is what is at the edge. */}
          <div className="-mx-3 flex flex-wrap">
            <QuietLink href="/contact">Contact support</QuietLink>
            <QuietLink href="/">Go Home</QuietLink>
            {login && isUnknown && <QuietLink {...login} />}
          </div>
        </div>
      </div>
    </NarrowPage>
  )
}

const QuietLink = ({ className = "", ...link }: { href: string; children: string; className?: string }) => (
  <ButtonLink {...link} variant="quiet" size="sm" className={classNames("underline underline-offset-4", className)} />
)
