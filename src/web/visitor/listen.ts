// Save Contact and Share Profile: on documents, and on profiles inside the application.
import { PROFILE } from "../../domain/messages.ts"
import { COUNTED } from "../../domain/paths.ts"
import type * as ContactCard from "./contact-card.ts"
import { count } from "./count.ts"
import { hideMissingPictures } from "./missing-pictures.ts"
import { copyLink, shareLink } from "./share-link.ts"
import { prepareToasts, toast } from "./toast.ts"

const BUSY = "Processing..."

/** Apps that open links in their own browser, which can neither download nor open the address book. */
const IN_APP = /Instagram|FBA[NV]|LinkedInApp|TikTok|musical_ly|Bytedance|Snapchat|\bLine\/|Twitter/i
/** On these, a plain link opens the contact sheet, and a download does not. iPads claim to be Macs. */
const isApple = () =>
  // Offline, the link does not work, so a download is better.
  navigator.onLine &&
  (/iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.userAgent)))

/** @param load returns the contact card writer, which came with the page @returns stops listening */
export function listen(load: () => Promise<typeof ContactCard>): () => void {
  prepareToasts()
  const end = new AbortController()
  const { signal } = end
  hideMissingPictures(signal)
  const closest = (event: Event, selector: string) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null

  document.addEventListener(
    "click",
    (event) => {
      const save = closest(event, "a[data-save]")
      const inApp = IN_APP.test(navigator.userAgent)
      if (save && (inApp || !isApple())) {
        event.preventDefault()
        void (inApp ? load().then((card) => card.offerBrowser(() => void copy())) : saveContact(save, load))
      } else if (save) {
        count("save")
        // For visitors without scripts, the server counts requests to this address.
        ;(save as HTMLAnchorElement).search = COUNTED
      }
      if (closest(event, "[data-share]")) void share()
    },
    { signal },
  )
  return () => end.abort()
}

async function saveContact(button: HTMLElement, load: () => Promise<typeof ContactCard>): Promise<void> {
  const label = button.querySelector("[data-label]")
  if (!label || label.textContent === BUSY) return
  const text = label.textContent
  label.textContent = BUSY
  try {
    const card = await load()
    await card.downloadContact(JSON.parse(button.dataset.save ?? ""))
    count("save")
    toast(PROFILE.contactSaved)
  } catch {
    toast(PROFILE.contactFailed, true)
  }
  label.textContent = text
}

const address = (): string => document.querySelector<HTMLElement>("[data-url]")?.dataset.url ?? location.href

const share = async (): Promise<void> => tell(await shareLink(address(), document.title))

const copy = async (): Promise<void> => tell(await copyLink(address()))

function tell(outcome: "shared" | "copied" | "failed"): void {
  if (outcome === "copied") toast(PROFILE.linkCopied)
  if (outcome === "failed") toast(PROFILE.shareFailed, true)
}
