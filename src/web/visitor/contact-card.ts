// Saves a contact in the browser: the same card as the server's, from the page's data and the photo, as a file.
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
    // Undefined in older browsers, which wait as long as it takes.
    signal: AbortSignal.timeout?.(PHOTO_TIMEOUT_MS) as AbortSignal,
  })
  if (!answer.ok) throw new Error(`${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { type: "JPEG", base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) }
}
