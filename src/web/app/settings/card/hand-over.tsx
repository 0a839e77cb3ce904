// The card to hold out: the owner's color over the whole screen, portrait, name, and a code as large as the screen allows.
import { type ReactNode, type TouchEvent, useEffect, useRef, useState } from "react"
import IconCloudCheck from "~icons/cloud-check"
import IconEyeOff from "~icons/eye-off"
import IconRotateClockwise from "~icons/rotate-clockwise"
import IconX from "~icons/x"
import { profilePath } from "../../../../domain/paths.ts"
import { accentOf } from "../../../../domain/profile/accent.ts"
import { INK } from "../../../../domain/profile/inks.ts"
import type { PublicProfile } from "../../../../domain/profile/profile.ts"
import { shownIn } from "../../../../domain/profile/visibility.ts"
import { Portrait } from "../../../documents/profile/portrait.tsx"
import { QrCode } from "../../../documents/profile/qr-code.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { ContactCode } from "../../../ui/contact-code.tsx"
import { Loading, Skeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tab, TabList, TabPanel, TabRoot } from "../../../ui/layout/tab-parts.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { InkPattern } from "./ink-pattern.tsx"
import { InstallButton } from "./install-button.tsx"
import { useAwakeScreen } from "./use-awake-screen.ts"
import { useTurn } from "./use-turn.ts"

const SIDES = ["link", "contact"] as const
type Side = (typeof SIDES)[number]

/** A finger that moves less far, or more up than aside, does not swipe. In CSS pixels. */
const SWIPE_PX = 48

const ROUND = "flex size-12 cursor-pointer items-center justify-center rounded-full hover:bg-well"
const TAB =
  "min-h-12 flex-1 cursor-pointer select-none whitespace-nowrap rounded-full px-2 text-base font-semibold text-ink-soft hover:text-ink data-active:bg-ink data-active:text-sheet max-[16rem]:px-1 max-[16rem]:text-sm max-[16rem]:leading-tight max-[16rem]:whitespace-normal"
/** At least 280 CSS pixels of code within its white edge; larger where the screen has room. */
const CODE_WIDTH = "[--code:min(100vw-1rem,max(19rem,min(24rem,100dvh-27rem)))]"
const CODE = "size-(--code)"

interface HandOverProps {
  /** null: not loaded yet */
  card: PublicProfile | null
  isKept: boolean
  /** by a moderator */
  isHidden: boolean
}

export function HandOver({ card, isKept, isHidden }: HandOverProps) {
  // The code of a hidden page does not work.
  const first: Side = isHidden ? "contact" : "link"
  const [chosen, setChosen] = useState<Side | null>(null)
  const side = chosen ?? first
  const [isTurned, turn] = useTurn()
  const isReady = useHydrated()
  const move = (step: number) => setChosen(SIDES.at((SIDES.indexOf(side) + step) % SIDES.length) ?? side)
  const swipe = useSwipe((step) => move(isTurned ? -step : step))
  useAwakeScreen()
  // A page load: without a network, the service worker has the page, and the application has not loaded its code.
  const back = card === null ? "/" : profilePath(card.username)
  useKeys(back, move)
  const accent = card === null ? "sumi" : accentOf(card)
  return (
    <main
      data-ground="ink"
      data-accent={accent}
      data-as-opened={!isTurned && side === first ? "" : undefined}
      className="relative isolate flex min-h-dvh flex-col overflow-x-hidden bg-sheet pt-[env(safe-area-inset-top)] pb-[max(1rem,env(safe-area-inset-bottom))] text-ink"
    >
      <meta name="theme-color" content={INK[accent]} />
      <h1 className="sr-only">My Card</h1>
      {card !== null && <InkPattern card={card} className="h-72" />}
      <div className="flex justify-between p-2">
        <a href={back} aria-label="Close" className={ROUND}>
          <IconX size={24} aria-hidden="true" />
        </a>
        <button
          type="button"
          aria-pressed={isTurned}
          onClick={turn}
          disabled={!isReady}
          className={classNames(ROUND, "w-auto! gap-2 px-4")}
        >
          <IconRotateClockwise size={22} aria-hidden="true" />
          <span className="text-sm font-semibold">Rotate</span>
        </button>
      </div>
      <TabRoot
        value={side}
        onValueChange={(next) => setChosen(next as Side)}
        className={`flex flex-1 flex-col sm:justify-center ${CODE_WIDTH}`}
        {...swipe}
      >
        <div
          className={classNames(
            "flex flex-1 flex-col items-center justify-end gap-5 px-2 pb-6 sm:flex-none transition-transform duration-200 landscape:max-lg:flex-row landscape:max-lg:justify-center landscape:max-lg:gap-10",
            isTurned && "rotate-180",
          )}
        >
          {card === null ? <NameToCome /> : <Name card={card} />}
          {SIDES.map((name) => (
            <TabPanel key={name} value={name} tabIndex={-1} className="flex flex-col items-center gap-3 text-center">
              {card === null ? (
                <CodeToCome />
              ) : name === "link" ? (
                <ProfileCode card={card} isHidden={isHidden} />
              ) : (
                <OfflineContact card={card} isHidden={isHidden} />
              )}
            </TabPanel>
          ))}
        </div>
        <TabList
          aria-label="QR code contents"
          inert={!isReady}
          className="mx-auto flex w-(--code) gap-1 rounded-full bg-well p-1"
        >
          <Tab value="link" onFocus={() => setChosen("link")} className={TAB}>
            Profile
          </Tab>
          <Tab value="contact" onFocus={() => setChosen("contact")} className={TAB}>
            Offline contact
          </Tab>
        </TabList>
      </TabRoot>
      <div className="flex min-h-11 flex-wrap items-center justify-center gap-x-4 px-4 pt-2 text-center">
        {isKept && !(isHidden && side === "link") && (
          <p role="status" className="text-sm text-ink-soft">
            <IconCloudCheck size={18} className="mr-1.5 inline-block align-text-bottom" />
            Saved on this device. Works offline.
          </p>
        )}
        {card !== null && <InstallButton />}
      </div>
    </main>
  )
}

