// Save Contact and Share Profile, with their short messages: on documents, and on profiles inside the application.
import { COUNTED } from "../../domain/insights/insights.ts"
import { VISIT } from "../../domain/messages.ts"
import { type FlashToast, TOAST_EVENT } from "../ui/feedback/flash-toast.ts"
import type * as ContactCard from "./contact-card.ts"
import { count } from "./count.ts"
import type * as OfferBrowser from "./offer-browser.ts"
import { copyLink, shareLink } from "./share-link.ts"

const BUSY = "Processing..."

/** Apps that open links in their own browser, which can neither download nor open the address book. */
const IN_APP = /Instagram|FBA[NV]|LinkedInApp|TikTok|musical_ly|Bytedance|Snapchat|\bLine\/|Twitter/i
/** On these, a plain link opens the contact sheet, and a download does not. iPads claim to be Macs. */
const isApple = () =>
  // Offline, the link does not work, so a download is better.
  navigator.onLine &&
  (/iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.userAgent)))

interface Load {
  /** the contact card writer, which came with the page */
  card: () => Promise<typeof ContactCard>
  /** the way out of another app's browser */
  offer: () => Promise<typeof OfferBrowser>
}

export function listen(load: Load, signal: AbortSignal): void {
  prepareToasts()
  hideMissingPictures(signal)
  document.addEventListener("click", (event) => void onClick(event, load), { signal })
}

async function onClick(event: MouseEvent, load: Load): Promise<void> {
  const pressed =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>("a[data-save], [data-share], [data-give]")
      : null
  if (!pressed) return
  if (!(pressed instanceof HTMLAnchorElement)) return tell(await shareLink(address(), document.title))
  if (!pressed.dataset.save) return giveDetails(event, pressed, load)
  const isInApp = IN_APP.test(navigator.userAgent)
  if (!isInApp && isApple()) {
    count("save")
    // For visitors without scripts, the server counts requests to this address.
    pressed.search = COUNTED
    return
  }
  event.preventDefault()
  if (!isInApp) return saveContact(pressed, load)
  try {
    const { offerBrowser } = await load.offer()
    await offerBrowser(async () => tell(await copyLink(address())))
  } catch {
    toast(VISIT.contactFailed, true)
  }
}

/** Without the sheet there is still the page, for those who asked for it. */
async function giveDetails(event: MouseEvent, link: HTMLAnchorElement, load: Load): Promise<void> {
  event.preventDefault()
  try {
    const { openExchange } = await load.offer()
    await openExchange(link, event.isTrusted)
  } catch {
    if (event.isTrusted) location.href = link.href
  }
}

async function saveContact(button: HTMLElement, load: Load): Promise<void> {
  const label = button.querySelector("[data-label]")
  if (!label || label.textContent === BUSY) return
  const text = label.textContent
  label.textContent = BUSY
  try {
    const card = await load.card()
    await card.downloadContact(JSON.parse(button.dataset.save ?? ""), address())
    count("save")
    toast(VISIT.contactSaved)
    document.querySelector<HTMLElement>("[data-give]")?.click()
  } catch {
    toast(VISIT.contactFailed, true)
  }
  label.textContent = text
}

const address = (): string => document.querySelector<HTMLElement>("[data-url]")?.dataset.url ?? location.href

function tell(outcome: "shared" | "copied" | "failed"): void {
  if (outcome === "copied") toast(VISIT.linkCopied)
  if (outcome === "failed") toast(VISIT.shareFailed, true)
}

/** Removes a picture that fails to load, so that the initials or the pattern below it show instead of a broken-image icon. */
function hideMissingPictures(signal: AbortSignal): void {
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) hide(image)
  document.addEventListener("error", ({ target }) => hide(target), { capture: true, signal })
}

const hide = (image: EventTarget | null): void => {
  if (image instanceof HTMLImageElement && image.closest("article")) image.style.display = "none"
}

const TOAST_MS = 4000
let region: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Where toasts appear. Screen readers announce only changes in a region that already exists. */
function prepareToasts(): void {
  region = document.createElement("div")
  region.setAttribute("role", "status")
  region.className = "said"
  document.body.append(region)
}

/** A short message over the header, also for screen readers; disappears after a few seconds. Members see it as the application's toast. */
export function toast(title: string, isBad = false): void {
  const detail: FlashToast = { title, tone: isBad ? "bad" : "good" }
  if (!document.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail, cancelable: true }))) return
  const note = document.createElement("p")
  note.className = isBad ? "arrives bad" : "arrives"
  note.textContent = title
  region?.replaceChildren(note)
  clearTimeout(timer)
  timer = setTimeout(() => region?.replaceChildren(), TOAST_MS)
}
