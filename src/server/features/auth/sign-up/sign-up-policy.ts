// Who may sign up at all: the operator's setting, invitations, a proof of work while the site is busy, and the site's caps.
import * as z from "zod/mini"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX } from "../../../../domain/limits.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { takeStrangersEmail } from "../../../platform/mail/hourly-cap.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { AuthContext } from "../context.ts"

const HOUR_S = 3600

/** @throws Refusal signup_disabled */
export function requireSignUpOpen({ config }: Pick<AuthContext, "config">): void {
  if (config.SIGN_UP === "closed") throw new Refusal("signup_disabled")
}

/** As the official client sends it: `options.data.invite`. It is never stored. */
const invited = z.object({ data: z.object({ invite: z.string() }) })

export interface Admission {
  /** In the transaction that creates the account: uses the invitation up. @throws Refusal invitation_invalid */
  settle(tx: Queries, user: { id: string; email: string }, now: Date): Promise<void>
  /** No account came of it: it does not count towards the rate at which proofs are asked for. */
  withdraw(): Promise<void>
}

/** Before anything dear is done. @throws Refusal invitation_required, invitation_invalid, proof_of_work_required */
export async function admitSignUp(
  { config, invitations, proofOfWork }: Pick<AuthContext, "config" | "invitations" | "proofOfWork">,
  input: unknown,
  email: string,
  sender: ProofSender,
): Promise<Admission> {
  const given = z.safeParse(invited, input)
  const code = given.success ? given.data.data.invite.slice(0, AUTH_TOKEN_MAX) : ""
  const hash = config.SIGN_UP === "invite" ? await invitations.check(code, email) : null
  const isCounted = await proofOfWork.require("sign-up", sender)
  return {
    async settle(tx, user, now) {
      if (hash !== null) await invitations.use(tx, hash, user, now)
    },
    async withdraw() {
      if (isCounted) await proofOfWork.giveBack("sign-up")
    },
  }
}

/** What counts for the whole site: only sign-ups that would otherwise succeed. @throws Refusal too_many_sign_ups, too_many_emails */
export async function takeSignUp({ config, limits }: Pick<AuthContext, "config" | "limits">): Promise<void> {
  const cap = { name: "sign-ups:site", max: config.SIGN_UPS_PER_HOUR, windowS: HOUR_S }
  await limits.take(cap, "", "too_many_sign_ups")
  await takeStrangersEmail({ config, limits })
}
