// Save Contact and Share Profile, wherever they stand in the page: on documents, and on profiles shown by the application.
import { PROFILE } from "../../domain/messages.ts"
import { COUNTED } from "../../domain/paths.ts"
import type * as ContactCard from "./contact-card.ts"
import { count } from "./count.ts"
import { hideMissingPictures } from "./missing-pictures.ts"
import { copyLink, shareLink } from "./share-link.ts"
import { prepareToasts, toast } from "./toast.ts"

const BUSY = "Processing..."

/** Apps that open links in a browser of their own, which can neither download nor hand over to the address book. */
const IN_APP = /Instagram|FBA[NV]|LinkedInApp|TikTok|musical_ly|Bytedance|Snapchat|\bLine\/|Twitter/i
/** There a plain link opens the sheet for contacts, and a download does not. iPads say they are Macs. */
const isApple = () =>
  // Offline the link leads nowhere, and a download is better than nothing.
  navigator.onLine &&
  (/iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.userAgent)))

/** @param load gives the writer of contact cards, which came with the page @returns stops listening */
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
        // The address counts by itself for those without a script.
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
