// The most common passkey sign-in, on a known device, in one statement that stores everything or nothing. Other sign-ins use a
// transaction with seven statements, which took as much CPU time as the rest of the sign-in.
import { and, eq, placeholder, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { known_devices, passkeys, sessions, users } from "../../../platform/db/auth-schema.ts"
import { prepared } from "../../../platform/db/prepared.ts"
import type { Auth } from "../auth.ts"
import { eventPart, eventValues } from "../credentials/security-log.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { deviceParts, isKnownDevice, replacedHashes } from "../session/known-devices.ts"
import { newSession, type OpenedSession, presentSession } from "../session/sessions.ts"
import { isOfProgram, sessionParts, sessionValues } from "../session/sessions-store.ts"
import { selectUserDetails, type UserRow, userDetailsIn } from "../users-store.ts"
import { isUsable, type PasskeyRow, passkeyUse, type Use, valuesOfUse } from "./passkeys-store.ts"

const statement = prepared("known_device_sign_in", (db) => {
  const isOwn = eq(users.id, placeholder("user_id"))
  // Locks the account before its passkey, as an undo does. Rows that were deleted before we got the lock do not count.
  const account = db.$with("account").as(db.select({ id: users.id }).from(users).where(isOwn).for("no key update"))
  const isTheirs = (user_id: PgColumn) => sql`${user_id} in (select id from account)`
  const { device_hash } = known_devices
  const known = db.$with("known").as(
    db
      .select({ device_hash })
      .from(known_devices)
      .where(and(isKnownDevice, isTheirs(known_devices.user_id)))
      .for("update"),
  )
  const isKnownProgram = sql`${placeholder("is_program")}::boolean and exists (${db.select({ id: sessions.id }).from(sessions).where(isOfProgram)})`
  const isKnown = sql`(exists (select from known) or ${isKnownProgram})`
  const used = db.$with("used").as(
    db
      .update(passkeys)
      .set(passkeyUse)
      .where(and(isUsable, isTheirs(passkeys.user_id), isKnown))
      .returning({ user_id: passkeys.user_id }),
  )
  const isUsed = sql`exists (select from used)`
  const signedIn = db.$with("signed_in").as(
    db
      .update(users)
      .set({ last_sign_in_at: sql`${placeholder("now")}` })
      .where(and(isOwn, isUsed))
      .returning({ id: users.id }),
  )
  const parts = [...sessionParts(db, isUsed), ...deviceParts(db, isUsed), eventPart(db, isUsed)]
  return selectUserDetails(db.with(account, known, used, signedIn, ...parts), { replaced: replacedHashes }, isUsed)
})

/**
 * Null, and nothing is stored, when the account does not know the device, or when the passkey is gone or its counter did not go up: the
 * transaction of other sign-ins then decides. On a new device it emails the owner, which takes more than one statement.
 */
export async function signInOnKnownDevice(
  auth: Auth,
  user: UserRow,
  passkey: PasskeyRow,
  use: Use,
  client: ClientInfo,
  now: Date,
): Promise<OpenedSession | null> {
  const { session, maxSessions, binding } = newSession(auth, user.id, "passkey", client, now)
  const device = auth.knownDevices.renew(user.id, client, now)
  const event = eventValues({ user_id: user.id, user_agent: client.userAgent }, "signed_in_with_passkey", now)
  const rows = await statement(auth.database.db, {
    ...sessionValues(session, maxSessions),
    ...device.values,
    ...event,
    ...valuesOfUse(passkey.id, use, now),
    is_program: !client.isBrowser,
  })
  const [first] = rows
  if (first === undefined) return null
  const body = await presentSession(auth, session, { ...user, last_sign_in_at: now }, userDetailsIn(rows), now)
  return { body, isBound: binding !== null, binding, devices: device.marksAfter(first.replaced) }
}
