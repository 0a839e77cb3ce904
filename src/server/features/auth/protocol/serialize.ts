// What leaves the server about a user and a session: explicit lists, in the words of the auth protocol.
import type { UserMetadata } from "../../../../domain/account/user-metadata.ts"
import type { PublicFactor } from "../second-factor/factors-store.ts"
import type { UserRow } from "../users-store.ts"

/** As the client's `mfa.listFactors()` reads it. */
interface FactorBody {
  id: string
  friendly_name?: string
  factor_type: "totp"
  status: "unverified" | "verified"
  created_at: string
  updated_at: string
}

/** The one way of signing in; an empty list would tell a client that the address is taken. */
interface IdentityBody {
  identity_id: string
  id: string
  user_id: string
  identity_data: { sub: string; email: string; email_verified: boolean; phone_verified: false }
  provider: "email"
  email: string
  last_sign_in_at: string
  created_at: string
  updated_at: string
}

/** The protocol leaves out what there is not (`omitempty`): clients look whether a field is there. */
export interface UserBody {
  id: string
  aud: "authenticated"
  role: "authenticated"
  email: string
  phone: string
  email_confirmed_at?: string
  confirmed_at?: string
  /** the address that is to be confirmed, while its link works */
  new_email?: string
  last_sign_in_at?: string
  app_metadata: { provider: "email"; providers: ["email"] }
  user_metadata: UserMetadata
  identities: [IdentityBody]
  factors?: FactorBody[]
  created_at: string
  updated_at: string
  is_anonymous: false
}

export interface SessionBody {
  access_token: string
  token_type: "bearer"
  /** seconds */
  expires_in: number
  /** seconds since 1970 */
  expires_at: number
  refresh_token: string
  user: UserBody
}

const factorBody = ({ id, friendly_name, status, created_at, updated_at }: PublicFactor): FactorBody => ({
  id,
  ...(friendly_name === "" ? {} : { friendly_name }),
  factor_type: "totp",
  status,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const identityBody = (user: UserRow): IdentityBody => ({
  identity_id: user.id,
  id: user.id,
  user_id: user.id,
  identity_data: {
    sub: user.id,
    email: user.email,
    email_verified: user.email_confirmed_at !== null,
    phone_verified: false,
  },
  provider: "email",
  email: user.email,
  last_sign_in_at: (user.last_sign_in_at ?? user.created_at).toISOString(),
  created_at: user.created_at.toISOString(),
  updated_at: user.updated_at.toISOString(),
})

/** What stands in other tables than the user's own. */
export interface UserDetails {
  factors: readonly PublicFactor[]
  /** waits for its confirmation; null: none */
  new_email: string | null
}

export function userBody(user: UserRow, { factors, new_email }: UserDetails): UserBody {
  const { email_confirmed_at, last_sign_in_at } = user
  const confirmed_at = email_confirmed_at?.toISOString()
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email,
    phone: "",
    ...(confirmed_at === undefined ? {} : { email_confirmed_at: confirmed_at, confirmed_at }),
    ...(new_email === null ? {} : { new_email }),
    ...(last_sign_in_at === null ? {} : { last_sign_in_at: last_sign_in_at.toISOString() }),
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: user.user_metadata,
    identities: [identityBody(user)],
    ...(factors.length === 0 ? {} : { factors: factors.map(factorBody) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: false,
  }
}
