// The endpoints of /api about how an account is protected: sessions, proofs, recovery codes, the security log, undo, and what
// administrators do for someone who is locked out.
import type { Hono } from "hono"
import { addressBookAddress } from "../../../domain/account/app-password.ts"
import { uuidParam } from "../../platform/http/params.ts"
import type { Access } from "./access.ts"
import { createAppPassword, listAppPasswords, revokeAppPassword } from "./app-passwords/app-passwords.ts"
import type { Auth } from "./auth.ts"
import type { CallerEnv } from "./caller.ts"
import { removePassword } from "./credentials/remove-password.ts"
import { listSecurityEvents } from "./credentials/security-log.ts"
import { confirmIdentity } from "./credentials/step-up.ts"
import { previewUndo, undoChange } from "./credentials/undo.ts"
import { cancelEmailChange, pendingEmailChange } from "./email-flow/email-change.ts"
import { sendReset } from "./email-flow/recovery.ts"
import { endpoints } from "./endpoints.ts"
import { countRecoveryCodes, makeRecoveryCodes, spendRecoveryCode } from "./second-factor/recovery-codes.ts"
import { removeFactorsOf } from "./second-factor/remove-factor.ts"
import { clientInfoOf } from "./session/cookies.ts"
import { endOwnSession, listSessions } from "./session/end-sessions.ts"
import { availability } from "./sign-up/availability.ts"

interface Needs {
  access: Access
  auth: Auth
}

export function authApiRoutes({ access, auth }: Needs): Hono<CallerEnv> {
  const { routes, on } = endpoints({ access })

  on("POST /api/availability", async ({ c, body }) => {
    c.header("Cache-Control", "no-store")
    return availability(auth, await body(), c.get("clientIp"))
  })

  on("GET /api/account/recovery-codes", async ({ caller }) => ({ remaining: await countRecoveryCodes(auth, caller) }))
  on("POST /api/account/recovery-codes", async ({ caller }) => ({ codes: await makeRecoveryCodes(auth, caller) }))
  on("POST /api/account/recovery-codes/redemption", async ({ c, caller, body }) => {
    const { code } = await body()
    await spendRecoveryCode(auth, caller, code, c.get("clientIp"))
  })

  on("GET /api/account/sessions", async ({ caller }) => ({ sessions: await listSessions(auth, caller) }))
  on("DELETE /api/account/sessions/{id}", async ({ caller, params }) => {
    await endOwnSession(auth, caller, params.id)
  })

  on("POST /api/account/identity-proof", async ({ c, caller, body }) => {
    await confirmIdentity(auth, caller, await body(), c.get("clientIp"))
  })
  on("DELETE /api/account/password", async ({ caller }) => {
    await removePassword(auth, caller)
  })
  on("GET /api/account/app-passwords", async ({ caller }) => ({
    app_passwords: await listAppPasswords(auth, caller),
    address: addressBookAddress(auth.config.PUBLIC_ORIGIN),
  }))
  on("POST /api/account/app-passwords", async ({ caller, body }) =>
    createAppPassword(auth, caller, (await body()).name),
  )
  on("DELETE /api/account/app-passwords/{id}", async ({ caller, params }) => {
    await revokeAppPassword(auth, caller, params.id)
  })

  on("GET /api/account/email-change", ({ caller }) => pendingEmailChange(auth, caller))
  on("DELETE /api/account/email-change", ({ caller }) => cancelEmailChange(auth, caller))
  on("GET /api/account/security-events", async ({ caller }) => ({ events: await listSecurityEvents(auth, caller) }))

  on("POST /api/account/undo/preview", async ({ c, body }) => {
    c.header("Cache-Control", "no-store")
    return previewUndo(auth, await body(), c.get("clientIp"))
  })
  on("POST /api/account/undo", async ({ c, body }) => {
    c.header("Cache-Control", "no-store")
    const { access_token, refresh_token, expires_in, token_type } = await undoChange(
      auth,
      await body(),
      clientInfoOf(c),
    )
    return { access_token, refresh_token, expires_in, token_type }
  })

  on("POST /api/admin/users/{id}/password-reset", async ({ caller, params }) => {
    await sendReset(auth, caller, uuidParam(params.id))
  })
  on("DELETE /api/admin/users/{id}/factors", async ({ caller, params }) => {
    await removeFactorsOf(auth, caller, uuidParam(params.id))
  })
  return routes
}
