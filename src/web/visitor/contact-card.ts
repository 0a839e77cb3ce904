// Saves a contact in the browser: the same card as the server's, from the page's data and the photo, as a file.
import { type ContactCard, contactFileName, vcard } from "../../domain/contact/vcard.ts"
import { PICTURE_BUCKET } from "../../domain/limits.ts"
import { profilePath } from "../../domain/paths.ts"
import type { ContactFields } from "../../domain/profile/contact-fields.ts"

export { offerBrowser } from "./offer-browser.ts"

const URL_LIFE_MS = 60_000

/** People at a fair do not wait longer; a photo that takes longer is left out. */
const PHOTO_TIMEOUT_MS = 3_000

/** Only the photo is requested, and the card is made even without it (specification sections 7 and 8). */
export async function downloadContact(profile: ContactFields): Promise<void> {
  const photo = profile.profile_picture ? await fetchPhoto(profile.id).catch(() => undefined) : undefined
  const text = vcard({ profile, url: addressOf(profile), ...(photo && { photo }) })
  const file = URL.createObjectURL(new Blob([text], { type: "text/vcard;charset=utf-8" }))
  const link = document.createElement("a")
  link.href = file
  link.download = contactFileName(profile)
  link.click()
  setTimeout(() => URL.revokeObjectURL(file), URL_LIFE_MS)
}

/** The site's address for the profile, which may differ from the one it was opened with. */
const addressOf = ({ username }: ContactFields): string =>
  document.querySelector<HTMLElement>("[data-url]")?.dataset.url ?? location.origin + profilePath(username)

/** The small JPEG that every address book reads (specification section 3: JPEG by default). */
async function fetchPhoto(id: string): Promise<NonNullable<ContactCard["photo"]>> {
  const answer = await fetch(`/files/${PICTURE_BUCKET}/profiles/${id}/contact.jpg`, {
    signal: AbortSignal.timeout(PHOTO_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  let binary = ""
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { type: "JPEG", base64: btoa(binary) }
}
