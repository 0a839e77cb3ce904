// The second step of signing in: whether a session still waits for it, and how it is taken.
import type { Session } from "@supabase/auth-js"
import { AUTH, GENERAL } from "../../domain/messages.ts"
import { ApiError, api } from "./api.ts"
import { authClient } from "./auth-client.ts"
import { authErrorMessage } from "./auth-error-message.ts"

/** What the access token says; the client's own check of the assurance level reads the same, but asynchronously. */
function levelOf(accessToken: string): string {
  try {
    const payload = (accessToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")
    return String(JSON.parse(atob(payload)).aal)
  } catch {
    return ""
  }
}

const verifiedFactors = ({ user }: Session) => (user.factors ?? []).filter(({ status }) => status === "verified")

export const needsCode = (session: Session): boolean =>
  verifiedFactors(session).length > 0 && levelOf(session.access_token) !== "aal2"

/** Null when the code was right: the session counts from then on. */
export async function enterCode(code: string): Promise<string | null> {
  const client = authClient()
  const { data } = await client.getSession()
  // With several apps any of them stands for all: the server finds the one that shows this code.
  const [factor] = data.session ? verifiedFactors(data.session) : []
  if (factor === undefined) return AUTH.noUser
  const { error } = await client.mfa.challengeAndVerify({ factorId: factor.id, code })
  return error === null ? null : authErrorMessage(error)
}

/** Null when the code was right: every factor is gone, and the session counts without one. */
export async function enterRecoveryCode(code: string): Promise<string | null> {
  try {
    await api("/api/account/recovery-codes/use", { method: "POST", json: { code } })
  } catch (error) {
    return error instanceof ApiError ? error.message : GENERAL.internal
  }
  // The session at hand still names the factors that are gone.
  const { error } = await authClient().refreshSession()
  return error === null ? null : authErrorMessage(error)
}
