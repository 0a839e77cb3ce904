// What the page of a card shows before and instead of activating it, with a picture of the plastic card.
import type { ReactNode } from "react"
import { useLocation } from "react-router"
import IconCheck from "~icons/check"
import IconX from "~icons/x"
import { CARD } from "../../../domain/card/card-messages.ts"
import { PlasticCard } from "../../documents/profile/plastic-card.tsx"
import { loginPath, signupPath } from "../../session/return-path.ts"
import { CountdownBar } from "../../ui/feedback/countdown-bar.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { ButtonLink, TextLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"

/** While it loads or activates. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <NarrowPage
      title="Card Activation"
      intro={
        <span role="status" className="flex items-center gap-3">
          <Spinner />
          {children}
        </span>
      }
    >
      <CardPicture look="tapped" />
    </NarrowPage>
  )
}

/** A card that was reported lost: its holder learns only that it is not in use. */
export function NotInUse() {
  return (
    <NarrowPage
      title={CARD.notInUse}
      intro={CARD.notInUseText}
      below={
        <>
          Is it yours? <TextLink href="/settings">See your cards</TextLink>
        </>
      }
    >
      <CardPicture look="off" />
      <ButtonLink href="/" size="lg" variant="secondary" className="mt-6 w-full">
        Go Home
      </ButtonLink>
    </NarrowPage>
  )
}

/** A new card, opened by a visitor who is not signed in. */
export function ReadyToActivate() {
  const { pathname } = useLocation()
  return (
    <NarrowPage
      title="Ready to Activate"
      intro="This card is new. Sign in or create your profile, and everyone who taps the card will see your page."
    >
      <CardPicture look="tapped" />
      {/* Many who tap a new card have no account yet. */}
      <ButtonLink href={signupPath(pathname)} size="lg" className="mt-6 w-full">
        Create my card
      </ButtonLink>
      <ButtonLink href={loginPath(pathname)} size="lg" variant="secondary" className="mt-3 w-full">
        Login to Activate
      </ButtonLink>
      <p className="mt-3 text-center text-sm text-ink-soft">We'll bring you right back to this card.</p>
    </NarrowPage>
  )
}

/** Its edge is cut out of the card. */
const BADGE = "done-badge absolute -right-3 -bottom-3 box-content border-4 border-well"

const LIVE = "border-transparent bg-[#24221e] text-[#f4f0e7] shadow-float dark:border-line-strong dark:bg-[#4a453c]"

/** Being tapped, not in use, activated (with the time until the redirect), or impossible to activate. */
export const CardPicture = ({ look }: { look: "tapped" | "off" | "done" | "failed" }) => (
  <>
    <PlasticCard {...((look === "tapped" || look === "done") && { look: LIVE })}>
      {look === "done" && (
        <span className={`${BADGE} arrives`}>
          <IconCheck size={22} stroke={3} />
        </span>
      )}
      {look === "failed" && (
        <span className={`${BADGE} bg-ink`}>
          <IconX size={22} stroke={3} />
        </span>
      )}
    </PlasticCard>
    {look === "done" && <CountdownBar className="mt-3 bg-line" />}
  </>
)
