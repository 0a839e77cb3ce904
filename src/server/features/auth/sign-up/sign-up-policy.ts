// Who may sign up at all: the operator's setting, invitations, a proof of work while the site is busy, and the site's caps.
import * as z from "zod/mini"
import type { Budget } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX } from "../../../../domain/limits.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { strangersEmails, takeStrangersEmail } from "../../../platform/mail/hourly-cap.ts"
import type { Counted } from "../../../platform/rate-limits/rate-limits.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { Auth } from "../auth.ts"

const HOUR_S = 3600

/** @throws Refusal signup_disabled */
export function requireSignUpOpen({ config }: Pick<Auth, "config">): void {
  if (config.SIGN_UP === "closed") throw new Refusal("signup_disabled")
}

/** As the official client sends it: `options.data.invite`. It is never stored. */
const invited = z.object({ data: z.object({ invite: z.string() }) })

export type Admission = Awaited<ReturnType<typeof admitSignUp>>

/** Before any costly work. @throws Refusal invitation_required, invitation_invalid, proof_of_work_required */
export async function admitSignUp(
  auth: Pick<Auth, "config" | "invitations" | "limits" | "proofOfWork">,
  input: unknown,
  email: string,
  sender: ProofSender,
) {
  const { config, invitations, limits, proofOfWork } = auth
  const taken: Counted[] = []
  const hash = await checkInvitation(auth, input, email)
  const isCounted = await proofOfWork.require("sign-up", sender)
  return {
    /** In the transaction that creates the account: uses the invitation up. @throws Refusal invitation_invalid */
    async settle(tx: Queries, user: { id: string; email: string }, now: Date): Promise<void> {
      if (hash !== null) await invitations.use(tx, hash, user, now)
    },
    /** Counts toward the limits of the whole site: only sign-ups that would otherwise succeed. @throws Refusal too_many_sign_ups, too_many_emails */
    async count(): Promise<void> {
      const signUps: Budget = { name: "sign-ups:site", max: config.SIGN_UPS_PER_HOUR, windowS: HOUR_S }
      await limits.take(signUps, "", "too_many_sign_ups")
      taken.push([signUps, ""])
      await takeStrangersEmail({ config, limits })
      taken.push([strangersEmails(config), ""])
    },
    /** No account was created: it counts neither there nor toward the rate at which proofs are required. */
    async withdraw(): Promise<void> {
      if (isCounted) await proofOfWork.giveBack("sign-up")
      if (taken.length > 0) await limits.giveBack(...taken)
    },
  }
}

/** @returns the invitation's hash; null where none is needed @throws Refusal invitation_required, invitation_invalid */
export async function checkInvitation(
  { config, invitations }: Pick<Auth, "config" | "invitations">,
  input: unknown,
  email: string,
): Promise<string | null> {
  if (config.SIGN_UP !== "invite") return null
  const given = z.safeParse(invited, input)
  return invitations.check(given.success ? given.data.data.invite.slice(0, AUTH_TOKEN_MAX) : "", email)
}
