// Known devices: browsers that have signed in to an account before, whom no stranger's attempts keep out.
import { KNOWN_DEVICE_DAYS, KNOWN_DEVICES_MAX } from "../../../../domain/limits.ts"
import { addDays } from "../../../../domain/time.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { AuthContext, Origin } from "../context.ts"
import { sha256 } from "../email-flow/one-time-token.ts"
import { lockUser } from "../users-store.ts"
import { deleteDevices, findDevice, insertDevice } from "./known-devices-store.ts"

/** As many as a request's headers hold: planted values in front must not hide the owner's own, and a look at each costs little. */
const ownMarks = ({ deviceMarks }: AuthContext, { devices }: Pick<Origin, "devices">): string[] => [
  ...new Set(devices.filter((mark) => deviceMarks.isOurs(mark))),
]

/** By what the attempts of a known device are counted; null for everybody else, and for an address without an account. */
export async function knownDevice(context: AuthContext, origin: Origin, email: string): Promise<string | null> {
  const marks = ownMarks(context, origin)
  const address = email.toWellFormed()
  if (marks.length === 0 || address.includes("\0")) return null
  const since = addDays(context.clock(), -KNOWN_DEVICE_DAYS)
  const hash = await findDevice(context.database.db, address, marks.map(sha256), since)
  return hash === null ? null : `device ${hash}`
}

/**
 * From now on this browser is known to the account, by a value it never had before. Its former value ends; those of other
 * accounts stay. Inside a transaction.
 * @returns what its cookie holds from now on; null when the account is gone
 */
export async function rememberDevice(
  context: AuthContext,
  db: Queries,
  userId: string,
  origin: Origin,
  now: Date,
): Promise<string[] | null> {
  if (!(await lockUser(db, userId))) return null
  const marks = ownMarks(context, origin)
  const replaced = await deleteDevices(db, userId, marks.map(sha256))
  const mark = context.deviceMarks.mint()
  await insertDevice(db, { user_id: userId, device_hash: sha256(mark), created_at: now }, KNOWN_DEVICES_MAX)
  return [mark, ...marks.filter((other) => !replaced.includes(sha256(other)))]
}
