// The second step of signing in: whether a session still needs it, and how to complete it.
import type { Session } from "@supabase/auth-js"
import { AUTH, GENERAL } from "../../domain/messages.ts"
import { ApiError, call } from "./api.ts"
import { authClient } from "./auth-client.ts"
import { authErrorMessage } from "./auth-error-message.ts"

/** What the access token says; the client's own check of the assurance level does the same, but asynchronously. */
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

/** Null when the code was correct: the session is now complete. */
export async function enterCode(code: string): Promise<string | null> {
  const client = authClient()
  const { data } = await client.getSession()
  // With several apps, any of them will do: the server finds the one with this code.
  const [factor] = data.session ? verifiedFactors(data.session) : []
  if (factor === undefined) return AUTH.noUser
  const { error } = await client.mfa.challengeAndVerify({ factorId: factor.id, code })
  return error === null ? null : authErrorMessage(error)
}

/** Null when the code was correct: every factor is removed, and the session is complete without one. */
export async function enterRecoveryCode(code: string): Promise<string | null> {
  try {
    await call("POST /api/account/recovery-codes/redemption", { body: { code } })
  } catch (error) {
    return error instanceof ApiError ? error.message : GENERAL.internal
  }
  // The current session still lists the removed factors.
  const { error } = await authClient().refreshSession()
  return error === null ? null : authErrorMessage(error)
}
