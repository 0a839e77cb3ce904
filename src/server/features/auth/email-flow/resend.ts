// Sends the confirmation email again. The answer is the same whether or not there is such an account.
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { loginForm } from "../../../../domain/forms.ts"
import { EMAIL_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { AuthContext } from "../context.ts"
import { admitEmail, emailAttempt } from "../credentials/attempts.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { isGone } from "../session/sessions.ts"
import { findUser, findUserByEmail, lockUser } from "../users-store.ts"
import { sendVerification } from "./email-link-tokens.ts"
import { isBoundTo, type LinkAsker } from "./link-cookie.ts"
import { newestToken } from "./one-time-tokens-store.ts"

const resendBody = z.object({
  type: z.literal("signup", { error: PROTOCOL.resendTypeMissing }),
  email: text(EMAIL_MAX, FIELD.emailInvalid, PROTOCOL.resendEmailMissing),
})
const addressOnly = z.pick(loginForm(), { email: true })

/** @throws Refusal validation_failed */
export function readAddress(email: unknown): string {
  const parsed = z.safeParse(addressOnly, { email })
  if (!parsed.success) throw new Refusal("validation_failed", { message: FIELD.emailInvalid })
  return parsed.data.email.toLowerCase()
}

/**
 * A resend never makes a browser the one that signed up: the owner of an address that someone else signed up with may well be
 * who asks. The new link stays bound to the browser that signed up when that is the one asking, and to none otherwise.
 * @returns whether the cookie it came with is good for the new link, and so for as long again
 * @throws Refusal validation_failed, proof_of_work_required, over_email_send_rate_limit, too_many_emails
 */
export async function resend(
  context: AuthContext,
  input: unknown,
  sender: LinkAsker & ProofSender,
  redirectTo: string | undefined,
): Promise<boolean> {
  const { database, clock, limits } = context
  const email = readAddress(readBody(resendBody, input, null).email)
  const asked = await limits.takeAll(emailAttempt(email, sender.ip, null), "over_email_send_rate_limit")
  if ((await admitEmail(context, email, sender, asked)) === null) return false
  const now = clock()
  const found = await findUserByEmail(database.db, email)
  if (found === undefined || isGone(found, now)) return false
  const isKept = await database.db.transaction(async (tx) => {
    // Confirming and replacing the account wait for each other and for this.
    await lockUser(tx, found.id)
    const user = await findUser(tx, found.id)
    if (user === undefined || user.email_confirmed_at !== null) return null
    const former = await newestToken(tx, user.id, "signup")
    const isSame = former !== undefined && isBoundTo(former, sender.cookie)
    await sendVerification(context, tx, user, redirectTo, isSame ? former.browser_hash : null, now)
    return isSame
  })
  return isKept === true
}
