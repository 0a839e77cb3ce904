// Confirms an address by the token of a letter. It opens no session: whoever holds the link need not know the password.

import * as z from "zod/mini"
import type { Act } from "../../domain/audit.ts"
import { Refusal } from "../../domain/errors.ts"
import { BUDGET } from "../../domain/limits.ts"
import { GENERAL } from "../../domain/messages.ts"
import type { Queries } from "../db/open.ts"
import { confirmEmailChange } from "./email-change.ts"
import { sha256 } from "./one-time-token.ts"
import { useToken } from "./one-time-tokens-store.ts"
import type { AuthParts } from "./parts.ts"
import { type UserBody, userBody } from "./present.ts"
import { factorsOf } from "./second-factor/factors-store.ts"
import { confirmEmail, insertRole, type UserRow } from "./users-store.ts"

const verifyBody = z.object({ token_hash: z.string(), type: z.enum(["signup", "email", "email_change"]) })

/** The account that signs up with ADMIN_EMAIL and confirms it becomes administrator; once. */
export async function confirmAccount(
  { audit, config, log }: AuthParts,
  db: Queries,
  account: { id: string; email: string },
  now: Date,
): Promise<UserRow | undefined> {
  const user = await confirmEmail(db, account.id, account.email, now)
  if (user === undefined || user.email.toLowerCase() !== config.ADMIN_EMAIL?.toLowerCase()) return user
  if (await insertRole(db, user.id, "admin")) {
    const act: Act = { actor_id: null, action: "role.added", subject_id: user.id, detail: { role: "admin" } }
    await audit.record(db, act, now)
    log.info("auth.administrator", { user: user.id })
  }
  return user
}

/** @throws Refusal validation_failed, otp_expired, too_many_requests */
export async function verify(parts: AuthParts, input: unknown, ip: string): Promise<UserBody> {
  const { database, clock, limits, log } = parts
  const body = z.safeParse(verifyBody, input)
  if (!body.success) throw new Refusal("validation_failed", { message: GENERAL.badRequest })
  await limits.takeForIp(BUDGET.linkPerIp, ip)
  const now = clock()
  const purpose = body.data.type === "email_change" ? "email_change" : "signup"
  const user = await database.db.transaction(async (tx) => {
    const token = await useToken(tx, sha256(body.data.token_hash), purpose, now)
    if (token === undefined) return undefined
    const account = { id: token.user_id, email: token.email }
    return purpose === "signup" ? confirmAccount(parts, tx, account, now) : confirmEmailChange(tx, account, now)
  })
  if (user === undefined) throw new Refusal("otp_expired")
  const { username } = user.user_metadata
  if (username !== undefined) await database.changes.publish("profile", username)
  log.info("auth.email_verified", { user: user.id, purpose })
  return userBody(user, await factorsOf(database.db, user.id))
}
