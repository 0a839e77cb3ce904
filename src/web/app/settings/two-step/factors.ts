// The second factor of the signed-in user: its state, and the three changes. Each throws the server's refusal.
import type { User } from "@supabase/auth-js"
import { call, fileAt } from "../../../session/api.ts"
import { authErrorMessage, withAuth } from "../../../session/auth-client.ts"

export interface TwoStep {
  /** the active apps, oldest first */
  factors: { id: string; created_at: string }[]
  /** unused recovery codes */
  remaining: number
}

export interface Enrolment {
  id: string
  /** content of the QR code */
  uri: string
  /** base32 */
  secret: string
}

export async function askTwoStep(): Promise<TwoStep> {
  // As the client's listFactors does, which the page would have to load first.
  const { factors: all = [] }: Pick<User, "factors"> = JSON.parse(await (await fileAt("/auth/v1/user")).text())
  const active = all.filter(({ factor_type, status }) => factor_type === "totp" && status === "verified")
  const factors = active.map(({ id, created_at }) => ({ id, created_at }))
  if (factors.length === 0) return { factors, remaining: 0 }
  const { remaining } = await call("GET /api/account/recovery-codes")
  return { factors, remaining }
}

/** The issuer is the site's name, which the server knows. */
export async function enrol(): Promise<Enrolment> {
  const { data, error } = await withAuth((client) => client.mfa.enroll({ factorType: "totp" }))
  if (error !== null) throw error
  const { id, totp } = data
  return { id, uri: totp.uri, secret: totp.secret }
}

/** Null when the first code was correct: the factor is now active, and other devices are signed out. */
export async function verifyEnrolment(factorId: string, code: string): Promise<string | null> {
  const { error } = await withAuth((client) => client.mfa.challengeAndVerify({ factorId, code }))
  return error === null ? null : authErrorMessage(error)
}

export async function removeFactor(factorId: string): Promise<void> {
  const { error } = await withAuth((client) => client.mfa.unenroll({ factorId }))
  if (error !== null) throw error
}

/** Shown once; older ones no longer work. */
export const makeRecoveryCodes = async (): Promise<string[]> => (await call("POST /api/account/recovery-codes")).codes
