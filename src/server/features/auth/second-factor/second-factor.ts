// Second factors as the rest of the server sees them.
import type { Caller } from "../caller.ts"
import type { AuthContext, Origin } from "../context.ts"
import type { Opened } from "../session/sessions.ts"
import { type EnrolledFactor, enrol } from "./enrol.ts"
import { makeRecoveryCodes, remainingRecoveryCodes, spendRecoveryCode } from "./recovery-codes.ts"
import { unenrol } from "./remove-factor.ts"
import { removeFor } from "./remove-for.ts"
import { type ChallengeBody, challenge, verifyFactor } from "./verify-factor.ts"

export interface SecondFactor {
  enrol(caller: Caller, input: unknown): Promise<EnrolledFactor>
  challenge(caller: Caller, factorId: string): Promise<ChallengeBody>
  /** The session, signed in completely. */
  verify(caller: Caller, factorId: string, input: unknown, origin: Origin): Promise<Opened>
  unenrol(caller: Caller, factorId: string): Promise<{ id: string }>
  /** For administrators: someone else's, all of them. */
  removeFor(caller: Caller, userId: string): Promise<void>
  makeRecoveryCodes(caller: Caller): Promise<string[]>
  remainingRecoveryCodes(caller: Caller): Promise<number>
  /** Also for a session that still has to show its factor, or whose account is deactivated. */
  spendRecoveryCode(caller: Caller, code: string, ip: string): Promise<void>
}

export const createSecondFactor = (context: AuthContext): SecondFactor => ({
  enrol: (caller, input) => enrol(context, caller, input),
  challenge: (caller, factorId) => challenge(context, caller, factorId),
  verify: (caller, factorId, input, origin) => verifyFactor(context, caller, factorId, input, origin),
  unenrol: (caller, factorId) => unenrol(context, caller, factorId),
  removeFor: (caller, userId) => removeFor(context, caller, userId),
  makeRecoveryCodes: (caller) => makeRecoveryCodes(context, caller),
  remainingRecoveryCodes: (caller) => remainingRecoveryCodes(context, caller),
  spendRecoveryCode: (caller, code, ip) => spendRecoveryCode(context, caller, code, ip),
})
