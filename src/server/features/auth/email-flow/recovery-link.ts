// GET /verify?type=recovery: the link of the email leads to the page that sets the password (specification section 2).
import type { Context } from "hono"
import { Refusal } from "../../../../domain/errors.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import type { Auth } from "../auth.ts"
import { originOf } from "../session/binding-cookie.ts"

/** Tokens go in the query string because the specification's page reads them there; it removes them at once. */
export async function followRecoveryLink(
  c: Context<RequestEnv>,
  auth: Pick<Auth, "openRecovery">,
  publicOrigin: string,
): Promise<Response> {
  const page = (query: Record<string, string>) =>
    c.redirect(`${publicOrigin}/reset-password?${new URLSearchParams(query)}`, 303)
  // Links of other kinds lead to a page by themselves; whoever comes here with one has an address that was never mailed.
  try {
    if (c.req.query("type") !== "recovery") throw new Refusal("otp_expired")
    const { body } = await auth.openRecovery(c.req.query("token") ?? "", originOf(c))
    return page({
      access_token: body.access_token,
      refresh_token: body.refresh_token,
      expires_in: String(body.expires_in),
      token_type: body.token_type,
      type: "recovery",
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return page({ error: "access_denied", error_code: error.code, error_description: error.message })
  }
}
