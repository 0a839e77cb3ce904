// What leaves the server about a user: explicit lists, with the auth protocol's names. It leaves out what is missing
// (`omitempty`): clients check whether a field is there.
import type { Queries } from "../../../platform/db/queries.ts"
import type { PublicFactor } from "../second-factor/factors-store.ts"
import { findUserDetails, type UserDetails, type UserRow } from "../users-store.ts"

/** The user as every answer of `/user` and `/token` shows them. */
export async function presentUser(db: Queries, user: UserRow, now: Date) {
  return userBody(user, await findUserDetails(db, user.id, now))
}

export function userBody(user: UserRow, { factors, new_email }: UserDetails) {
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
    // Always one, however the account signs in: an empty list would tell a client that the address is taken.
    identities: [identityBody(user)],
    ...(factors.length === 0 ? {} : { factors: factors.map(factorBody) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: false,
  }
}

const identityBody = (user: UserRow) => ({
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

/** As the client's `mfa.listFactors()` reads it. */
const factorBody = ({ id, type, friendly_name, status, created_at, updated_at }: PublicFactor) => ({
  id,
  ...(friendly_name === "" ? {} : { friendly_name }),
  factor_type: type,
  status,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
