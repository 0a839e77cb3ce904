// What an attempt to get into an account counts against. Strangers share the account's budgets; a device that has signed in
// before, and a session that gives its password or code again, have budgets of their own that no stranger can spend.
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET } from "../../../../domain/limits.ts"
import { takeStrangersEmail } from "../../../platform/mail/hourly-cap.ts"
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
export async function hasRoom(taking: Promise<void>): Promise<boolean> {
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
  /** Takes the counts back: nothing was sent after all. */
  withdraw(): Promise<void>
}

/**
 * Null when strangers have asked for so many emails that another one would only fill the inbox and void the link of the last:
 * nothing is sent then, and the answer stays the same. Only what is left counts as pressure on the site: an attack on one
 * address asks nobody else for a proof of work.
 * @param asked what `emailAttempt` has counted
 * @throws Refusal proof_of_work_required, too_many_emails
 */
export async function admitEmail(
  context: Pick<AuthContext, "config" | "limits" | "proofOfWork">,
  email: string,
  sender: ProofSender,
  asked: readonly Counted[],
): Promise<EmailAdmission | null> {
  const { limits, proofOfWork } = context
  if (!(await hasRoom(limits.take(BUDGET.mailPerAddress, email)))) return null
  const giveBack = () => limits.giveBack([BUDGET.mailPerAddress, email])
  try {
    const isQuiet = await proofOfWork.require("email", sender)
    await takeStrangersEmail(context)
    return {
      async withdraw() {
        await giveBack()
        if (isQuiet) await proofOfWork.giveBack("email")
      },
    }
  } catch (error) {
    // The browser comes again with its work done: that is one asking, not two.
    await limits.giveBack(
      [BUDGET.mailPerAddress, email],
      ...asked.filter(([{ name }]) => name === BUDGET.mailPerAsker.name),
    )
    throw error
  }
}

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
