// Restores pictures: each has to belong to a profile of the archive and to be what its name says.
import { PICTURE_FIELD, PICTURE_KINDS } from "../../../domain/profile/image.ts"
import { isStoredPicture } from "../../features/profiles/picture/decode.ts"
import { isPictureAddress } from "../../features/profiles/pictures.ts"
import { etagOf, type Files } from "../../platform/files/files.ts"
import { pictureOf } from "./entry-order.ts"
import type { Seen } from "./fill-tables.ts"
import type { Manifest } from "./manifest.ts"
import { type TarEntry, whole } from "./tar.ts"
import { BackupError } from "./trouble-words.ts"

/** @throws BackupError when the profile of a changed picture is missing, or would name the picture of another profile */
export function requireOwnAddresses({ changed_pictures }: Manifest, { profiles }: Seen): void {
  for (const { id, field, address } of changed_pictures) {
    const kind = PICTURE_KINDS.find((known) => PICTURE_FIELD[known] === field)
    const isOwn = kind !== undefined && (address === "" || isPictureAddress(kind, id, address))
    if (!isOwn || !profiles.has(id))
      throw new BackupError(
        "The archive cannot be restored: its manifest gives a profile a picture that is not its own. Nothing was changed.",
      )
  }
}

/** Writes pictures, and can delete those again that are new. */
export function pictureTaker(files: Files, { profiles }: Seen) {
  const written: string[] = []
  const refused = (name: string, what: string) =>
    new BackupError(`The archive cannot be restored: ${name} ${what}. Nothing was changed.`)

  return {
    count: 0,
    /** @param prefix of the entry's name, before the path @throws BackupError */
    async take({ name, pieces }: Pick<TarEntry, "name" | "pieces">, prefix: string): Promise<void> {
      const picture = pictureOf(name)
      if (picture === null || !profiles.has(picture.userId)) throw refused(name, "belongs to no profile of the archive")
      const bytes = await whole(pieces)
      if (!(await isStoredPicture(picture.file, bytes))) throw refused(name, "is not the picture that its name says")
      const at = name.slice(prefix.length)
      const there = await files.read(at)
      // A bucket may have outlived its database: existing files are never deleted.
      if (there === null) written.push(at)
      if (there?.etag !== etagOf(Uint8Array.from(bytes))) await files.write(at, bytes)
      this.count += 1
    },
    async undo(): Promise<void> {
      for (const at of written) await files.delete(at).catch(() => undefined)
    },
  }
}
