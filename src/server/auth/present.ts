// What leaves the server about a user and a session: explicit lists, in the words of the auth protocol.
import type { UserMetadata } from "../db/schema.ts"
import type { UserRow } from "./users-store.ts"

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
  identities: []
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

export const userBody = (user: UserRow): UserBody => ({
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
  identities: [],
  created_at: user.created_at.toISOString(),
  updated_at: user.updated_at.toISOString(),
  is_anonymous: false,
})
