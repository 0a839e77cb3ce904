// Known devices (OWASP device cookies): browsers that have signed in to an account before, which attempts of strangers do not
// lock out. A device carries a random value with our mark on it, so that a forged one costs no query. It gives no access; the
// database knows by its sha-256 which account it belongs to.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { and, desc, eq, gt, inArray, lte, not, placeholder, type SQL, sql } from "drizzle-orm"
import { KNOWN_DEVICE_DAYS, KNOWN_DEVICES_MAX } from "../../../../domain/limits.ts"
import { addDays } from "../../../../domain/time.ts"
import type { Clock } from "../../../platform/clock.ts"
import { known_devices, users } from "../../../platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../../platform/db/open.ts"
import { prepared, rowOf } from "../../../platform/db/prepared.ts"
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
    const mark = newMark()
    const device = { user_id: userId, device_hash: sha256(mark), created_at: now }
    const { replaced, hasOthers } = await replaceDevices(db, device, marks.map(sha256), KNOWN_DEVICES_MAX)
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

/** No part of this statement sees what another part of it inserts or deletes. */
const replacement = prepared("known_device_replacement", (db) => {
  const { device_hash, user_id, created_at } = known_devices
  const own = eq(user_id, placeholder("user_id"))
  const isReplaced = sql`${device_hash} = any(${placeholder("hashes")}::text[])`
  const deleteOwn = (which: SQL) => db.delete(known_devices).where(and(own, which)).returning({ device_hash })
  const older = db
    .select({ device_hash })
    .from(known_devices)
    .where(and(own, not(isReplaced)))
    .orderBy(desc(created_at))
    .offset(placeholder("others"))
  const replaced = db.$with("replaced").as(deleteOwn(isReplaced))
  const dropped = db.$with("dropped").as(deleteOwn(inArray(device_hash, older)))
  const inserted = db
    .$with("inserted")
    .as(db.insert(known_devices).values(rowOf(known_devices)).returning({ device_hash }))
  return db
    .with(replaced, dropped, inserted)
    .select({
      replaced: sql<string[]>`array(select device_hash from ${replaced})`,
      hasOthers: sql<boolean>`exists (select 1 from ${known_devices} where ${own})`,
    })
    .from(inserted)
})

/**
 * Inserts this device in place of those with `hashes`, and keeps the newest others: `most` in all.
 * @returns replaced: hashes that were there; hasOthers: whether the account had devices before
 */
async function replaceDevices(
  db: Queries,
  device: typeof known_devices.$inferInsert,
  hashes: readonly string[],
  most: number,
): Promise<{ replaced: readonly string[]; hasOthers: boolean }> {
  const [found] = await replacement(db, { ...device, hashes: [...hashes], others: most - 1 })
  return found ?? { replaced: [], hasOthers: false }
}

export async function deleteOldDevices(db: Queries, until: Date): Promise<void> {
  await db.delete(known_devices).where(lte(known_devices.created_at, until))
}
