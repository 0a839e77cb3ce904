// A profile opened inside the application has no visitor script: the application provides the same functions.
import { type ComponentType, Suspense, useEffect } from "react"
import { useSite } from "../layout/site.ts"
import { SESSION_KEY } from "../session/storage.ts"
import { later } from "../ui/later.tsx"
import type { SharedProfile } from "../visitor/share-link.ts"

type Islands = typeof import("../visitor/islands.tsx")

/** Without its code, the profile is there all the same. */
const island = <Props extends object>(of: (islands: Islands) => ComponentType<Props>) =>
  later(
    async () => of(await import("../visitor/islands.tsx")),
    () => null,
  )

const AccountMenu = island((islands) => islands.AccountMenu)
const OwnHidden = island((islands) => islands.OwnHidden)
const OwnerHints = island((islands) => islands.OwnerHints)
const ShowCard = island((islands) => islands.ShowCard)
const OwnerTools = island((islands) => islands.OwnerTools)

/** Effects never run for a document: it is not hydrated. */
export function useVisitorScript(): void {
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const parts = [
      import("../visitor/save-and-share.ts"),
      import("../visitor/count.ts"),
      import("../visitor/contact-card.ts"),
    ] as const
    void Promise.all(parts).then(([{ listen }, { countView }, card]) => {
      if (signal.aborted) return
      listen({ card: async () => card, offer: () => import("../visitor/offer-browser.ts") }, signal)
      countView(signal)
    })
    return () => end.abort()
  }, [])
}

/** A document has its title from the start; here it is known only after the profile has loaded. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

/** What the inline script of a document does before its first paint (root.tsx). */
export function useMemberMark(): void {
  useEffect(() => {
    if (localStorage.getItem(SESSION_KEY) !== null) document.documentElement.dataset.member = ""
    return () => {
      delete document.documentElement.dataset.member
    }
  }, [])
}

/** Next to the portrait: reserved for the owner's island, so that nothing moves when it loads. */
export function OwnerPlace(profile: SharedProfile) {
  if (import.meta.env.SSR) return <div data-owner="" />
  return (
    <Suspense>
      <OwnerTools {...profile} />
    </Suspense>
  )
}

/** Above Save Contact; on a document, the island creates its own place. */
export function ShowCardPlace({ id }: { id: string }) {
  if (import.meta.env.SSR) return null
  return (
    <Suspense>
      <ShowCard id={id} />
    </Suspense>
  )
}

/** Below the card; on a document, the island creates its own place, which costs visitors nothing. */
export function HintsPlace({ id }: { id: string }) {
  if (import.meta.env.SSR) return null
  return (
    <Suspense>
      <OwnerHints id={id} />
    </Suspense>
  )
}

/** On a page that is unavailable: tells its owner why. */
export function HiddenPlace() {
  if (import.meta.env.SSR) return <div data-hidden="" />
  return (
    <Suspense>
      <OwnHidden />
    </Suspense>
  )
}

/** The header's account corner in the application; undefined on a document, where the island fills it. */
export const accountCorner = () => (import.meta.env.SSR ? undefined : <AccountCorner />)

function AccountCorner() {
  const { sign_up } = useSite()
  return (
    <Suspense>
      <AccountMenu isClosed={sign_up === "closed"} />
    </Suspense>
  )
}
