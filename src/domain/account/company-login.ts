// Company login (OpenID Connect): what the operator says about a provider, and what its claims mean here.
import { PROVIDER_SUBJECT_MAX } from "../limits.ts"
import { emailDomain, isEmailAddress } from "./email-address.ts"
import type { Role } from "./roles.ts"
import { storable } from "./user-metadata.ts"

/** Roles that a provider can give and take. */
export const MAPPED_ROLES = ["admin", "moderator"] as const satisfies readonly Role[]
type MappedRole = (typeof MAPPED_ROLES)[number]

/** Fields of a profile that a claim can fill. */
const CLAIMED_FIELDS = ["full_name", "job_title", "business_name", "business_phone", "email"] as const
type ClaimedField = (typeof CLAIMED_FIELDS)[number]

export interface LoginProvider {
  /** in addresses and in the database: it stays when the name changes */
  id: string
  /** on the button */
  name: string
  issuer: string
  client_id: string
  /** null: a public client */
  client_secret: string | null
  scopes: string
  /** addresses in these domains sign in here and nowhere else, in lower case */
  domains: readonly string[]
  /** an address counts as confirmed even where the provider does not say so, if it is in one of `domains` */
  trust_email: boolean
  /** someone without an account gets one at the first sign-in */
  create_accounts: boolean
  /** a session that it opened ends after that time, and the provider is asked again */
  session_hours: number
  /** the claim that lists a person's groups, and which of them make an administrator or a moderator; null: roles are given here */
  roles: ({ claim: string } & { [role in MappedRole]: readonly string[] }) | null
  profile: {
    /** at every sign-in, or only when the account is created */
    update: "always" | "once"
    claims: { readonly [field in ClaimedField]?: string | undefined }
  }
}

/** What a provider said about a person who signed in with it. */
export interface CompanyIdentity {
  provider: string
  issuer: string
  /** the provider's identifier for the person, which never changes: an email address may */
  subject: string
  /** of the session at the provider; null: not said */
  sid: string | null
  email: string
  is_email_confirmed: boolean
  /** null: roles are given here */
  roles: MappedRole[] | null
  username: string
  profile: { [field in ClaimedField]?: string }
}

/** The provider that people with this address have to use. */
export function requiredProvider(providers: readonly LoginProvider[], email: string): LoginProvider | undefined {
  const domain = emailDomain(email)
  return providers.find(({ domains }) => domains.includes(domain))
}

/** One of them may end with a slash. */
export const isSameIssuer = (one: string, other: string): boolean => one.replace(/\/$/, "") === other.replace(/\/$/, "")

/** A login at this provider, also where the operator has changed its id or its issuer since: neither may lift a rule. */
export const isLoginAt = (
  { id, issuer }: Pick<LoginProvider, "id" | "issuer">,
  login: { provider: string; issuer: string },
): boolean => login.provider === id || isSameIssuer(login.issuer, issuer)

/** The roles that a provider gives and takes. */
export const managedRoles = ({ roles }: Pick<LoginProvider, "roles">): MappedRole[] =>
  MAPPED_ROLES.filter((role) => roles !== null && roles[role].length > 0)

export type Claims = Readonly<Record<string, unknown>>

/** Longer than any field that it fills. */
const CLAIM_MAX = 1000

/** Nothing that a database would not store. */
const textOf = (value: unknown): string => (typeof value === "string" ? storable(value.slice(0, CLAIM_MAX)) : "")

/** A claim's name may be a path: `realm_access.roles`. A claim that really has dots in its name comes first. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let found: unknown = claims
  for (const key of path.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Claims)[key]
  }
  return found
}

function rolesIn({ roles }: LoginProvider, claims: Claims): MappedRole[] | null {
  if (roles === null) return null
  const groups = [claimAt(claims, roles.claim)].flat().filter((group) => typeof group === "string")
  return MAPPED_ROLES.filter((role) => roles[role].some((group) => groups.includes(group)))
}

/**
 * Both speak of the same person, but not necessarily of the same address: an address is confirmed by whichever names it.
 * @param claims of the ID token, whose issuer and subject were checked @param more of UserInfo
 */
export function joinedClaims<Token extends Claims>(claims: Token, more: Claims): Token {
  const { email_verified } = Object.hasOwn(more, "email") ? more : claims
  const { iss, sub, sid } = claims
  return { ...claims, ...more, email_verified, iss, sub, sid }
}

/** @param claims of the ID token and of UserInfo (`joinedClaims`) */
export function companyIdentity(
  provider: LoginProvider,
  claims: Claims & { iss: string; sub: string },
): CompanyIdentity {
  // As it stands: in lower case, or without what a database does not store, it may be an address that no one confirmed.
  const said = typeof claims.email === "string" ? claims.email.trim() : ""
  const email = isEmailAddress(said) ? said.toLowerCase() : ""
  const isTrusted = provider.trust_email && provider.domains.includes(emailDomain(email))
  const fields = Object.entries(provider.profile.claims).map(([field, claim]) => [
    field,
    textOf(claimAt(claims, claim ?? "")).trim(),
  ])
  return {
    provider: provider.id,
    issuer: claims.iss,
    subject: claims.sub,
    sid: textOf(claims.sid).slice(0, PROVIDER_SUBJECT_MAX) || null,
    email,
    is_email_confirmed: claims.email_verified === true || isTrusted,
    roles: rolesIn(provider, claims),
    username: textOf(claims.preferred_username) || (email.split("@")[0] ?? ""),
    profile: Object.fromEntries(fields.filter(([, value]) => value !== "")),
  }
}
