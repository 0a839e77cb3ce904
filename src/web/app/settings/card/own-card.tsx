// /settings/card: your card to hand over, the whole screen; it opens without a network, and at once from the home screen.
import { useContext, useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import { OWN_CARD_PATH } from "../../../../domain/paths.ts"
import type { PublicProfile } from "../../../../domain/profile/profile.ts"
import { KEPT_SCREEN, keepCard, keptCard } from "../../../offline/keep-card.ts"
import { LEAVE_OPENER } from "../../../offline/opener-policy.ts"
import { Rendering } from "../../../page-data.ts"
import { chosenProfile } from "../../../session/own-profiles.ts"
import { RequireUser } from "../../../session/require-user.tsx"
import { useDeferredSession } from "../../../session/session-store.ts"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { LoadFailed } from "../../account-notices.tsx"
import { NoSuchProfile } from "../../profile-switcher.tsx"
import { pageTitle } from "../../titles.ts"
import { CreateProfile } from "../create-profile.tsx"
import { HandOver } from "./hand-over.tsx"

export const handle = { app: true, firstScript: LEAVE_OPENER }
export const meta = pageTitle("My Card")

/** The card is shown first: saving it for offline use takes network and processor time on a slow phone. */
const KEEP_AFTER_MS = 1500

export default function OwnCard() {
  const isHydrated = useHydrated()
  const session = useDeferredSession()
  const [search] = useSearchParams()
  // The server that rendered the page does not know the query.
  const named = isHydrated ? search.get("profile") : null
  const me = session.status === "signed-in" ? session.me : null
  const fresh = me === null ? null : (chosenProfile(me, named) ?? null)
  const isKept = useKept(fresh, named)
  // Without a network, the session cannot be checked; signing out removes the copy.
  const card = fresh ?? (isHydrated ? keptCard(named) : null)
  const isWaiting = session.status === "loading" || (session.status === "signed-in" && session.meStatus === "loading")
  if (card !== null || isWaiting)
    return (
      <>
        {card === null && <KeptScreen />}
        <HandOver card={card} isKept={isKept} isHidden={fresh !== null && fresh.hidden_at !== null} />
      </>
    )
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 p-4">
      <h1 className="sr-only">My Card</h1>
      <RequireUser waiting={null}>
        {({ me }) =>
          me === null ? (
            <LoadFailed />
          ) : named !== null ? (
            <NoSuchProfile path={OWN_CARD_PATH} />
          ) : (
            <CreateProfile title="You don't have a card yet">
              Create your profile to get a card and its QR code.
            </CreateProfile>
          )
        }
      </RequireUser>
    </main>
  )
}

/**
 * The screen of the first profile as it was last shown, painted with the page itself: a phone takes a second to start the application. Its HTML is what
 * React made of the card, in the session's own storage; the page's policy lets no script in it run.
 */
function KeptScreen() {
  const { nonce } = useContext(Rendering)
  const script = `try{document.currentScript.previousSibling.innerHTML=location.search?"":localStorage["${KEPT_SCREEN}"]||""}catch{}`
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves to the script what is inside */}
      <div data-kept="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </>
  )
}

/** Saves the server's answer for offline use. @returns whether it is saved */
function useKept(fresh: PublicProfile | null, named: string | null): boolean {
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    if (fresh === null) return
    const shown = setTimeout(() => {
      // The card is still shown: a device without space, or with strict settings, saves nothing.
      keepCard(fresh, named).then(setIsKept, () => setIsKept(false))
    }, KEEP_AFTER_MS)
    return () => clearTimeout(shown)
  }, [fresh, named])
  return isKept
}
