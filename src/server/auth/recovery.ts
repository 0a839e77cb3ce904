// Reset of a forgotten password: a link opens a session that can do one thing, set a password.
import * as z from "zod/mini"
import { Refusal } from "../../domain/errors.ts"
import { BUDGET } from "../../domain/limits.ts"
import { PROTOCOL } from "../../domain/messages.ts"
import { takeStrangersEmail } from "../mail/hourly-cap.ts"
import type { ProofSender } from "../proof-of-work/service.ts"
import { sendRecovery } from "./links.ts"
import { sha256 } from "./one-time-token.ts"
import { findToken } from "./one-time-tokens-store.ts"
import type { AuthParts, Origin } from "./parts.ts"
import { readAddress } from "./resend.ts"
import { isGone, type Opened, openSession } from "./sessions.ts"
import { findUser, findUserByEmail } from "./users-store.ts"

const recoverBody = z.object({ email: z.string() })

/** The answer is the same whether or not there is such an account. @throws Refusal validation_failed, proof_of_work_required, over_email_send_rate_limit, too_many_emails */
export async function recover(parts: AuthParts, input: unknown, sender: ProofSender): Promise<void> {
  const { database, clock, limits, mail, log } = parts
  const body = z.safeParse(recoverBody, input ?? {})
  if (!body.success) throw new Refusal("validation_failed", { message: PROTOCOL.recoverEmailMissing })
  const email = readAddress(body.data.email)
  await limits.takeForIp(BUDGET.mailPerIp, sender.ip, "over_email_send_rate_limit")
  await parts.proofOfWork.require("email", sender)
  await limits.take(BUDGET.mailPerAddress, email, "over_email_send_rate_limit")
  await takeStrangersEmail(parts)
  const now = clock()
  const user = await findUserByEmail(database.db, email)
  if (user === undefined || isGone(user, now)) return
  await database.db.transaction((tx) => sendRecovery(parts, tx, user, now))
  mail.kick()
  log.info("auth.recovery_sent", { user: user.id })
}

/**
 * The session of a recovery link. Opening the link uses nothing up (mail scanners open links); setting the password does.
 * @throws Refusal otp_expired, too_many_requests
 */
export async function openRecovery(parts: AuthParts, token: string, origin: Origin): Promise<Opened> {
  const { database, clock, limits, log } = parts
  await limits.takeForIp(BUDGET.linkPerIp, origin.ip)
  const now = clock()
  const found = await findToken(database.db, sha256(token), "recovery", now)
  const user = found && (await findUser(database.db, found.user_id))
  if (user === undefined || isGone(user, now)) throw new Refusal("otp_expired")
  const opened = await openSession(parts, database.db, user, "recovery", origin, now)
  log.info("auth.recovery_opened", { user: user.id })
  return opened
}
