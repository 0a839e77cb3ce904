// /settings/card: the own card to hold out to somebody, large and bright; it opens without a network.
import { useEffect, useState } from "react"
import { profilePath } from "../../../domain/paths.ts"
import type { PublicProfile } from "../../../domain/profile.ts"
import { keepCard, keptCard } from "../../offline/keep-card.ts"
import { RequireUser } from "../../session/require-user.tsx"
import { useSessionInPieces } from "../../session/session-store.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { LoadFailed } from "../load-failed.tsx"
import { pageTitle } from "../titles.ts"
import { ShownCard } from "./shown-card.tsx"

export const meta = pageTitle("My Card")

export default function OwnCard() {
  const isHydrated = useHydrated()
  const session = useSessionInPieces()
  const fresh = session.status === "signed-in" ? (session.me?.profile ?? null) : null
  const isKept = useKept(fresh)
  // Without a network nobody can be asked who this is; signing out removes the copy.
  const card = fresh ?? (isHydrated ? keptCard() : null)
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6">
      <h1 className="sr-only">My Card</h1>
      {card ? (
        <ShownCard card={card} url={location.origin + profilePath(card.username)} isKept={isKept} />
      ) : (
        <RequireUser waiting={<Waiting />}>
          {({ me, loaded }) => {
            if (loaded === "loading") return <Waiting />
            return me === null ? <LoadFailed /> : <NoCard />
          }}
        </RequireUser>
      )}
    </div>
  )
}

/** Keeps what the server just said, and tells when that is done. */
function useKept(fresh: PublicProfile | null): boolean {
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    if (fresh === null) return
    // The card is shown all the same: a device without room or with strict settings keeps nothing.
    keepCard(fresh).then(setIsKept, () => setIsKept(false))
  }, [fresh])
  return isKept
}

const Waiting = () => (
  <div className="flex flex-col items-center gap-6">
    <p role="status" className="sr-only">
      Loading...
    </p>
    <Skeleton className="h-16 w-64 max-w-full" />
    <Skeleton className="aspect-square w-full max-w-80 rounded-2xl" />
    <p className="text-center text-balance text-ink-soft">
      Your code for any phone's camera. Once it has been shown here, it opens without a connection, too.
    </p>
  </div>
)

const NoCard = () => (
  <div className="flex flex-col gap-5">
    <Notice title="There is no card yet">Create your profile, and its QR code will be here.</Notice>
    <ButtonLink href="/edit-profile" wide>
      Create Profile
    </ButtonLink>
  </div>
)
