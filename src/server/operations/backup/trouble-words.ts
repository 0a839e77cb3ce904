// What the operator reads when a disk, a full database or a bucket stops a backup or a restore.
import { Refusal } from "../../../domain/errors.ts"
import { type Config, ConfigError } from "../../platform/config/config.ts"
import { databaseError } from "../../platform/db/database-errors.ts"
import { freeBytesIn, MIN_FREE_BYTES } from "../../platform/db/embedded/disk-guard.ts"

/** The message is a sentence for the operator. */
export class BackupError extends Error {}

const OF_DISKS = /^E(?:ACCES|DQUOT|FBIG|IO|ISDIR|LOOP|NAMETOOLONG|NOENT|NOSPC|NOTDIR|PERM|ROFS)$/

const isOfDisk = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  "code" in error &&
  OF_DISKS.test(String(error.code)) &&
  !("syscall" in error && error.syscall === "connect")

const isRefused = (error: unknown, code: Refusal["code"]): boolean => error instanceof Refusal && error.code === code

/** While the archive is made. Other errors are left as they are. */
export function problemOfMaking(error: unknown, dataDir: string): unknown {
  if (isRefused(error, "service_unavailable"))
    return new BackupError(
      "The backup could not be made: a picture could not be read from the bucket. The log says why.",
    )
  if (!isOfDisk(error)) return error
  return new BackupError(
    `The backup could not be made: ${error.message}. It needs room in ${dataDir} for the tables as text. Nothing was left behind.`,
  )
}

/** While the archive is written. Other errors are left as they are. @param path null: standard output */
export function problemOfWriting(error: unknown, path: string | null): unknown {
  if (error instanceof Error && "code" in error && error.code === "ECONNRESET")
    return new BackupError(
      "The backup ended early: the running program, or its connection to the database, was lost. The log of the program says why.",
    )
  if (!isOfDisk(error)) return error
  return new BackupError(
    path === null
      ? `The backup could not be written to standard output: ${error.message}. What was written is no backup.`
      : `The backup could not be written to ${path}: ${error.message}. Nothing was left behind.`,
  )
}

const MEGABYTE = 1024 * 1024

/** Of a restore. Other errors are left as they are. */
export async function problemOfRestoring(
  error: unknown,
  { DATA_DIR, DATABASE_URL }: Pick<Config, "DATA_DIR" | "DATABASE_URL">,
): Promise<unknown> {
  if (error instanceof BackupError || error instanceof ConfigError) return error
  if (isRefused(error, "service_unavailable"))
    return new BackupError("The archive could not be restored: the pictures cannot be written. The log says why.")
  if (DATABASE_URL !== null && databaseError(error) === "full")
    return new BackupError("The archive could not be restored: the PostgreSQL server has no room left.")
  const free = await freeBytesIn(DATA_DIR).catch(() => Number.POSITIVE_INFINITY)
  // The embedded engine does not say why it stopped.
  const isFull = isRefused(error, "storage_full") || (DATABASE_URL === null && free < MIN_FREE_BYTES)
  if (isFull || (isOfDisk(error) && error.code === "ENOSPC"))
    return new BackupError(
      `The archive could not be restored: DATA_DIR (${DATA_DIR}) has ${Math.floor(free / MEGABYTE)} MB free. Make room, or choose another DATA_DIR, and restore it again.`,
    )
  return error
}
