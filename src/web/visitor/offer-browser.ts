// Another app's own browser cannot save contacts: a sheet offers the real browser instead. Loaded when someone tries. The other sheet of
// the page comes with it: the page names one file for both.
import { loadStyles } from "./styles.ts"

export { openExchange } from "./exchange-sheet.ts"

const BUTTON = "flex min-h-13 w-full items-center justify-center rounded-xl px-5 font-semibold"

/** Opens the real browser if possible, or copies the link. @param copyLink copies the page's address and says so */
export async function offerBrowser(copyLink: () => void): Promise<void> {
  await loadStyles()
  const dialog = document.createElement("dialog")
  dialog.className =
    "mx-auto mt-auto mb-0 w-full max-w-md rounded-t-3xl bg-sheet p-6 text-center text-ink shadow-float backdrop:bg-[#000]/50"
  dialog.setAttribute("aria-labelledby", "offer-title")
  const title = element("h2", "font-serif text-xl font-semibold", "Open in your browser")
  title.id = "offer-title"
  const text = "This app can't save contacts. Open this page in your browser, then tap Save Contact again."
  const open = element("a", `${BUTTON} mt-5 bg-accent text-on-accent`, "Open in your browser")
  open.setAttribute("href", browserAddress())
  const copy = element("button", `${BUTTON} mt-2.5 border border-line-strong`, "Copy Link")
  copy.onclick = () => {
    dialog.close()
    copyLink()
  }
  const close = element("button", `${BUTTON} mt-1 text-ink-soft`, "Not now")
  close.onclick = () => dialog.close()
  dialog.onclose = () => dialog.remove()
  dialog.append(title, element("p", "mt-2 text-ink-soft", text), open, copy, close)
  document.body.append(dialog)
  dialog.showModal()
}

/** An address that leaves the app: on Android an intent, on iOS 17 and later Safari's own scheme. */
function browserAddress(): string {
  const { host, pathname, protocol, href } = location
  return /Android/.test(navigator.userAgent)
    ? `intent://${host}${pathname}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;end`
    : `x-safari-${href}`
}

function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}
