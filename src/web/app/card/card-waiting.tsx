// A strip above signing in and up, for people who tapped a new card: it is still there when they are done.
import { useLocation } from "react-router"
import { withReturn } from "../../session/return-path.ts"
import { NfcWaves } from "../../ui/nfc-waves.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

const IS_CARD = /return=%2Fcard%2F/

/** Not on the server, which renders these pages once for everyone. */
export function CardWaiting() {
  const isReady = useHydrated()
  const { pathname, search } = useLocation()
  const isOnTheWay = ["/login", "/signup", "/verify-email"].includes(pathname)
  if (!isReady || !isOnTheWay || !IS_CARD.test(withReturn("/login", search))) return null
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
