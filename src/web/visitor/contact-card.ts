// Saves a contact in the browser: the same card as the server's, from the page's data and the photo, as a file. Another app's browser
// cannot save it, so a sheet offers the real browser instead.
import { type ContactCard, contactFileName, vcard } from "../../domain/contact/vcard.ts"
import { PICTURE_BUCKET } from "../../domain/limits.ts"
import type { ContactFields } from "../../domain/profile/contact-fields.ts"
import { saveFile } from "../ui/save-file.ts"

/** People at a fair do not wait longer; a photo that takes longer is left out. */
const PHOTO_TIMEOUT_MS = 3_000

/**
 * Only the photo is requested, and the card is made even without it (specification sections 7 and 8).
 * @param url the site's address for the profile, which may differ from the one it was opened with
 */
export async function downloadContact(profile: ContactFields, url: string): Promise<void> {
  const photo = profile.profile_picture ? await fetchPhoto(profile.id).catch(() => undefined) : undefined
  const text = vcard({ profile, url, ...(photo && { photo }) })
  saveFile(new Blob([text], { type: "text/vcard;charset=utf-8" }), contactFileName(profile))
}

/** The small JPEG that every address book reads (specification section 3: JPEG by default). */
async function fetchPhoto(id: string): Promise<NonNullable<ContactCard["photo"]>> {
  const answer = await fetch(`/files/${PICTURE_BUCKET}/profiles/${id}/contact.jpg`, {
    signal: AbortSignal.timeout(PHOTO_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { type: "JPEG", base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) }
}

const BUTTON = "flex min-h-13 w-full items-center justify-center rounded-xl px-5 font-semibold"

/** Opens the real browser if possible, or copies the link. @param copyLink copies the page's address and says so */
export function offerBrowser(copyLink: () => void): void {
  const dialog = document.createElement("dialog")
  dialog.className =
    "mx-auto mt-auto mb-0 w-full max-w-md rounded-t-3xl bg-sheet p-6 text-center text-ink shadow-float backdrop:bg-[#000]/50"
  dialog.setAttribute("aria-labelledby", "offer-title")
  const title = element("h2", "font-serif text-xl font-semibold", "Open in your browser")
  title.id = "offer-title"
  const text = "This app cannot save contacts. Open this page in your browser, then tap Save Contact again."
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
