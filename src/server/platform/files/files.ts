// The file storage: a flat space of paths such as "profile-pictures/profiles/{id}/profile.jpg", on disk or in a bucket.
import { createHash } from "node:crypto"

export interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>
  /** media type; it follows from the path's extension */
  type: string
  /** strong validator, quoted as HTTP wants it */
  etag: string
}

export interface Files {
  /**
   * Resolves when the file would survive a power cut; readers see the old bytes or the new ones, never a mixture.
   * @throws Refusal storage_full, service_unavailable
   */
  write(path: string, bytes: Uint8Array): Promise<void>
  read(path: string): Promise<StoredFile | null>
  /** Deleting a missing file is not an error. @throws Refusal service_unavailable */
  delete(path: string): Promise<void>
  /** The names of the files in a folder, at most 1,000, without those in folders below it. Empty when there is no such folder. */
  list(folder: string): Promise<string[]>
  /**
   * Whether a file could be written now. "read_only": the disk cannot be written. "away": the service that all processes share does not respond. Rejects when only this process
   * cannot read or write.
   */
  check(): Promise<"ok" | "full" | "read_only" | "away">
}

const TYPES = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["txt", "text/plain"],
])

const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,99}$/

/** As many as a bucket lists in one answer. */
export const LISTED_MAX = 1_000

/** The media type of a stored path; null when it cannot be one: other characters, "..", an unknown extension. */
export function typeOfPath(path: string): string | null {
  if (!path.split("/").every((segment) => SEGMENT.test(segment) && !segment.includes(".."))) return null
  return TYPES.get(path.slice(path.lastIndexOf(".") + 1)) ?? null
}

/** The same bytes have the same validator, wherever they are stored. */
export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`

/** @throws Error for a wrong path: only our own code makes them */
export function checkedType(path: string): string {
  const type = typeOfPath(path)
  if (type === null) throw new Error(`not a path of a stored file: ${JSON.stringify(path)}`)
  return type
}
