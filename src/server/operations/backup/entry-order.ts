// Which files an archive has, in which order and how large: tables, pictures, perhaps the SECRET, checksums, the manifest.
import { PICTURE_BUCKET } from "../../../domain/limits.ts"
import { PICTURE_NAMES } from "../../features/profiles/pictures.ts"
import { CARRIED, CHECKSUMS, MANIFEST, pictureFile, SECRET, tableFile } from "./manifest.ts"
import type { TarEntry } from "./tar.ts"

/** Stored pictures are far smaller (src/server/features/profiles/picture). */
const PICTURE_MAX_BYTES = 5 * 1024 * 1024
const SECRET_MAX_BYTES = 4 * 1024
/** It grows with the pictures that change while the archive is written. */
const MANIFEST_MAX_BYTES = 16 * 1024 * 1024

const PICTURES = pictureFile(`${PICTURE_BUCKET}/profiles/`)
const PICTURE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([a-z.-]{1,40})$/

/** The user and the file name of a picture; null for every other entry. */
export function pictureOf(name: string): { userId: string; file: string } | null {
  const [, userId = "", file = ""] = (name.startsWith(PICTURES) && PICTURE.exec(name.slice(PICTURES.length))) || []
  return PICTURE_NAMES.includes(file) ? { userId, file } : null
}

const TABLE_PLACE = new Map(CARRIED.map((table, at) => [tableFile(table), at]))
const LAST_TABLE = CARRIED.length
const LAST = new Map([
  [SECRET, { place: LAST_TABLE + 1, maxBytes: SECRET_MAX_BYTES }],
  [CHECKSUMS, { place: LAST_TABLE + 2, maxBytes: Number.POSITIVE_INFINITY }],
  [MANIFEST, { place: LAST_TABLE + 3, maxBytes: MANIFEST_MAX_BYTES }],
])

/** Names appear on terminals: they must not move the cursor. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 100))

/** Checks the entries of one archive. */
export function createEntryOrder() {
  let before = -1
  /** the files of each user so far, as bits in the order of PICTURE_NAMES */
  const pictures = new Map<string, number>()

  function takePicture(name: string, size: number): void {
    const picture = pictureOf(name)
    if (picture === null) throw new Error(`${shown(name)} is not a file of an archive`)
    if (size > PICTURE_MAX_BYTES) throw new Error(`${shown(name)} is too large`)
    const come = pictures.get(picture.userId) ?? 0
    const bit = 1 << PICTURE_NAMES.indexOf(picture.file)
    if ((come & bit) !== 0) throw new Error(`${shown(name)} is there twice`)
    pictures.set(picture.userId, come | bit)
  }

  return {
    /** @throws Error for the first entry that does not belong there */
    take({ name, size }: Pick<TarEntry, "name" | "size">): void {
      const table = TABLE_PLACE.get(name)
      const last = LAST.get(name)
      const place = table ?? last?.place ?? LAST_TABLE
      if (place < before || (place === before && place !== LAST_TABLE))
        throw new Error(`${shown(name)} is there twice or in the wrong place`)
      before = place
      if (last !== undefined && size > last.maxBytes) throw new Error(`${shown(name)} is too large`)
      if (table === undefined && last === undefined) takePicture(name, size)
    },
  }
}
