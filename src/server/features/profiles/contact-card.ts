// The contact card of a profile as a file: its text, and its name in a header.
import { type ContactCard, vcard } from "../../../domain/contact/vcard.ts"
import { profilePath } from "../../../domain/paths.ts"
import { contactFields } from "../../../domain/profile/contact-fields.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { withTimeout } from "../../platform/concurrency/with-timeout.ts"
import type { Config } from "../../platform/config/config.ts"
import type { StoredFile } from "../../platform/files/files.ts"
import { errorText, type Log } from "../../platform/log.ts"

/** A contact without its photo is better than one that comes too late. */
const PHOTO_WITHIN_MS = 2_000

interface Needs {
  config: Pick<Config, "PUBLIC_ORIGIN">
  contactPhoto(userId: string): Promise<StoredFile | null>
  log: Log
}

export function createContactCards({ config, contactPhoto, log }: Needs) {
  /** @returns the text of the vCard, with the photo if there is one */
  return async (profile: PublicProfile): Promise<string> => {
    const url = config.PUBLIC_ORIGIN + profilePath(profile.username)
    const photo = await photoOf(profile)
    return vcard({ profile: contactFields(profile), url, ...(photo && { photo }) })
  }

  async function photoOf({ id, profile_picture }: PublicProfile): Promise<ContactCard["photo"]> {
    if (profile_picture === "") return undefined
    try {
      const file = await withTimeout(PHOTO_WITHIN_MS, () => contactPhoto(id))
      return file === null ? undefined : { type: "JPEG", base64: Buffer.from(file.bytes).toString("base64") }
    } catch (error) {
      log.warn("contact_photo.failed", { user: id, error: errorText(error) })
      return undefined
    }
  }
}

/** Content-Disposition (RFC 6266) that shows the file instead of downloading it: phones then open their contact sheet. */
export function inlineAs(fileName: string): string {
  // Old readers get an ASCII name, others the full one.
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%]/gu, "_")
  return `inline; filename="${plain}"; filename*=UTF-8''${extended(fileName)}`
}

/** ext-value of RFC 8187: everything but its attr-char is percent-encoded. */
const extended = (text: string): string => encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, percentEncoded)

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
