// Who is calling: read again with every request, from the access token and, in one statement, from the database.
import type { Context } from "hono"
import type { AccountState } from "../../../domain/account/lifecycle.ts"
import type { FactorType } from "../../../domain/account/policy.ts"
import type { Role } from "../../../domain/account/roles.ts"
import type { RequestEnv } from "../../platform/http/env.ts"

export interface Caller {
  user_id: string
  email: string
  session_id: string
  /** "password": a full session, however it was opened; a recovery session can only set a password */
  kind: "password" | "recovery"
  roles: Role[]
  /** never "gone": such an account has no valid session */
  account: Exclude<AccountState, "gone">
  username: string | null
  full_name: string
  /** when this session was opened by a password, a passkey, a company's login or a link */
  opened_at: Date
  /** assurance level: aal2 once a second factor was shown, and from the start if a passkey opened the session */
  aal: "aal1" | "aal2"
  /** there is a second factor and it was not shown yet: the session can only show it, sign out, and read its user */
  needs_factor: boolean
  /** there is a verified second factor */
  has_factor: boolean
  /** of verified second factors */
  factor_types: readonly FactorType[]
  /** there is a passkey for the site's present host, which also confirms the identity */
  has_passkey: boolean
  /** false: signs in with a passkey or a company's login only */
  has_password: boolean
  /** there is a company login, which also confirms the identity */
  has_company_login: boolean
  opened_by: "password" | "passkey" | "company"
  factor_verified_at: Date | null
  /** when the password or the factor was last given again in this session (credentials/step-up.ts) */
  reauthenticated_at: Date | null
  /** from when on this account needs a factor, if SECOND_FACTOR requires one; null: not determined yet */
  second_factor_due_at: Date | null
  /** of the request that opened the session; may be empty */
  user_agent: string
}

/** Not a recovery session. A kind that is not known here is refused. */
export const hasFullSession = ({ kind }: Pick<Caller, "kind">): boolean => kind === "password"

/** The context of a guarded route. */
export interface CallerEnv extends RequestEnv {
  Variables: RequestEnv["Variables"] & { caller: Caller }
}

/** The token of `Authorization: Bearer …`, or null. */
export function bearerToken(c: Context): string | null {
  const header = c.req.header("authorization") ?? ""
  return /^bearer +(\S+)$/i.exec(header)?.[1] ?? null
}
