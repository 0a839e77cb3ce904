// The pictures of a profile: receiving, keeping and handing them out.
import { createHash } from "node:crypto"
import { isShown } from "../../../domain/account/lifecycle.ts"
import { PICTURE_BUCKET } from "../../../domain/limits.ts"
import { PICTURE_FIELD, PICTURE_KINDS, type PictureKind } from "../../../domain/profile/image.ts"
import { createConcurrencyLimit } from "../../platform/concurrency/concurrency-limit.ts"
import { createKeyedMutex } from "../../platform/concurrency/keyed-mutex.ts"
import type { Files, StoredFile } from "../../platform/files/files.ts"
import { BANNER_FILES, prepareBanner } from "./picture/banner.ts"
import { CONTACT_FILE, PHOTO_FILES, preparePhoto } from "./picture/photo.ts"
import { receive, type Upload } from "./picture/receive.ts"
import type { ProfileStore } from "./store.ts"

const BUSY = { retryAfterS: 5 }

/** What is kept of each: one file has the address the profile names, others lie beside it. */
const KEPT = {
  photo: { files: PHOTO_FILES, prepare: preparePhoto },
  banner: { files: BANNER_FILES, prepare: prepareBanner },
}

/** Every name that a file in someone's folder may have. */
export const PICTURE_NAMES: readonly string[] = PICTURE_KINDS.flatMap((kind) => [
  ...KEPT[kind].files.addressed,
  ...KEPT[kind].files.beside,
])

const folderOf = (userId: string): string => `${PICTURE_BUCKET}/profiles/${userId}`

const nameIn = (address: string): string | undefined => /\/([a-z]+\.[a-z]+)\?/.exec(address)?.[1]

/** Waits for every one, also when one has failed: nothing of it may go on after someone's turn. */
async function allOf(works: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(works)) if (result.status === "rejected") throw result.reason
}

/** Whether this is how a picture of that very user is named in the profile. */
export function isPictureAddress(kind: PictureKind, userId: string, address: string): boolean {
  const [path = "", version = ""] = address.split("?v=", 2)
  const isOwn = KEPT[kind].files.addressed.some((name) => path === `/files/${folderOf(userId)}/${name}`)
  return isOwn && address === `${path}?v=${version}` && /^[0-9a-f]{12}$/.test(version)
}

type Addresses = Record<(typeof PICTURE_FIELD)[PictureKind], string>

/** Paths of the files that belong to a profile with these addresses, each address' own file first. */
export function pictureFiles(
  profile: Partial<Addresses> & { id: string },
): { field: keyof Addresses; paths: string[] }[] {
  return PICTURE_KINDS.flatMap((kind) => {
    const field = PICTURE_FIELD[kind]
    const name = nameIn(profile[field] ?? "")
    const names = name === undefined ? [] : [name, ...KEPT[kind].files.beside]
    return names.length === 0 ? [] : [{ field, paths: names.map((each) => `${folderOf(profile.id)}/${each}`) }]
  })
}

export interface OwnPicture {
  name: string
  file: StoredFile
}

export interface Pictures {
  /**
   * Keeps what was uploaded and lets `save` record its address; old files go only after that.
   * @returns what `save` returned
   * @throws Refusal with the sentences of section 8, nothing changed
   */
  replace<T>(kind: PictureKind, userId: string, upload: Upload, save: (address: string) => Promise<T>): Promise<T>
  /** Lets `save` record that there is none any more, then removes the files. @returns what `save` returned */
  remove<T>(kind: PictureKind, userId: string, save: () => Promise<T>): Promise<T>
  /** A picture of a profile that is shown, or null. */
  read(userId: string, name: string, now: Date): Promise<StoredFile | null>
  /** A picture of a profile with the name of its file, whatever the state of the account. */
  own(profile: Addresses & { id: string }, kind: PictureKind): Promise<OwnPicture | null>
  /** The small JPEG for contact cards, whatever the state of the account. */
  contactPhoto(userId: string): Promise<StoredFile | null>
  /** All pictures of a user whose account is gone. */
  deleteAll(userId: string): Promise<void>
}

export function createPictures(files: Files, store: ProfileStore, incoming: string): Pictures {
  // An upload being received costs a file handle, one being decoded a core and up to 100 MB: hence two gates.
  // A sender may take two minutes over each upload: nobody gets so many that none are left for the others.
  const receiving = createConcurrencyLimit({ running: 64, waiting: 0, perLine: 3, ...BUSY })
  const decoding = createConcurrencyLimit({ running: 2, waiting: 62, ...BUSY })
  const turnOf = createKeyedMutex(3, BUSY.retryAfterS)

  const deleteBut = async (kind: PictureKind, userId: string, kept: string[]) => {
    const { addressed, beside } = KEPT[kind].files
    const gone = [...beside, ...addressed].filter((name) => !kept.includes(name))
    await allOf(gone.map((name) => files.delete(`${folderOf(userId)}/${name}`)))
  }

  /** @returns what puts these files back as they are now */
  async function asTheyAre(paths: string[]): Promise<() => Promise<void>> {
    const former = await Promise.all(paths.map(async (path) => ({ path, file: await files.read(path) })))
    return () =>
      allOf(former.map(({ path, file }) => (file === null ? files.delete(path) : files.write(path, file.bytes))))
  }

  return {
    replace: (kind, userId, upload, save) =>
      receiving.run(userId, () =>
        receive(upload, incoming, async (received) => {
          const { addressed, beside } = await decoding.run(userId, () => KEPT[kind].prepare(received))
          // Two uploads of one person at once must not delete each other's file.
          return turnOf(userId, async () => {
            const path = `${folderOf(userId)}/${addressed.name}`
            const besidePath = `${folderOf(userId)}/${beside.name}`
            const putBack = await asTheyAre([path, besidePath])
            const version = createHash("sha256").update(addressed.bytes).digest("hex").slice(0, 12)
            const address = `/files/${path}?v=${version}`
            const saved = await allOf([files.write(besidePath, beside.bytes), files.write(path, addressed.bytes)])
              .then(() => save(address))
              .catch(async (error) => {
                // What the profile names must not become what was refused; an answer may have been lost after the save.
                const row = await store.picturesOf(userId).catch(() => undefined)
                if (row?.[PICTURE_FIELD[kind]] !== address) await putBack().catch(() => undefined)
                throw error
              })
            await deleteBut(kind, userId, [addressed.name, beside.name])
            return saved
          })
        }),
      ),

    remove: (kind, userId, save) =>
      turnOf(userId, async () => {
        const saved = await save()
        await deleteBut(kind, userId, [])
        return saved
      }),

    async read(userId, name, now) {
      const path = `${folderOf(userId)}/${name}`
      const row = await store.picturesOf(userId)
      if (row === undefined || !isShown(row, now)) return null
      const isNamed = PICTURE_KINDS.some((kind) => {
        const address = row[PICTURE_FIELD[kind]]
        const isBeside = address !== "" && KEPT[kind].files.beside.includes(name)
        return isBeside || address.startsWith(`/files/${path}?`)
      })
      return isNamed ? files.read(path) : null
    },

    async own(profile, kind) {
      const name = nameIn(profile[PICTURE_FIELD[kind]])
      const file = name === undefined ? null : await files.read(`${folderOf(profile.id)}/${name}`)
      return name === undefined || file === null ? null : { name, file }
    },
    contactPhoto: (userId) => files.read(`${folderOf(userId)}/${CONTACT_FILE}`),

    async deleteAll(userId) {
      for (const kind of PICTURE_KINDS) await deleteBut(kind, userId, [])
    },
  }
}
