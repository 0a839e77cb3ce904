// The islands of a member on a document: account menu, owner's tools, toasts. Runs when imported: it fills
// the places reserved by the document. The application has no such places and uses the components.
import { createRoot } from "react-dom/client"
import { AccountMenu } from "../session/account-menu.tsx"
import { OwnHidden } from "../session/hidden-notice.tsx"
import { AccountBlock } from "../session/page-overlays.tsx"
import { Toasts } from "../ui/feedback/toasts.tsx"
import { EXCHANGE_EVENT } from "./exchange-event.ts"
import { offerProfile } from "./give-profile.tsx"
import { OwnerHints, OwnerTools, ShowCard } from "./owner-tools.tsx"

export { AccountMenu, OwnerHints, OwnerTools, OwnHidden, ShowCard }

const corner = document.querySelector("[data-signed-out]")?.parentElement
if (corner) {
  createRoot(corner).render(<AccountMenu />)
  const below = document.createElement("div")
  document.body.append(below)
  createRoot(below).render(
    <>
      <AccountBlock />
      <Toasts />
    </>,
  )
}

const sheet = document.querySelector<HTMLElement>("[data-profile]")
const place = sheet?.querySelector("[data-owner]")
if (sheet && place) {
  const { profile = "", name = "", url = "", username = "" } = sheet.dataset
  createRoot(place).render(<OwnerTools id={profile} name={name} url={url} username={username} />)
  const above = document.createElement("div")
  above.className = "contents"
  sheet.querySelector("[data-save]")?.before(above)
  createRoot(above).render(<ShowCard id={profile} />)
  const below = document.createElement("div")
  sheet.parentElement?.append(below)
  createRoot(below).render(<OwnerHints id={profile} />)
}

document.addEventListener(EXCHANGE_EVENT, ({ detail }: CustomEventInit<HTMLElement>) => detail && offerProfile(detail))
// With a slow connection it is open before this script has loaded.
const opened = sheet && document.querySelector<HTMLElement>("[data-exchange]")
if (opened) offerProfile(opened)

const unavailable = document.querySelector("[data-hidden]")
if (unavailable) createRoot(unavailable).render(<OwnHidden />)
