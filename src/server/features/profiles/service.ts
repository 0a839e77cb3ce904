// What the product does with profiles: read one, save one's own, change its pictures.
import type { ReviewedProfile } from "../../../api/moderation.ts"
import { isShown } from "../../../domain/account/lifecycle.ts"
import { type ContactCard, vcard } from "../../../domain/contact/vcard.ts"
import { Refusal } from "../../../domain/errors.ts"
import type { ProfilePayload } from "../../../domain/forms.ts"
import { isUuid, profilePath } from "../../../domain/paths.ts"
import { contactFields } from "../../../domain/profile/contact-fields.ts"
import { PICTURE_FIELD, type PictureKind } from "../../../domain/profile/image.ts"
import type { OwnProfile, PublicProfile } from "../../../domain/profile/profile.ts"
import { withTimeout } from "../../platform/concurrency/with-timeout.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Files } from "../../platform/files/files.ts"
import type { Log } from "../../platform/log.ts"
import { errorText } from "../../platform/log.ts"
import type { Upload } from "./picture/receive.ts"
import { createPictures, type Pictures } from "./pictures.ts"
import { ownProfile, publicProfile, reviewedProfile } from "./serialize.ts"
import { createProfileStore, type OwnRow, type ProfileOwner } from "./store.ts"

export interface Profiles {
  /** By id when the key is a uuid, else by username in any case; null when missing or not shown (section 4). */
  read(key: string, now: Date): Promise<PublicProfile | null>
  /** Those with these ids in every state, in no order: for those who decide about them. */
  forReview(ids: string[], now: Date): Promise<ReviewedProfile[]>
  /** The owner's view, also while the account is deactivated. */
  own(userId: string): Promise<OwnProfile | null>
  /** Updates the given fields, or makes the profile. */
  save(owner: ProfileOwner, fields: ProfilePayload, now: Date): Promise<OwnProfile>
  /** @returns the picture's address @throws Refusal with the sentences of section 8 */
  changePicture(owner: ProfileOwner, kind: PictureKind, upload: Upload, now: Date): Promise<string>
  removePicture(owner: ProfileOwner, kind: PictureKind, now: Date): Promise<void>
  /** The contact card of a profile as text, with the photo when there is one. */
  contactCard(profile: PublicProfile): Promise<string>
  readPicture: Pictures["read"]
  /** A picture as its owner may always see it, with a name for the file. */
  ownPicture: Pictures["own"]
  /** For accounts that are gone. */
  deletePictures: Pictures["deleteAll"]
}

interface Needs {
  config: Config
  database: OpenDatabase
  files: Files
  log: Log
  incoming: string
}

/** A contact without its photo is better than one that nobody waits for. */
const PHOTO_WITHIN_MS = 2_000

/** Usernames as the form takes them, in any case; ids are matched before. Nothing else needs a look-up. */
const mayBeUsername = (key: string): boolean => /^[a-z0-9_-]{1,64}$/i.test(key)

export function createProfiles({ config, database, files, incoming, log }: Needs): Profiles {
  const store = createProfileStore(database.db)
  const pictures = createPictures(files, store, incoming)
  const present = (row: OwnRow): OwnProfile => ownProfile(row, config.PUBLIC_ORIGIN)

  async function saved(row: OwnRow | undefined): Promise<OwnProfile> {
    if (row === undefined) throw new Refusal("account_deactivated")
    await database.changes.publish("profile", row.username)
    return present(row)
  }

  async function photoOf({ id, profile_picture }: PublicProfile): Promise<ContactCard["photo"]> {
    if (profile_picture === "") return undefined
    try {
      const file = await withTimeout(PHOTO_WITHIN_MS, () => pictures.contactPhoto(id))
      return file === null ? undefined : { type: "JPEG", base64: Buffer.from(file.bytes).toString("base64") }
    } catch (error) {
      log.warn("contact_photo.failed", { user: id, error: errorText(error) })
      return undefined
    }
  }

  return {
    async read(key, now) {
      if (!isUuid(key) && !mayBeUsername(key)) return null
      const row = await (isUuid(key) ? store.publicById(key) : store.publicByUsername(key))
      return row !== undefined && isShown(row, now) ? publicProfile(row) : null
    },
    async forReview(ids, now) {
      const rows = await store.byIds(ids)
      return rows.map((row) => reviewedProfile(row, now))
    },
    async own(userId) {
      const row = await store.ownById(userId)
      return row === undefined ? null : present(row)
    },
    save: async (owner, fields, now) => saved(await store.save(owner, fields, now)),
    async changePicture(owner, kind, upload, now) {
      const { user_id } = owner
      const save = async (address: string) => saved(await store.save(owner, { [PICTURE_FIELD[kind]]: address }, now))
      try {
        const profile = await pictures.replace(kind, user_id, upload, save)
        return profile[PICTURE_FIELD[kind]]
      } catch (error) {
        // The account was deleted while its new picture came in: nobody will come to remove the files.
        const isRefused = error instanceof Refusal && error.code === "account_deactivated"
        if (isRefused && (await store.ownById(user_id)) === undefined) await pictures.deleteAll(user_id)
        throw error
      }
    },
    async removePicture(owner, kind, now) {
      // Without a profile there is nothing to remove, and none shall be made by it.
      if ((await store.ownById(owner.user_id)) === undefined) return
      await pictures.remove(kind, owner.user_id, async () =>
        saved(await store.save(owner, { [PICTURE_FIELD[kind]]: "" }, now)),
      )
    },
    async contactCard(profile) {
      const photo = await photoOf(profile)
      const url = config.PUBLIC_ORIGIN + profilePath(profile.username)
      return vcard({ profile: contactFields(profile), url, ...(photo && { photo }) })
    },
    readPicture: pictures.read,
    ownPicture: pictures.own,
    deletePictures: pictures.deleteAll,
  }
}
