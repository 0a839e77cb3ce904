// Sends a confirmation email again: of a sign-up, or of a new sign-in address. The answer is the same whether or not there is such an account.
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { loginForm } from "../../../../domain/forms.ts"
import { BUDGET, EMAIL_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { strangersEmails } from "../../../platform/mail/hourly-cap.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { AuthContext } from "../context.ts"
import { admitEmail, emailAttempt, takeEmailTo } from "../credentials/attempts.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { isGone } from "../session/sessions.ts"
import { findTaken, findUser, findUserByEmail, lockUser, type UserRow } from "../users-store.ts"
import { sendEmailChange, sendVerification } from "./email-link-tokens.ts"
import { isBoundTo, type LinkAsker } from "./link-cookie.ts"
import { newestToken, openToken } from "./one-time-tokens-store.ts"

/** Neither is offered: there are no phone numbers to confirm. */
const PHONE_TYPES = ["sms", "phone_change"] as const

const resendBody = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("signup"), email: text(EMAIL_MAX, FIELD.emailInvalid, PROTOCOL.resendEmailMissing) }),
    z.object({
      type: z.literal("email_change"),
      email: text(EMAIL_MAX, FIELD.emailInvalid, PROTOCOL.resendAddressMissing),
    }),
    z.object({ type: z.enum(PHONE_TYPES) }),
  ],
  { error: PROTOCOL.resendTypeMissing },
)
const addressOnly = z.pick(loginForm(), { email: true })

/** @throws Refusal validation_failed */
export function readAddress(email: unknown): string {
  const parsed = z.safeParse(addressOnly, { email })
  if (!parsed.success) throw new Refusal("validation_failed", { message: FIELD.emailInvalid })
  return parsed.data.email.toLowerCase()
}

type ResendType = "signup" | "email_change"

function readResend(input: unknown): { type: ResendType; email: string } {
  const body = readBody(resendBody, input, null)
  if (!("email" in body)) throw new Refusal("phone_provider_disabled", { message: PROTOCOL.phoneSignInDisabled })
  return { type: body.type, email: readAddress(body.email) }
}

/** Where the email goes that is counted: strangers ask here, so it spends nothing of what the account's owner may ask for. */
async function addressToConfirm(
  { database }: AuthContext,
  user: UserRow,
  type: ResendType,
  now: Date,
): Promise<string | null> {
  if (type === "signup") return user.email_confirmed_at === null ? user.email : null
  const to = (await openToken(database.db, user.id, type, now))?.email
  return to === undefined || (await findTaken(database.db, { email: to })).email ? null : to
}

/**
 * A resend never makes a browser the one that asked first: the owner of an address that someone else signed up with may well be
 * who asks. The new link stays bound to the browser that asked first when that is the one asking again, and to none otherwise.
 * @param to the address of the account, or the new one that has to be confirmed
 * @returns whether it is still bound; null when there is nothing to confirm
 */
async function sendAgain(
  context: AuthContext,
  tx: Queries,
  { id, type, to }: { id: string; type: ResendType; to: string },
  { cookie, redirectTo }: { cookie: string | null; redirectTo: string | undefined },
  now: Date,
): Promise<boolean | null> {
  // Confirming and replacing the account wait for each other and for this.
  await lockUser(tx, id)
  const user = await findUser(tx, id)
  const former = await (type === "signup" ? newestToken(tx, id, type) : openToken(tx, id, type, now))
  const isSame = former !== undefined && isBoundTo(former, cookie)
  const browser_hash = isSame ? former.browser_hash : null
  if (type === "signup") {
    if (user === undefined || user.email_confirmed_at !== null) return null
    await sendVerification(context, tx, user, redirectTo, browser_hash, now)
  } else {
    if (former?.email !== to) return null
    await sendEmailChange(context, tx, { id, email: to }, { browser_hash, session_id: former.session_id }, now)
  }
  return isSame
}

/**
 * By the address of the account, signed in or not, as the protocol has it: also for a new address that waits to be confirmed.
 * @returns whether the cookie it came with is good for the new link, and so for as long again
 * @throws Refusal validation_failed, phone_provider_disabled, proof_of_work_required, over_email_send_rate_limit, too_many_emails
 */
export async function resend(
  context: AuthContext,
  input: unknown,
  sender: LinkAsker & ProofSender,
  redirectTo: string | undefined,
): Promise<boolean> {
  const { config, database, clock, limits } = context
  const { type, email } = readResend(input)
  const asked = await limits.takeAll(emailAttempt(email, sender.ip, null), "over_email_send_rate_limit")
  const admission = await admitEmail(context, strangersEmails(config), sender, asked)
  const now = clock()
  const found = await findUserByEmail(database.db, email)
  const to = found === undefined || isGone(found, now) ? null : await addressToConfirm(context, found, type, now)
  if (found === undefined || to === null || !(await takeEmailTo(context, BUDGET.resendPerAddress, to))) {
    await admission.withdraw()
    return false
  }
  const { id } = found
  const { cookie } = sender
  const isKept = await database.db.transaction((tx) =>
    sendAgain(context, tx, { id, type, to }, { cookie, redirectTo }, now),
  )
  return isKept === true
}
