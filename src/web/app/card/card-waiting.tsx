// A strip above signing in and up, for people who tapped a new card: it is still there when they are done.
import { useLocation } from "react-router"
import { cameFrom, isCardPath } from "../../session/return-path.ts"
import { useSession, useSignInProgress } from "../../session/session-store.ts"
import { NfcWaves } from "../../ui/nfc-waves.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

/** Not on the server, which renders these pages once for everyone. */
export function CardWaiting() {
  const isReady = useHydrated()
  const { pathname, search } = useLocation()
  const { status } = useSession()
  const isSigningIn = useSignInProgress() !== null
  const isOnTheWay = ["/login", "/signup", "/verify-email"].includes(pathname)
  const isDone = status === "signed-in" && !isSigningIn
  if (!isReady || !isOnTheWay || isDone || !isCardPath(cameFrom(search) ?? "")) return null
  return (
    <p
      role="note"
      className="mx-auto mb-4 flex w-full max-w-md items-center gap-3 rounded-2xl bg-[#24221e] px-4 py-3 text-sm text-[#f4f0e7] dark:bg-[#3a362f]"
    >
      <NfcWaves className="size-6 shrink-0" />
      <span>
        <strong className="font-semibold">Your card is waiting.</strong> We'll link it to your profile as soon as you
        sign in.
      </span>
    </p>
  )
}
