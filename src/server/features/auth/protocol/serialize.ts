// What leaves the server about a user and a session: explicit lists, in the words of the auth protocol.
import type { UserMetadata } from "../../../../domain/account/user-metadata.ts"
import type { PublicFactor } from "../second-factor/factors-store.ts"
import type { UserRow } from "../users-store.ts"

/** As the client's `mfa.listFactors()` reads it. */
export interface FactorBody {
  id: string
  friendly_name: string
  factor_type: "totp"
  status: "unverified" | "verified"
  created_at: string
  updated_at: string
}

/** The one way of signing in; an empty list would tell a client that the address is taken. */
export interface IdentityBody {
  identity_id: string
  id: string
  user_id: string
  identity_data: { sub: string; email: string; email_verified: boolean; phone_verified: false }
  provider: "email"
  email: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export interface UserBody {
  id: string
  aud: "authenticated"
  role: "authenticated"
  email: string
  phone: string
  email_confirmed_at: string | null
  confirmed_at: string | null
  last_sign_in_at: string | null
  app_metadata: { provider: "email"; providers: ["email"] }
  user_metadata: UserMetadata
  identities: [IdentityBody]
  factors: FactorBody[]
  created_at: string
  updated_at: string
  is_anonymous: false
  new_email?: string
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

const text = (moment: Date | null): string | null => moment?.toISOString() ?? null

const factorBody = ({ id, friendly_name, status, created_at, updated_at }: PublicFactor): FactorBody => ({
  id,
  friendly_name,
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
  last_sign_in_at: text(user.last_sign_in_at ?? user.created_at),
  created_at: user.created_at.toISOString(),
  updated_at: user.updated_at.toISOString(),
})

export const userBody = (user: UserRow, factors: readonly PublicFactor[]): UserBody => ({
  id: user.id,
  aud: "authenticated",
  role: "authenticated",
  email: user.email,
  phone: "",
  email_confirmed_at: text(user.email_confirmed_at),
  confirmed_at: text(user.email_confirmed_at),
  last_sign_in_at: text(user.last_sign_in_at),
  app_metadata: { provider: "email", providers: ["email"] },
  user_metadata: user.user_metadata,
  identities: [identityBody(user)],
  factors: factors.map(factorBody),
  created_at: user.created_at.toISOString(),
  updated_at: user.updated_at.toISOString(),
  is_anonymous: false,
})
