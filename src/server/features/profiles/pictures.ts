// The pictures of a profile: receiving, storing and reading them.
import { createHash } from "node:crypto"
import { isShown } from "../../../domain/account/lifecycle.ts"
import { Refusal } from "../../../domain/errors.ts"
import { PICTURE_BUCKET } from "../../../domain/limits.ts"
import { isUuid } from "../../../domain/paths.ts"
import { PICTURE_FIELD, PICTURE_KINDS, type PictureKind } from "../../../domain/profile/image.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { createConcurrencyLimit } from "../../platform/concurrency/concurrency-limit.ts"
import { createKeyedMutex } from "../../platform/concurrency/keyed-mutex.ts"
import type { Files, StoredFile } from "../../platform/files/files.ts"
import { errorText, type Log } from "../../platform/log.ts"
import { BANNER_FILES, prepareBanner } from "./picture/banner.ts"
import { CONTACT_FILE, PHOTO_FILES, preparePhoto } from "./picture/photo.ts"
import { receive, type Upload } from "./picture/receive.ts"
import { type ChangedFields, type ProfileKey, type ProfileOwner, type ProfileStore, profileIdOf } from "./store.ts"

/** What is stored of each kind: the profile names the address of one file, the others lie beside it. */
const STORED = {
  photo: { files: PHOTO_FILES, prepare: preparePhoto },
  banner: { files: BANNER_FILES, prepare: prepareBanner },
}
const BUSY = { retryAfterS: 5 }

interface Needs {
  files: Files
  /** runs jobs of the same key one after the other, in all processes */
  inSharedTurn<T>(key: string, work: () => Promise<T>): Promise<T>
  incoming: string
  log: Log
  /** @throws Refusal not_found */
  ownRow(key: ProfileKey): Promise<unknown>
  save(owner: ProfileOwner, fields: ChangedFields, now: Date): Promise<OwnProfile>
  store: ProfileStore
}

