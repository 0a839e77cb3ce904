// What the page of a card shows before and instead of activating it, with a picture of the plastic card.
import type { ReactNode } from "react"
import { useLocation } from "react-router"
import IconCheck from "~icons/check"
import IconX from "~icons/x"
import { CARD } from "../../../domain/card/card-messages.ts"
import { Mark } from "../../layout/mark.tsx"
import { loginPath, signupPath } from "../../session/return-path.ts"
import { classNames } from "../../ui/class-names.ts"
import { CountdownBar } from "../../ui/feedback/countdown-bar.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { NfcWaves } from "../../ui/nfc-waves.tsx"
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

type Look = "tapped" | "off" | "done" | "failed"

/** Its edge is cut out of the card. */
const BADGE = "done-badge absolute -right-3 -bottom-3 box-content border-4 border-well"

/** Being tapped, not in use, activated (with the time until the redirect), or impossible to activate. */
export function CardPicture({ look }: { look: Look }) {
  const isDead = look === "failed" || look === "off"
  return (
    <div aria-hidden="true" className="relative grid place-items-center overflow-clip rounded-2xl bg-well py-8 sm:py-9">
      <div className="relative -rotate-3">
        <div
          className={classNames(
            "flex h-32 w-51 flex-col justify-between rounded-2xl border p-4",
            // What is off is only an outline.
            isDead
              ? "border-line-strong text-ink-soft *:opacity-60"
              : "border-transparent bg-[#24221e] text-[#f4f0e7] shadow-float dark:border-line-strong dark:bg-[#4a453c]",
          )}
        >
          <div className="flex items-start justify-between">
            <Mark className="size-7" />
            <NfcWaves className="size-8" />
          </div>
          <div className="flex flex-col gap-2">
            <span className="h-2.5 w-24 rounded-full bg-current" />
            <span className="h-2 w-16 rounded-full bg-current opacity-60" />
          </div>
        </div>
        {look === "done" && (
          <span className={`${BADGE} arrives`}>
            <IconCheck size={22} stroke={3} />
          </span>
        )}
        {look === "failed" && (
          <span className={`${BADGE} bg-bad`}>
            <IconX size={22} stroke={3} />
          </span>
        )}
      </div>
      {look === "done" && <CountdownBar className="absolute inset-x-0 bottom-0 rounded-none bg-line" />}
    </div>
  )
}
