// Sends the verification letter again. The answer is the same whether or not there is such an account.
import * as z from "zod/mini"
import { Refusal } from "../../domain/errors.ts"
import { loginForm } from "../../domain/forms.ts"
import { BUDGET } from "../../domain/limits.ts"
import { FIELD, GENERAL } from "../../domain/messages.ts"
import { sendVerification } from "./links.ts"
import type { AuthParts } from "./parts.ts"
import { isGone } from "./sessions.ts"
import { findUserByEmail } from "./users-store.ts"

const resendBody = z.object({ type: z.literal("signup"), email: z.string() })
const addressOnly = z.pick(loginForm(), { email: true })

/** @throws Refusal validation_failed */
export function readAddress(email: unknown): string {
  const parsed = z.safeParse(addressOnly, { email })
  if (!parsed.success) throw new Refusal("validation_failed", { message: FIELD.emailInvalid })
  return parsed.data.email.toLowerCase()
}

/** @throws Refusal validation_failed, over_email_send_rate_limit */
export async function resend(
  parts: AuthParts,
  input: unknown,
  ip: string,
  redirectTo: string | undefined,
): Promise<void> {
  const { database, clock, limits, mail } = parts
  const body = z.safeParse(resendBody, input)
  if (!body.success) throw new Refusal("validation_failed", { message: GENERAL.badRequest })
  const email = readAddress(body.data.email)
  await limits.takeForIp(BUDGET.mailPerIp, ip, "over_email_send_rate_limit")
  await limits.take(BUDGET.mailPerAddress, email, "over_email_send_rate_limit")
  const now = clock()
  const user = await findUserByEmail(database.db, email)
  if (user === undefined || user.email_confirmed_at !== null || isGone(user, now)) return
  await database.db.transaction((tx) => sendVerification(parts, tx, user, redirectTo, now))
  mail.kick()
}
