// Second factors as the rest of the server sees them.
import type { Caller } from "../caller.ts"
import type { AuthParts, Origin } from "../context.ts"
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

export const createSecondFactor = (parts: AuthParts): SecondFactor => ({
  enrol: (caller, input) => enrol(parts, caller, input),
  challenge: (caller, factorId) => challenge(parts, caller, factorId),
  verify: (caller, factorId, input, origin) => verifyFactor(parts, caller, factorId, input, origin),
  unenrol: (caller, factorId) => unenrol(parts, caller, factorId),
  removeFor: (caller, userId) => removeFor(parts, caller, userId),
  makeRecoveryCodes: (caller) => makeRecoveryCodes(parts, caller),
  remainingRecoveryCodes: (caller) => remainingRecoveryCodes(parts, caller),
  spendRecoveryCode: (caller, code, ip) => spendRecoveryCode(parts, caller, code, ip),
})
