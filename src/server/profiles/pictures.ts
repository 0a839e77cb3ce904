// The two pictures of a profile: receiving, keeping and handing them out.
import { createHash } from "node:crypto"
import { PICTURE_BUCKET } from "../../domain/limits.ts"
import { IMAGE_EXTENSION } from "../../domain/photo.ts"
import type { Files, StoredFile } from "../files/files.ts"
import { prepare } from "./photo/prepare.ts"
import { receive, type Upload } from "./photo/receive.ts"
import { createSlots, createTurns } from "./photo/slots.ts"
import type { ProfileStore } from "./store.ts"

const CONTACT_FILE = "contact.jpg"
const BUSY = { retryAfterS: 5 }

const folderOf = (userId: string): string => `${PICTURE_BUCKET}/profiles/${userId}`

export interface Pictures {
  /**
   * Keeps what was uploaded and lets `save` record its address; old files go only after that.
   * @returns what `save` returned
   * @throws Refusal with the sentences of section 8, nothing changed
   */
  replace<T>(userId: string, upload: Upload, save: (address: string) => Promise<T>): Promise<T>
  /** A picture of an active account, or null. `name` is "profile.{ext}" or "contact.jpg". */
  read(userId: string, name: string): Promise<StoredFile | null>
  /** The photo of a profile, whatever the state of the account. */
  own(profile: { id: string; profile_picture: string }): Promise<{ name: string; file: StoredFile } | null>
  /** The small JPEG for contact cards, whatever the state of the account. */
  contactPhoto(userId: string): Promise<StoredFile | null>
  /** All pictures of a user whose account is gone. */
  deleteAll(userId: string): Promise<void>
}

export function createPictures(files: Files, store: ProfileStore, incoming: string): Pictures {
  // An upload being received costs a file handle, one being decoded a core and up to 100 MB: hence two gates.
  const receiving = createSlots({ running: 64, waiting: 0, ...BUSY })
  const decoding = createSlots({ running: 2, waiting: 62, ...BUSY })
  const turnOf = createTurns(3, BUSY.retryAfterS)

  const deleteBut = async (userId: string, kept: string | null) => {
    for (const extension of Object.values(IMAGE_EXTENSION))
      if (extension !== kept) await files.delete(`${folderOf(userId)}/profile.${extension}`)
  }

  return {
    replace: (userId, upload, save) =>
      receiving.run(() =>
        receive(upload, incoming, async (file) => {
          const { extension, photo, contact } = await decoding.run(() => prepare(file))
          // Two uploads of one person at once must not delete each other's file.
          return turnOf(userId, async () => {
            const path = `${folderOf(userId)}/profile.${extension}`
            await files.write(`${folderOf(userId)}/${CONTACT_FILE}`, contact)
            await files.write(path, photo)
            const version = createHash("sha256").update(photo).digest("hex").slice(0, 12)
            const saved = await save(`/files/${path}?v=${version}`)
            await deleteBut(userId, extension)
            return saved
          })
        }),
      ),

    async read(userId, name) {
      const path = `${folderOf(userId)}/${name}`
      const picture = await store.pictureOf(userId)
      if (!picture || (name !== CONTACT_FILE && !picture.startsWith(`/files/${path}?`))) return null
      return files.read(path)
    },

    async own({ id, profile_picture }) {
      const name = /\/(profile\.[a-z]+)\?/.exec(profile_picture)?.[1]
      const file = name === undefined ? null : await files.read(`${folderOf(id)}/${name}`)
      return name === undefined || file === null ? null : { name, file }
    },
    contactPhoto: (userId) => files.read(`${folderOf(userId)}/${CONTACT_FILE}`),

    async deleteAll(userId) {
      await files.delete(`${folderOf(userId)}/${CONTACT_FILE}`)
      await deleteBut(userId, null)
    },
  }
}
