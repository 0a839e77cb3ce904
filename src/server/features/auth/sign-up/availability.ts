// Whether a username or an address is free; asked by the sign-up form before it sends (specification section 5).
import * as z from "zod/mini"
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET, EMAIL_MAX, FIELD_MAX } from "../../../../domain/limits.ts"
import { GENERAL } from "../../../../domain/messages.ts"
import { isReservedName, isUuid } from "../../../../domain/paths.ts"
import { maxLength } from "../../../../domain/text/text-length.ts"
import type { AuthContext } from "../context.ts"
import { findTaken } from "../users-store.ts"
import { requireSignUpOpen } from "./sign-up-policy.ts"

/** True = free. Only what was asked for is answered. */
export interface Availability {
  username?: boolean
  email?: boolean
}

const plainText = (max: number) =>
  z.optional(
    z.string().check(
      maxLength(max),
      z.refine((text) => !text.includes("\0")),
    ),
  )

const question = z.object({ username: plainText(FIELD_MAX.full_name), email: plainText(EMAIL_MAX) })

/** @throws Refusal signup_disabled, validation_failed, too_many_requests */
export async function availability(
  { config, database, limits, purge }: AuthContext,
  input: unknown,
  ip: string,
): Promise<Availability> {
  requireSignUpOpen({ config })
  const asked = z.safeParse(question, input)
  if (!asked.success) throw new Refusal("validation_failed", { message: GENERAL.badRequest })
  await limits.takeForIp(BUDGET.availabilityPerIp, ip)
  const username = asked.data.username?.trim()
  const email = asked.data.email?.trim()
  await purge.free({ username, email })
  const taken = await findTaken(database.db, { username, email })
  const mayBeTaken = (name: string) => !taken.username && !isReservedName(name, config.SITE_NAME) && !isUuid(name)
  return {
    ...(username === undefined ? {} : { username: mayBeTaken(username) }),
    ...(email === undefined ? {} : { email: !taken.email }),
  }
}
