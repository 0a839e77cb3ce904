// What complete sign-ins have in common (a passkey on a known device stores the same in its own statement): the security log, the known
// device, and an email to the owner when the device is new.
import { deviceName } from "../../../../domain/account/device.ts"
import type { SecurityEvent } from "../../../../domain/account/security-event.ts"
import type { Place } from "../../../../domain/insights/insights.ts"
import { placeText } from "../../../../domain/insights/place-names.ts"
import { NEW_DEVICE_NOTICES_PER_DAY, NEW_DEVICE_QUIET_DAYS } from "../../../../domain/limits.ts"
import { addDays } from "../../../../domain/time.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { countUndoLinks } from "../credentials/undo-links-store.ts"
import { newDeviceNotice } from "../email-flow/auth-emails.ts"
import type { UserRow } from "../users-store.ts"
import type { ClientInfo } from "./cookies.ts"
import { hasOtherSessionOf } from "./sessions-store.ts"

/** As the account was before this sign-in, or with its password only. */
type SignedIn = Pick<UserRow, "id" | "email" | "created_at" | "last_sign_in_at">

/** Where a sign-in comes from, and the place of it for the email. */
export type PlacedClient = ClientInfo & { place: Place }

/** Before the transaction, which holds the user and may hold the only connection: the first look-up reads a large file. */
export const withPlace = async <From extends ClientInfo>(auth: Auth, client: From): Promise<From & PlacedClient> => ({
  ...client,
  place: await auth.places.of(client),
})

/**
 * By the password, by the code where a second factor is owed, or by a passkey. Inside its transaction, after the session is opened.
 * @returns what the browser's cookie of known devices holds from now on
 */
export async function completeSignIn(
  auth: Auth,
  tx: Queries,
  user: SignedIn,
  client: PlacedClient,
  now: Date,
  event: SecurityEvent = "signed_in",
): Promise<string[]> {
  const { marks, isNew } = await auth.knownDevices.remember(tx, user.id, client, now)
  await recordSecurityEvent(tx, { user_id: user.id, user_agent: client.userAgent }, event, now)
  // Devices are forgotten in time, so knowing none does not mean that this is the account's first one.
  const shouldNotify = isNew && user.last_sign_in_at !== null && !(await isKnownProgram(tx, user.id, client))
  if (shouldNotify) await tellOfNewDevice(auth, tx, user, client, event, now)
  return marks
}

/** Programs keep no cookies, so they are known by their name. A browser is not: many browsers have the same name. */
const isKnownProgram = async (tx: Queries, userId: string, { isBrowser, userAgent }: ClientInfo): Promise<boolean> =>
  !isBrowser && (await hasOtherSessionOf(tx, userId, userAgent))

async function tellOfNewDevice(
  auth: Auth,
  tx: Queries,
  user: SignedIn,
  client: PlacedClient,
  event: SecurityEvent,
  now: Date,
): Promise<void> {
  // People set up their devices on the first day.
  if (now < addDays(user.created_at, NEW_DEVICE_QUIET_DAYS)) return
  // Beyond it a sign-in on a new device is in the security log only.
  if ((await countUndoLinks(tx, user.id, "sign_in", addDays(now, -1))) >= NEW_DEVICE_NOTICES_PER_DAY) return
  const device = deviceName(client.userAgent)
  const place = placeText(client.place)
  await sendUndoNotice(auth, tx, user, "sign_in", newDeviceNotice({ device, place, at: now, event }), now)
}
