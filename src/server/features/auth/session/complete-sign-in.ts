// The moment a sign-in is complete: by the password, or by the code where a second factor is owed. What follows from it, once.
import type { Queries } from "../../../platform/db/queries.ts"
import type { AuthContext, Origin } from "../context.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { rememberDevice } from "./known-devices.ts"
import type { Opened } from "./sessions.ts"

/** Inside the transaction of the sign-in. */
export async function completeSignIn(
  context: AuthContext,
  tx: Queries,
  userId: string,
  origin: Origin,
  now: Date,
): Promise<Pick<Opened, "devices">> {
  await recordSecurityEvent(tx, { user_id: userId, user_agent: origin.userAgent }, "signed_in", now)
  return { devices: await rememberDevice(context, tx, userId, origin, now) }
}