export function createPictures({ files, inSharedTurn, incoming, log, ownRow, save, store }: Needs) {
  // There are two limits, because receiving an upload costs a file handle, and decoding one costs a core and up to 100 MB.
  // A sender may take two minutes for each upload, so each person may have only a few at once.
  const receiving = createConcurrencyLimit({ running: 64, waiting: 0, perLine: 3, ...BUSY })
  const decoding = createConcurrencyLimit({ running: 2, waiting: 62, ...BUSY })
  const inTurnHere = createKeyedMutex(3, BUSY.retryAfterS)
  const inTurn = <T>(id: string, work: () => Promise<T>) => inTurnHere(id, () => inSharedTurn(`pictures:${id}`, work))

  return {
    /** @returns the picture's address @throws Refusal with the sentences of section 8, nothing changed */
    async changePicture(owner: ProfileOwner, kind: PictureKind, upload: Upload, now: Date): Promise<string> {
      const { user_id } = owner
      const id = profileIdOf(owner)
      // Files are written before the profile is saved: no one else's may be.
      if (id !== user_id) await ownRow(owner)
      try {
        return await receiving.run(user_id, () =>
          receive(upload, incoming, async (received) => {
            const { addressed, beside } = await decoding.run(user_id, () => STORED[kind].prepare(received))
            // Two uploads for one profile at once must not delete each other's file.
            return inTurn(id, async () => {
              const path = `${folderOf(id)}/${addressed.name}`
              const besidePath = `${folderOf(id)}/${beside.name}`
              const putBack = await asTheyAre([path, besidePath])
              const version = createHash("sha256").update(addressed.bytes).digest("hex").slice(0, 12)
              const address = `/files/${path}?v=${version}`
              const profile = await allOf([files.write(besidePath, beside.bytes), files.write(path, addressed.bytes)])
                .then(() => save(owner, { [PICTURE_FIELD[kind]]: address }, now))
                .catch(async (error) => {
                  // What the profile names must not become what was refused; an answer may have been lost after the save.
                  const row = await store.picturesOf(id).catch(() => undefined)
                  if (row?.[PICTURE_FIELD[kind]] !== address) await putBack().catch(() => undefined)
                  throw error
                })
              await deleteBut(kind, id, [addressed.name, beside.name]).catch((error) => leaveForLater(id, error))
              return profile[PICTURE_FIELD[kind]]
            })
          }),
        )
      } catch (error) {
        // The profile was deleted while its new picture came in: nothing else removes the files.
        const isRefused = error instanceof Refusal && ["account_deactivated", "not_found"].includes(error.code)
        if (isRefused && (await store.ownById(id)) === undefined) await deletePictures(id)
        throw error
      }
    },

    async removePicture(owner: ProfileOwner, kind: PictureKind, now: Date): Promise<void> {
      // Without a profile there is nothing to remove, and saving would create one.
      const id = profileIdOf(owner)
      if (id === owner.user_id && (await store.ownById(id)) === undefined) return
      await inTurn(id, async () => {
        // A bucket that is away refuses here, while nothing has changed. On a full disk, deleting is what makes room.
        await noteLeft(id).catch((error) => {
          if (!(error instanceof Refusal && error.code === "storage_full")) throw error
        })
        await save(owner, { [PICTURE_FIELD[kind]]: "" }, now)
        await deleteLeft(id)
      })
    },

    /** A picture of a profile that is shown, or null. */
    async readPicture(profileId: string, name: string, now: Date): Promise<StoredFile | null> {
      const path = `${folderOf(profileId)}/${name}`
      const row = await store.picturesForVisitor(profileId)
      if (row === undefined || !isShown(row, now)) return null
      const isNamed = PICTURE_KINDS.some((kind) => {
        const address = row[PICTURE_FIELD[kind]]
        const isBeside = address !== "" && STORED[kind].files.beside.includes(name)
        return isBeside || address.startsWith(`/files/${path}?`)
      })
      return isNamed ? files.read(path) : null
    },

    /** A picture of a profile with the name of its file, whatever the state of the account. */
    async ownPicture(
      profile: Addresses & { id: string },
      kind: PictureKind,
    ): Promise<{ name: string; file: StoredFile } | null> {
      const name = nameIn(profile[PICTURE_FIELD[kind]])
      const file = name === undefined ? null : await files.read(`${folderOf(profile.id)}/${name}`)
      return name === undefined || file === null ? null : { name, file }
    },

    /** The small JPEG for contact cards, whatever the state of the account. */
    contactPhoto: (profileId: string): Promise<StoredFile | null> =>
      files.read(`${folderOf(profileId)}/${CONTACT_FILE}`),

    deletePictures,

    /**
     * Deletes a profile, and then its pictures: none goes while the profile may stay. A note in the storage, written before, outlives this
     * process, and what cannot be deleted now is left to `deleteLeftPictures`.
     * @param deleteProfile returns whether the profile is gone
     */
    deleteWithPictures: (profileId: string, deleteProfile: () => Promise<boolean>): Promise<boolean> =>
      inTurn(profileId, async () => {
        await noteLeft(profileId)
        const isGone = await deleteProfile()
        await (isGone ? deleteLeft(profileId) : files.delete(noteOf(profileId)).catch(() => undefined))
        return isGone
      }),

    /** Deletes pictures that were left behind, of deleted profiles and of others, until `signal` aborts. */
    async deleteLeftPictures(signal?: AbortSignal): Promise<void> {
      for (const name of await files.list(NOTES)) {
        if (signal?.aborted) return
        const [id = ""] = name.split(".")
        // A profile with too many uploads under way has its turn the next time.
        if (isUuid(id)) await inTurn(id, () => deleteLeft(id)).catch(() => undefined)
      }
    },
  }

  /** Deletes what the profile does not name; everything, if it is gone. Never rejects: the change that left it has been made. */
  async function deleteLeft(profileId: string): Promise<void> {
    try {
      const row = await store.picturesOf(profileId)
      const named = row === undefined ? [] : pictureFiles({ id: profileId, ...row }).flatMap(({ paths }) => paths)
      const names = named.map((path) => path.slice(path.lastIndexOf("/") + 1))
      for (const kind of PICTURE_KINDS) await deleteBut(kind, profileId, names)
      await files.delete(noteOf(profileId))
    } catch (error) {
      logLeft(profileId, error)
    }
  }

  function noteLeft(profileId: string): Promise<void> {
    return files.write(noteOf(profileId), new TextEncoder().encode(profileId))
  }

  function logLeft(profileId: string, error: unknown): void {
    log.warn("files.left_behind", { profile: profileId, error: errorText(error) })
  }

  async function leaveForLater(profileId: string, error: unknown): Promise<void> {
    logLeft(profileId, error)
    await noteLeft(profileId).catch(() => undefined)
  }

  /** For profiles that are gone, or about to be. */
  async function deletePictures(profileId: string): Promise<void> {
    for (const kind of PICTURE_KINDS) await deleteBut(kind, profileId, [])
  }

  async function deleteBut(kind: PictureKind, profileId: string, kept: string[]): Promise<void> {
    const { addressed, beside } = STORED[kind].files
    const gone = [...beside, ...addressed].filter((name) => !kept.includes(name))
    await allOf(gone.map((name) => files.delete(`${folderOf(profileId)}/${name}`)))
  }

  /** @returns what puts these files back as they are now */
  async function asTheyAre(paths: string[]): Promise<() => Promise<void>> {
    const former = await Promise.all(paths.map(async (path) => ({ path, file: await files.read(path) })))
    return () =>
      allOf(former.map(({ path, file }) => (file === null ? files.delete(path) : files.write(path, file.bytes))))
  }
}

