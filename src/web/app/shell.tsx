// The frame of every app page: header, one column of paper, footer.
import { Outlet, useLocation } from "react-router"
import { Footer } from "../layout/footer.tsx"
import { Header } from "../layout/header.tsx"
import { useSite } from "../layout/site.ts"
import { AccountMenu } from "../session/account-menu.tsx"
import { PasskeyOffer } from "../session/passkey-offer.tsx"
import { pageToKeep } from "../session/return-path.ts"
import { useFocusRestore } from "../ui/overlay/use-focus-restore.ts"
import { TextLink } from "../ui/text-link.tsx"
import { useHydrated } from "../ui/use-hydrated.ts"
import { CardWaiting } from "./card/card-waiting.tsx"

export const handle = { app: true }

export default function Shell() {
  useFocusRestore()
  const { sign_up } = useSite()
  const { pathname, search } = useLocation()
  // The server that rendered the page does not know the query.
  const from = pageToKeep(pathname, useHydrated() ? search : "")
  return (
    <div className="flex min-h-dvh flex-col">
      <Header
        account={
          <AccountMenu link={(href) => <TextLink bare href={href} />} isClosed={sign_up === "closed"} from={from} />
        }
      />
      {/* As high as the screen, so that the footer starts below it and does not move while content loads. */}
      <main className="mx-auto flex min-h-[calc(100dvh-4rem)] w-full max-w-6xl flex-1 flex-col px-4 pt-4 pb-16 sm:px-6 sm:pt-10">
        <noscript>
          <p className="mb-6 rounded-xl bg-well p-4">
            This page needs JavaScript. Public profiles and the information pages work without it.
          </p>
        </noscript>
        <div className="flex flex-1 flex-col noscript:hidden">
          <CardWaiting />
          <PasskeyOffer />
          <Outlet />
        </div>
      </main>
      <Footer from={from} />
    </div>
  )
}
