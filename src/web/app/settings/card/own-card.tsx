// /settings/card: your card to hold out, large and bright; it opens without a network.
import { useEffect, useState } from "react"
import type { PublicProfile } from "../../../../domain/profile/profile.ts"
import { keepCard, keptCard } from "../../../offline/keep-card.ts"
import { RequireUser } from "../../../session/require-user.tsx"
import { useSessionInPieces } from "../../../session/session-store.ts"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { LoadFailed } from "../../account-notices.tsx"
import { pageTitle } from "../../titles.ts"
import { CreateProfile } from "../create-profile.tsx"
import { ShownCard } from "./shown-card.tsx"

export const meta = pageTitle("My Card")

/** The card is shown first: saving it for offline use takes network and processor time on a slow phone. */
const KEEP_AFTER_MS = 1500

export default function OwnCard() {
  const isHydrated = useHydrated()
  const session = useSessionInPieces()
  const fresh = session.status === "signed-in" ? (session.me?.profile ?? null) : null
  const isKept = useKept(fresh)
  // Without a network, the session cannot be checked; signing out removes the copy.
  const card = fresh ?? (isHydrated ? keptCard() : null)
  const isWaiting = session.status === "loading" || (session.status === "signed-in" && session.loaded === "loading")
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6">
      {/* In the font of the name, so that it is loaded when the name appears. */}
      <h1 className="sr-only font-serif text-xl font-semibold">My Card</h1>
      {card !== null || isWaiting ? (
        <ShownCard card={card} isKept={isKept} />
      ) : (
        <RequireUser waiting={null}>
          {({ me }) =>
            me === null ? (
              <LoadFailed />
            ) : (
              <CreateProfile title="There is no card yet">
                Create your profile, and its QR code will be here.
              </CreateProfile>
            )
          }
        </RequireUser>
      )}
    </div>
  )
}

/** Saves the server's answer for offline use. @returns whether it is saved */
function useKept(fresh: PublicProfile | null): boolean {
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    if (fresh === null) return
    const shown = setTimeout(() => {
      // The card is still shown: a device without space, or with strict settings, saves nothing.
      keepCard(fresh).then(setIsKept, () => setIsKept(false))
    }, KEEP_AFTER_MS)
    return () => clearTimeout(shown)
  }, [fresh])
  return isKept
}
