// Sends a confirmation email again: of a sign-up, or of a new sign-in email. The answer is the same whether or not there is such an account.
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { mayHaveAccount } from "../../../../domain/account/policy.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { loginForm } from "../../../../domain/forms.ts"
import { EMAIL_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { strangersEmails } from "../../../platform/mail/hourly-cap.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { Auth } from "../auth.ts"
import { admitEmail, emailAttempt, takeEmailTo } from "../credentials/attempts.ts"
import { readBody, text } from "../protocol/read-body.ts"
import type { LinkAsker } from "../session/cookies.ts"
import { findLiveUserByEmail, findTaken, findUser, lockUser, type UserRow } from "../users-store.ts"
import { isBoundTo } from "./email-links.ts"
import { newestToken, openToken } from "./one-time-tokens-store.ts"
import { sendEmailChange, sendVerification } from "./send-links.ts"

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

/**
 * As in the protocol, the caller names the account's current address, even to confirm a new one, and need not be signed in.
 * @returns whether the request's cookie works for the new link, so that the cookie's lifetime starts again
 * @throws Refusal validation_failed, phone_provider_disabled, proof_of_work_required, over_email_send_rate_limit, too_many_emails
 */
export async function resend(
  auth: Auth,
  input: unknown,
  sender: LinkAsker & ProofSender,
  redirectTo: string | undefined,
): Promise<boolean> {
  const { config, database, clock, limits } = auth
  const { type, email } = readResend(input)
  const asked = await limits.takeAll(emailAttempt(email, sender.ip, null), "over_email_send_rate_limit")
  const admission = await admitEmail(auth, strangersEmails(config), sender, asked)
  const now = clock()
  const user = await findLiveUserByEmail(database.db, email, now)
  const to = user === undefined ? null : await addressToConfirm(auth, user, type, now)
  const isWanted = to !== null && mayHaveAccount(config.SIGN_UP_DOMAINS, to)
  if (user === undefined || !isWanted || !(await takeEmailTo(auth, BUDGET.resendPerAddress, to))) {
    await admission.withdraw()
    return false
  }
  const asker = { cookie: sender.cookie, redirectTo }
  return database.db.transaction((tx) => sendAgain(auth, tx, { id: user.id, type, to }, asker, now))
}

function readResend(input: unknown): { type: ResendType; email: string } {
  const body = readBody(resendBody, input, null)
  if (!("email" in body)) throw new Refusal("phone_provider_disabled", { message: PROTOCOL.phoneSignInDisabled })
  return { type: body.type, email: readAddress(body.email) }
}

/**
 * Where the email goes, and the address whose limit it counts toward: strangers who ask must not use up the owner's own limits.
 * @returns null if there is nothing to confirm
 */
async function addressToConfirm(
  { database }: Auth,
  user: UserRow,
  type: ResendType,
  now: Date,
): Promise<string | null> {
  if (type === "signup") return user.email_confirmed_at === null ? user.email : null
  const to = (await openToken(database.db, user.id, type, now))?.email
  return to === undefined || (await findTaken(database.db, { email: to })).email ? null : to
}

/**
 * A resend never binds the link to a new browser, because the person who asks may own an address that someone else signed up with.
 * If the browser that asked first asks again, the new link stays bound to it. Otherwise, it is bound to no browser.
 * @param to the address of the account, or the new one that has to be confirmed
 * @returns whether it is still bound; false when there is nothing to confirm
 */
async function sendAgain(
  auth: Auth,
  tx: Queries,
  { id, type, to }: { id: string; type: ResendType; to: string },
  { cookie, redirectTo }: { cookie: string | null; redirectTo: string | undefined },
  now: Date,
): Promise<boolean> {
  // Confirming and replacing the account wait for each other and for this.
  await lockUser(tx, id)
  const user = await findUser(tx, id)
  const former = await (type === "signup" ? newestToken(tx, id, type) : openToken(tx, id, type, now))
  const isSame = former !== undefined && isBoundTo(former, cookie)
  const browser_hash = isSame ? former.browser_hash : null
  if (type === "signup") {
    if (user === undefined || user.email_confirmed_at !== null) return false
    await sendVerification(auth, tx, user, redirectTo, browser_hash, now)
  } else {
    if (former?.email !== to) return false
    await sendEmailChange(auth, tx, { id, email: to }, { browser_hash, session_id: former.session_id }, now)
  }
  return isSame
}
