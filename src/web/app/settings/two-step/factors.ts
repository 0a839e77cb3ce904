// The second factors of the signed-in user: their state, and the changes. Each throws the server's refusal.
import type { User } from "@supabase/auth-js"
import { FACTOR_TYPES, type FactorType } from "../../../../domain/account/policy.ts"
import { call, fileAt } from "../../../session/api.ts"
import { authErrorMessage, withAuth } from "../../../session/auth-client.ts"
import { refreshMe } from "../../../session/session-store.ts"

export interface ActiveFactor {
  id: string
  type: FactorType
  /** empty: none was given */
  name: string
  created_at: string
}

export interface TwoStep {
  /** the active ones, oldest first */
  factors: ActiveFactor[]
  /** unused recovery codes */
  remaining: number
}

export interface Enrollment {
  id: string
  /** content of the QR code */
  uri: string
  /** base32 */
  secret: string
}

export async function askTwoStep(): Promise<TwoStep> {
  // As the client's listFactors does, which the page would have to load first.
  const { factors: all = [] }: Pick<User, "factors"> = JSON.parse(await (await fileAt("/auth/v1/user")).text())
  const factors = all.flatMap(({ id, factor_type, friendly_name: name = "", status, created_at }) => {
    const type = FACTOR_TYPES.find((known) => known === factor_type)
    return type !== undefined && status === "verified" ? [{ id, type, name, created_at }] : []
  })
  if (factors.length === 0) return { factors, remaining: 0 }
  const { remaining } = await call("GET /api/account/recovery-codes")
  return { factors, remaining }
}

/** The issuer is the site's name, which the server knows. */
export async function enroll(): Promise<Enrollment> {
  const { data, error } = await withAuth((client) => client.mfa.enroll({ factorType: "totp" }))
  if (error !== null) throw error
  const { id, totp } = data
  return { id, uri: totp.uri, secret: totp.secret }
}

/** Null when the first code was correct: the factor is now active, and other devices are signed out. */
export async function verifyEnrolment(factorId: string, code: string): Promise<string | null> {
  const { error } = await withAuth((client) => client.mfa.challengeAndVerify({ factorId, code }))
  if (error === null) return null
  // Only the answer may be lost: then the factor is active, and this session owes it.
  void refreshMe()
  return authErrorMessage(error)
}

export async function removeFactor(factorId: string): Promise<void> {
  const { error } = await withAuth((client) => client.mfa.unenroll({ factorId }))
  if (error !== null) throw error
}

/** Shown once; older ones no longer work. */
export const makeRecoveryCodes = async (): Promise<string[]> => (await call("POST /api/account/recovery-codes")).codes

const KEY_NAME = "Security key"

/** What people call it. */
export const nameOf = ({ type, name }: ActiveFactor): string =>
  type === "totp" ? "Authenticator app" : name || KEY_NAME

/** The client wants a name for a key, and each only once. */
export function nextKeyName(factors: readonly ActiveFactor[]): string {
  const names = factors.map(({ name }) => name)
  const next = (number: number): string => {
    const name = number === 1 ? KEY_NAME : `${KEY_NAME} ${number}`
    return names.includes(name) ? next(number + 1) : name
  }
  return next(1)
}
