// Whether a username or an address is free; asked by the sign-up form before it sends (specification section 5).

import type { Availability, Wanted } from "../../../../api/sign-up.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { isReservedName, isUuid } from "../../../../domain/paths.ts"
import type { Auth } from "../auth.ts"
import { findTaken } from "../users-store.ts"
import { requireSignUpOpen } from "./sign-up-policy.ts"

/** @throws Refusal signup_disabled, too_many_requests */
export async function availability(
  { config, database, limits, purge }: Auth,
  asked: Wanted,
  ip: string,
): Promise<Availability> {
  requireSignUpOpen({ config })
  await limits.takeForIp(BUDGET.availabilityPerIp, ip)
  const username = asked.username?.trim()
  const email = asked.email?.trim()
  await purge.free({ username, email })
  const taken = await findTaken(database.db, { username, email })
  const mayBeTaken = (name: string) => !taken.username && !isReservedName(name, config.SITE_NAME) && !isUuid(name)
  return {
    ...(username === undefined ? {} : { username: mayBeTaken(username) }),
    ...(email === undefined ? {} : { email: !taken.email }),
  }
}
