// Change of the sign-in address: the new one confirms, the old one is told, and nothing changes until then.
import type { Queries } from "../db/open.ts"
import { voidTokens } from "./one-time-tokens-store.ts"
import type { AuthParts } from "./parts.ts"
import { moveToEmail, type UserRow } from "./users-store.ts"

/** Undefined when the address was taken meanwhile. */
export async function confirmEmailChange(
  _parts: AuthParts,
  db: Queries,
  account: { id: string; email: string },
  now: Date,
): Promise<UserRow | undefined> {
  const user = await moveToEmail(db, account.id, account.email, now)
  if (user !== undefined) await voidTokens(db, account.id)
  return user
}
