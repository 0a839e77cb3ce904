// What an attempt to get into an account counts against. Strangers share the account's budgets; a device that has signed in
// before, and a session that gives its password or code again, have budgets of their own that no stranger can spend.
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET, type Budget } from "../../../../domain/limits.ts"
import { strangersEmails } from "../../../platform/mail/hourly-cap.ts"
import { type Counted, perNetwork } from "../../../platform/rate-limits/rate-limits.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { AuthContext } from "../context.ts"

/** Groups in the order they are counted: a network that is full spends nothing of the account's. */
export type Groups = readonly (readonly Counted[])[]

/** @param known of a device or a session; null for strangers */
export const passwordAttempt = (address: string, ip: string, known: string | null): Groups =>
  known === null
    ? [
        [...perNetwork(BUDGET.signInPerIp, ip), ...perNetwork(BUDGET.signInPerNetwork, ip, address)],
        [
          [BUDGET.signInPerAccount, address],
          [BUDGET.guessesPerAccount, address],
        ],
      ]
    : [
        [
          [BUDGET.signInPerDevice, known],
          [BUDGET.signInPerDeviceHourly, known],
        ],
      ]

/** By what the attempts of a signed-in caller are counted, who gives password or code again. */
export const ownSession = ({ session_id }: { session_id: string }): string => `session ${session_id}`

export const codeAttempt = (userId: string, ip: string, known: string | null): Groups =>
  known === null
    ? [perNetwork(BUDGET.factorPerNetwork, ip, userId), [[BUDGET.factorPerAccountDaily, userId]]]
    : [
        [
          [BUDGET.factorPerDevice, known],
          [BUDGET.factorPerDeviceDaily, known],
        ],
      ]

export const recoveryCodeAttempt = (userId: string, ip: string): Groups => [
  perNetwork(BUDGET.recoveryCodePerNetwork, ip, userId),
]

/** @throws whatever is not about the budget */
export async function hasRoom(taking: Promise<unknown>): Promise<boolean> {
  try {
    await taking
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** An email that anybody may ask for by its address. Refused, only the asker learns it: their network has asked too often. */
export const emailAttempt = (email: string, ip: string, known: string | null): Groups =>
  known === null
    ? [[...perNetwork(BUDGET.mailPerIp, ip), ...perNetwork(BUDGET.mailPerAsker, ip, email)]]
    : [[[BUDGET.mailPerAsker, known]]]

export interface EmailAdmission {
  /** Nothing was sent: then it is no pressure on the site, and an attack on one address asks nobody else for a proof of work. */
  withdraw(): Promise<void>
}

/**
 * Asked before anyone looks for the account. Only emails that are sent count, so addresses that nobody has use nothing up; while
 * the cap is full the answer is the same for every address.
 * @param cap of the whole site
 * @param asked what `emailAttempt` has counted
 * @throws Refusal proof_of_work_required, too_many_emails
 */
export async function admitEmail(
  { limits, proofOfWork }: Pick<AuthContext, "limits" | "proofOfWork">,
  cap: Budget,
  sender: ProofSender,
  asked: readonly Counted[],
): Promise<EmailAdmission> {
  try {
    await limits.requireRoom(cap, "", "too_many_emails")
    const isQuiet = await proofOfWork.require("email", sender)
    return {
      async withdraw() {
        if (isQuiet) await proofOfWork.giveBack("email")
      },
    }
  } catch (error) {
    // The browser comes again with its work done: that is one asking, not two.
    await limits.giveBack(...asked.filter(([{ name }]) => name === BUDGET.mailPerAsker.name))
    throw error
  }
}

/**
 * Counts an email to one address that strangers asked for. False when they have asked for so many that another one would only
 * fill the inbox and void the link of the last: nothing is sent then, and the answer stays the same.
 */
export const takeEmailTo = (
  { config, limits }: Pick<AuthContext, "config" | "limits">,
  budget: Budget,
  email: string,
): Promise<boolean> => hasRoom(limits.takeAll([[[budget, email]], [[strangersEmails(config), ""]]]))

/**
 * After a new password: what was tried before says nothing any more. Not the guesses of the hour, whatever was reset.
 * @returns false when it has happened too often today: then everything stays as it is
 */
export async function startAfresh(
  { limits }: Pick<AuthContext, "limits">,
  { user_id, email }: { user_id: string; email: string },
  ip: string,
): Promise<boolean> {
  if (!(await hasRoom(limits.take(BUDGET.freshStartPerAccount, user_id)))) return false
  const address = email.toLowerCase()
  await limits.forget(
    [BUDGET.signInPerAccount, address],
    ...perNetwork(BUDGET.signInPerNetwork, ip, address),
    ...codeAttempt(user_id, ip, null).flat(),
    ...recoveryCodeAttempt(user_id, ip).flat(),
  )
  return true
}