/** The portrait in the card's own layout. */
const FACE = {
  classic: "",
  portrait: "*:size-32 *:rounded-3xl *:border-0",
  vertical: "*:rounded-full",
}

function Name({ card }: { card: PublicProfile }) {
  const { job_title, business_name } = shownIn("page", card)
  const role = [job_title, business_name].filter(Boolean).join(", ")
  return (
    <div className="flex max-w-96 min-w-0 flex-col items-center text-center">
      {card.look.layout !== "minimal" && (
        <div className={FACE[card.look.layout]}>
          <Portrait name={nameOf(card)} picture={card.profile_picture} isLarge={card.look.layout === "portrait"} />
        </div>
      )}
      <p dir="auto" className="mt-3 line-clamp-2 font-serif text-2xl font-semibold text-balance">
        {nameOf(card)}
      </p>
      {role !== "" && (
        <p dir="auto" className="mt-0.5 line-clamp-2 text-balance text-ink-soft">
          {role}
        </p>
      )}
    </div>
  )
}

const NameToCome = () => (
  <div className="flex flex-col items-center gap-3">
    <Loading />
    <Skeleton className="size-28 rounded-[30%]" />
    <Skeleton className="h-8 w-48 max-w-full" />
    <Skeleton className="h-6 w-56 max-w-full" />
  </div>
)

const nameOf = ({ full_name, username }: PublicProfile): string => full_name || username

const urlOf = ({ username }: PublicProfile): string => location.origin + profilePath(username)

const ProfileCode = ({ card, isHidden }: { card: PublicProfile; isHidden: boolean }) => (
  <Code
    caption={isHidden ? "Your offline contact still works." : `Scan to view ${nameOf(card)}'s profile`}
    isHidden={isHidden}
    {...(isHidden && { ground: "bg-raised" })}
  >
    {isHidden ? (
      <HiddenPage />
    ) : (
      <QrCode text={urlOf(card)} label={`QR code of ${urlOf(card)}`} ink={INK[accentOf(card)]} className="size-full" />
    )}
  </Code>
)

const HiddenPage = () => (
  <p
    role="status"
    className="flex size-full flex-col items-center justify-center gap-4 px-4 text-lg font-semibold text-balance"
  >
    <IconEyeOff size={40} aria-hidden="true" />
    Your page is hidden for now.
  </p>
)

const OfflineContact = ({ card, isHidden }: { card: PublicProfile; isHidden: boolean }) => (
  <Code
    caption={`Scan to save the contact. ${isHidden ? "Your page is hidden for now." : "Works offline."}`}
    isHidden={isHidden}
  >
    <ContactCode card={card} url={urlOf(card)} className="size-full border-0" />
  </Code>
)

const CodeToCome = () => (
  <>
    <Skeleton className={classNames(CODE, "rounded-3xl")} />
    <Skeleton className="h-6 w-56" />
  </>
)

interface CodeProps {
  caption: string
  isHidden: boolean
  /** of a code: white */
  ground?: string
  children: ReactNode
}

const Code = ({ caption, isHidden, ground = "bg-[#fff] shadow-float", children }: CodeProps) => (
  <>
    <div className={classNames(CODE, "relative overflow-hidden rounded-3xl", ground)}>{children}</div>
    {/* For a hidden page, one side has two lines and the other has one: what is above stays in its place. */}
    <p className={classNames("max-w-(--code) text-balance text-ink", isHidden && "min-h-[2lh]")}>{caption}</p>
  </>
)

/** Arrow keys change the side, wherever the focus is, and Escape closes. @param back where Escape leads */
function useKeys(back: string, move: (step: number) => void): void {
  useEffect(() => {
    const press = ({ key, defaultPrevented }: KeyboardEvent) => {
      // The tabs have moved the focus, which the side follows.
      if (defaultPrevented) return
      if (key === "ArrowRight") move(1)
      if (key === "ArrowLeft") move(-1)
      if (key === "Escape") location.assign(back)
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  })
}

/** @param onSwipe gets 1 for a finger that moves to the left, -1 for one that moves to the right */
function useSwipe(onSwipe: (step: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0)
      start.current = touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0)
      if (start.current === null || !touch) return
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
      if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