/** Waits for all, also when one has failed: nothing may go on after the person's turn. */
async function allOf(works: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(works)) if (result.status === "rejected") throw result.reason
}

const folderOf = (profileId: string): string => `${PICTURE_BUCKET}/profiles/${profileId}`

/** A file for each profile whose pictures, or some of them, are being deleted, named after it. */
const NOTES = `${PICTURE_BUCKET}/deleted`
const noteOf = (profileId: string): string => `${NOTES}/${profileId}.txt`

const nameIn = (address: string): string | undefined => /\/([a-z]+\.[a-z]+)\?/.exec(address)?.[1]

/** Every name that a file in a profile's folder may have. */
export const PICTURE_NAMES: readonly string[] = PICTURE_KINDS.flatMap((kind) => [
  ...STORED[kind].files.addressed,
  ...STORED[kind].files.beside,
])

/** Whether this is how that very profile names a picture. */
export function isPictureAddress(kind: PictureKind, profileId: string, address: string): boolean {
  const [path = "", version = ""] = address.split("?v=", 2)
  const isOwn = STORED[kind].files.addressed.some((name) => path === `/files/${folderOf(profileId)}/${name}`)
  return isOwn && address === `${path}?v=${version}` && /^[0-9a-f]{12}$/.test(version)
}

type Addresses = Record<(typeof PICTURE_FIELD)[PictureKind], string>

/** Paths of the files that belong to a profile with these addresses; first the file at the address itself. */
export function pictureFiles(
  profile: Partial<Addresses> & { id: string },
): { field: keyof Addresses; paths: string[] }[] {
  return PICTURE_KINDS.flatMap((kind) => {
    const field = PICTURE_FIELD[kind]
    const name = nameIn(profile[field] ?? "")
    const names = name === undefined ? [] : [name, ...STORED[kind].files.beside]
    return names.length === 0 ? [] : [{ field, paths: names.map((each) => `${folderOf(profile.id)}/${each}`) }]
  })
}
