// What the page of a card shows before and instead of activating it, with a picture of the plastic card.
import type { ReactNode } from "react"
import { useLocation } from "react-router"
import { CARD } from "../../../domain/card/card-messages.ts"
import { loginPath, signupPath } from "../../session/return-path.ts"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { ButtonLink, TextLink } from "../../ui/text-link.tsx"
import { CardPicture } from "../card-picture.tsx"
import { NarrowPage } from "../narrow-page.tsx"

/** While it loads or activates. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <NarrowPage
      title="Card Activation"
      intro={
        // As high as the next state, so that the card does not move.
        <span role="status" className="flex min-h-[3.2rem] items-start gap-3">
          <Spinner className="mt-1" />
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
      intro="This card is new. Sign in or create your card, and everyone who taps it will see your page."
      below="We'll bring you right back to this card."
    >
      <CardPicture look="tapped" />
      {/* Many who tap a new card have no account yet. */}
      <ButtonLink href={signupPath(pathname)} size="lg" className="mt-6 w-full">
        Create my card
      </ButtonLink>
      <ButtonLink href={loginPath(pathname)} size="lg" variant="secondary" className="mt-3 w-full">
        Login to Activate
      </ButtonLink>
    </NarrowPage>
  )
}
