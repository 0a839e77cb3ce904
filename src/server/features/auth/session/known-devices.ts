// Known devices (OWASP device cookies): browsers that have signed in to an account before, which attempts of strangers do not
// lock out. A device carries a random value with our mark on it, so that a forged one costs no query. It gives no access; the
// database knows by its sha-256 which account it belongs to.
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto"
import { and, desc, eq, gt, inArray, lte, not, placeholder, type SQL, sql } from "drizzle-orm"
import { KNOWN_DEVICE_DAYS, KNOWN_DEVICES_MAX } from "../../../../domain/limits.ts"
import { addDays } from "../../../../domain/time.ts"
import type { Clock } from "../../../platform/clock.ts"
import { known_devices, users } from "../../../platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../../platform/db/open.ts"
import { prepared, rowOf } from "../../../platform/db/prepared.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { ClientInfo } from "./cookies.ts"
import { isToken, sha256 } from "./tokens.ts"

const RANDOM_BYTES = 16

type DeviceInfo = Pick<ClientInfo, "devices" | "isBrowser">

interface Needs {
  clock: Clock
  database: OpenDatabase
  key: KeyObject
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

  /** @returns the key that a known device's attempts are counted under; null for others, and for an address without an account */
  async function find({ devices }: ClientInfo, email: string): Promise<string | null> {
    const marks = ourMarks(devices)
    const address = email.toWellFormed()
    if (marks.length === 0 || address.includes("\0")) return null
    const hash = await findDevice(database.db, address, marks.map(sha256), addDays(clock(), -KNOWN_DEVICE_DAYS))
    return hash === null ? null : `device ${hash}`
  }

  /**
   * A new value for a client that signs in. Its former value ends; those of other accounts stay. Programs that keep no cookies look new at
   * each sign-in, so they push out one another only, never the owner's browsers.
   * @returns values: for `deviceParts`; marksAfter: what its cookie holds once some of its hashes were replaced, the newest first
   */
  function renew(userId: string, { devices, isBrowser }: DeviceInfo, now: Date) {
    const marks = ourMarks(devices)
    const hashes = marks.map(sha256)
    const mark = newMark()
    const device = {
      user_id: userId,
      device_hash: sha256(mark),
      created_at: now,
      needs_notice: false,
      keeps_cookies: isBrowser,
    }
    return {
      values: { ...device, hashes, other_devices: KNOWN_DEVICES_MAX - 1 },
      marksAfter: (replaced: readonly string[]) => [
        mark,
        ...marks.filter((_, n) => !replaced.includes(hashes[n] ?? "")),
      ],
    }
  }

  /**
   * From now on the account knows this browser. Inside a transaction.
   * @returns marks: what its cookie holds from now on; isNew: the account did not know this browser, or its password was reset since
   */
  async function remember(
    db: Queries,
    userId: string,
    client: DeviceInfo,
    now: Date,
  ): Promise<{ marks: string[]; isNew: boolean }> {
    const { values, marksAfter } = renew(userId, client, now)
    const [found] = await replacement(db, values)
    return { marks: marksAfter(found?.replaced ?? []), isNew: found?.is_known !== true }
  }

  /**
   * From now on the owner is told when another browser than this one signs in. The others keep their own attempts, which no stranger
   * can spend. Inside a transaction.
   */
  async function distrustOthers(db: Queries, userId: string, { devices }: Pick<ClientInfo, "devices">): Promise<void> {
    const others = not(isOneOf(ourMarks(devices).map(sha256)))
    await db
      .update(known_devices)
      .set({ needs_notice: true })
      .where(and(eq(known_devices.user_id, userId), others))
  }
  return { find, renew, remember, distrustOthers }
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

const own = eq(known_devices.user_id, placeholder("user_id"))
const isReplaced = sql`${known_devices.device_hash} = any(${placeholder("hashes")}::text[])`

/** A device whose sign-in needs no email. Needs the values `user_id` and `hashes`. */
export const isKnownDevice = and(own, isReplaced, not(known_devices.needs_notice))

/** A browser, or a program that came back with the cookie of this account. */
const keepsCookies = sql`(${placeholder("keeps_cookies")}::boolean or exists (select from replaced_devices))`

/**
 * Parts of a statement: inserts a device in place of those with `hashes`, and keeps the newest others of its kind. They all see the rows as they were before the statement.
 * Needs the values of `renew`.
 * @param condition under which it happens
 */
export function deviceParts(db: Queries, condition: SQL = sql`true`) {
  const { device_hash, created_at, needs_notice, keeps_cookies } = known_devices
  const deleteOwn = (which: SQL) =>
    db
      .delete(known_devices)
      .where(and(own, which, condition))
      .returning({ device_hash, needs_notice })
  const older = db
    .select({ device_hash })
    .from(known_devices)
    .where(and(own, not(isReplaced), eq(keeps_cookies, keepsCookies)))
    .orderBy(desc(created_at))
    .offset(placeholder("other_devices"))
  const row = sql.join(Object.values({ ...rowOf(known_devices), keeps_cookies: keepsCookies }), sql`, `)
  const inserted = db.insert(known_devices).select(sql`select ${row} where ${condition}`)
  return [
    db.$with("replaced_devices").as(deleteOwn(isReplaced)),
    db.$with("forgotten_devices").as(deleteOwn(inArray(device_hash, older))),
    db.$with("known_device").as(inserted.returning({ device_hash })),
  ] as const
}

/** Needs `deviceParts`. */
export const replacedHashes = sql<string[]>`array(select device_hash from replaced_devices)`

const replacement = prepared("known_device_replacement", (db) =>
  db
    .with(...deviceParts(db))
    .select({
      replaced: replacedHashes,
      is_known: sql<boolean>`exists (select from replaced_devices where not needs_notice)`,
    })
    .from(sql`known_device`),
)

export async function deleteOldDevices(db: Queries, until: Date): Promise<void> {
  await db.delete(known_devices).where(lte(known_devices.created_at, until))
}
