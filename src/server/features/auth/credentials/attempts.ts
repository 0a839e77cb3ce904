// The budgets (rate limits) for attempts to get into an account. Strangers share the account's budgets. Known devices, and sessions that
// confirm their password or code, have their own, which strangers cannot use up. passwords.ts has those for passwords.

import { BUDGET, type Budget } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { strangersEmails } from "../../../platform/mail/hourly-cap.ts"
import { type Counted, perNetwork } from "../../../platform/rate-limits/rate-limits.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { Auth } from "../auth.ts"

/** Groups in the order they are counted: a network that is full spends nothing of the account's. */
export type Groups = readonly (readonly Counted[])[]

/** What attempts count against when a signed-in caller gives the password or a code again. */
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

/** @throws errors that are not about the budget */
export async function hasRoom(taking: Promise<unknown>): Promise<boolean> {
  try {
    await taking
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** An email that anyone who knows an address may ask for. A refusal only reveals that the asker's network has asked too often. */
export const emailAttempt = (email: string, ip: string, known: string | null): Groups =>
  known === null
    ? [[...perNetwork(BUDGET.mailPerIp, ip), ...perNetwork(BUDGET.mailPerAsker, ip, email)]]
    : [[[BUDGET.mailPerAsker, known]]]

/**
 * Before the account is looked up. Only emails that are sent count, so addresses without an account use nothing up; while the cap
 * is full the answer is the same for every address.
 * @param cap of the whole site
 * @param asked what `emailAttempt` has counted
 * @throws Refusal proof_of_work_required, too_many_emails
 */
export async function admitEmail(
  { limits, proofOfWork }: Pick<Auth, "limits" | "proofOfWork">,
  cap: Budget,
  sender: ProofSender,
  asked: readonly Counted[],
) {
  try {
    await limits.requireRoom(cap, "", "too_many_emails")
    const isQuiet = await proofOfWork.require("email", sender)
    return {
      /** Call if nothing was sent, so that an attack on one address does not force others to do a proof of work. */
      async withdraw(): Promise<void> {
        if (isQuiet) await proofOfWork.giveBack("email")
      },
    }
  } catch (error) {
    // The browser comes again with its work done: that is one request, not two.
    await limits.giveBack(...asked.filter(([{ name }]) => name === BUDGET.mailPerAsker.name))
    throw error
  }
}

/**
 * Counts an email to one address that strangers asked for. False when they have asked for so many that another one would only
 * fill the inbox and void the link of the last: nothing is sent then, and the answer stays the same.
 */
export const takeEmailTo = (
  { config, limits }: Pick<Auth, "config" | "limits">,
  budget: Budget,
  email: string,
): Promise<boolean> => hasRoom(limits.takeAll([[[budget, email]], [[strangersEmails(config), ""]]]))

/**
 * After a new password earlier attempts no longer count, except the guesses of the last hour.
 * @returns false when it has happened too often today: then everything stays as it is
 */
export async function startAfresh(
  { limits }: Pick<Auth, "limits">,
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
