// Shows once more who is sitting here, before the protection of an account is changed: by the second factor, else by the password.
import { FIELD } from "../../domain/messages.ts"
import { api } from "./api.ts"
import { authClient } from "./auth-client.ts"
import { claimOf, enterCode } from "./second-factor.ts"

export const confirmByCode = enterCode

/** Signs in anew, as the specification verifies a password (section 5); the former session ends. Null when it was right. */
export async function confirmByPassword(email: string, password: string): Promise<string | null> {
  const client = authClient()
  const { data } = await client.getSession()
  const { error } = await client.signInWithPassword({ email, password })
  if (error !== null) return error.code === "invalid_credentials" ? FIELD.currentPasswordWrong : error.message
  // Not by signing out: this browser stays signed in, and a card goes on knowing its owner. It may have ended by itself.
  const former = data.session ? claimOf(data.session.access_token, "session_id") : ""
  await api(`/api/account/sessions/${former}`, { method: "DELETE" }).catch(() => undefined)
  return null
}
