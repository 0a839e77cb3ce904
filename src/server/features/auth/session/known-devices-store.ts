// Rows of known devices: which browsers have signed in to an account completely.
import { and, desc, eq, gt, inArray, lte, sql } from "drizzle-orm"
import { known_devices, users } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"

const isOneOf = (hashes: readonly string[]) => inArray(known_devices.device_hash, [...hashes])

/** The one of these devices that is known to the account with this address, not longer ago than `since`. */
export async function findDevice(
  db: Queries,
  email: string,
  hashes: readonly string[],
  since: Date,
): Promise<string | null> {
  const rows = await db
    .select({ device_hash: known_devices.device_hash })
    .from(known_devices)
    .innerJoin(users, eq(users.id, known_devices.user_id))
    .where(and(eq(sql`lower(${users.email})`, email), isOneOf(hashes), gt(known_devices.created_at, since)))
    .limit(1)
  return rows[0]?.device_hash ?? null
}

/** @returns those that were there */
export async function deleteDevices(db: Queries, userId: string, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const own = and(eq(known_devices.user_id, userId), isOneOf(hashes))
  const rows = await db.delete(known_devices).where(own).returning({ device_hash: known_devices.device_hash })
  return rows.map(({ device_hash }) => device_hash)
}

/** Keeps this one and the newest others, `most` in all. */
export async function insertDevice(
  db: Queries,
  device: typeof known_devices.$inferInsert,
  most: number,
): Promise<void> {
  const { user_id, device_hash } = device
  await db.insert(known_devices).values(device)
  const own = eq(known_devices.user_id, user_id)
  const tooMany = db
    .select({ device_hash: known_devices.device_hash })
    .from(known_devices)
    .where(own)
    .orderBy(desc(sql`${known_devices.device_hash} = ${device_hash}`), desc(known_devices.created_at))
    .offset(most)
  await db.delete(known_devices).where(and(own, inArray(known_devices.device_hash, tooMany)))
}

export async function deleteOldDevices(db: Queries, until: Date): Promise<void> {
  await db.delete(known_devices).where(lte(known_devices.created_at, until))
}
