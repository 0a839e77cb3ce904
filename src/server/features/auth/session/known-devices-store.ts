// Known devices (OWASP device cookies): browsers that have signed in to an account before, which attempts of strangers do not
// lock out. A device carries a random value with our mark on it, so that a forged one costs no query. It gives no access; the
// database knows by its sha-256 which account it belongs to.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { and, desc, eq, gt, inArray, lte, sql } from "drizzle-orm"
import { KNOWN_DEVICE_DAYS, KNOWN_DEVICES_MAX } from "../../../../domain/limits.ts"
import { addDays } from "../../../../domain/time.ts"
import type { Clock } from "../../../platform/clock.ts"
import { known_devices, users } from "../../../platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../../platform/db/open.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Origin } from "./cookies.ts"
import { isToken, sha256 } from "./tokens.ts"

const RANDOM_BYTES = 16

interface Needs {
  clock: Clock
  database: OpenDatabase
  key: Buffer
}

export function createKnownDevices({ clock, database, key }: Needs) {
  const seal = (random: Buffer): Buffer => createHmac("sha256", key).update(random).digest().subarray(0, 16)

  function newMark(): string {
    const random = randomBytes(RANDOM_BYTES)
    return Buffer.concat([random, seal(random)]).toString("base64url")
  }

  function isOurs(mark: string): boolean {
    if (!isToken(mark)) return false
    const bytes = Buffer.from(mark, "base64url")
    return timingSafeEqual(bytes.subarray(RANDOM_BYTES), seal(bytes.subarray(0, RANDOM_BYTES)))
  }

  /** As many as a request's headers hold: planted values in front must not hide the owner's, and checking each costs little. */
  const ourMarks = (devices: readonly string[]): string[] => [...new Set(devices.filter(isOurs))]

  /** @returns by what the attempts of a known device are counted; null for others, and for an address without an account */
  async function find({ devices }: Origin, email: string): Promise<string | null> {
    const marks = ourMarks(devices)
    const address = email.toWellFormed()
    if (marks.length === 0 || address.includes("\0")) return null
    const hash = await findDevice(database.db, address, marks.map(sha256), addDays(clock(), -KNOWN_DEVICE_DAYS))
    return hash === null ? null : `device ${hash}`
  }

  /**
   * From now on the account knows this browser, by a new value. Its former value ends; those of other accounts stay. Inside a
   * transaction.
   * @returns marks: what its cookie holds from now on, the newest first; isNew: this browser has not signed in to the account before, but
   * others have
   */
  async function remember(
    db: Queries,
    userId: string,
    { devices }: Pick<Origin, "devices">,
    now: Date,
  ): Promise<{ marks: string[]; isNew: boolean }> {
    const marks = ourMarks(devices)
    const replaced = await deleteDevices(db, userId, marks.map(sha256))
    const mark = newMark()
    const device = { user_id: userId, device_hash: sha256(mark), created_at: now }
    const hasOthers = await insertDevice(db, device, KNOWN_DEVICES_MAX)
    const isNew = replaced.length === 0 && hasOthers
    return { marks: [mark, ...marks.filter((other) => !replaced.includes(sha256(other)))], isNew }
  }
  return { find, remember }
}

const isOneOf = (hashes: readonly string[]) => inArray(known_devices.device_hash, [...hashes])

/** The one of these devices that is known to the account with this address, not longer ago than `since`. */
async function findDevice(db: Queries, email: string, hashes: readonly string[], since: Date): Promise<string | null> {
  const rows = await db
    .select({ device_hash: known_devices.device_hash })
    .from(known_devices)
    .innerJoin(users, eq(users.id, known_devices.user_id))
    .where(and(eq(sql`lower(${users.email})`, email), isOneOf(hashes), gt(known_devices.created_at, since)))
    .limit(1)
  return rows[0]?.device_hash ?? null
}

/** @returns those that were there */
async function deleteDevices(db: Queries, userId: string, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const own = and(eq(known_devices.user_id, userId), isOneOf(hashes))
  const rows = await db.delete(known_devices).where(own).returning({ device_hash: known_devices.device_hash })
  return rows.map(({ device_hash }) => device_hash)
}

/** Keeps this one and the newest others, `most` in all. @returns whether there are others */
async function insertDevice(db: Queries, device: typeof known_devices.$inferInsert, most: number): Promise<boolean> {
  const { user_id } = device
  const { device_hash } = known_devices
  // In one statement, which does not see the new one among the others.
  const inserted = db.$with("inserted").as(db.insert(known_devices).values(device).returning({ device_hash }))
  const own = eq(known_devices.user_id, user_id)
  const tooMany = db
    .select({ device_hash })
    .from(known_devices)
    .where(own)
    .orderBy(desc(known_devices.created_at))
    .offset(most - 1)
  const dropped = db.$with("dropped").as(
    db
      .delete(known_devices)
      .where(and(own, inArray(device_hash, tooMany)))
      .returning({ device_hash }),
  )
  const hasOthers = sql<boolean>`exists (select 1 from ${known_devices} where ${own})`
  const rows = await db.with(inserted, dropped).select({ hasOthers }).from(inserted)
  return rows[0]?.hasOthers ?? false
}

export async function deleteOldDevices(db: Queries, until: Date): Promise<void> {
  await db.delete(known_devices).where(lte(known_devices.created_at, until))
}
