// The setting COMPANY_LOGIN: OpenID providers as JSON. In its own file (COMPANY_LOGIN_FILE), it can span several lines.
import { readFileSync } from "node:fs"
import * as z from "zod/mini"
import { type LoginProvider, MAPPED_ROLES } from "../../../domain/account/company-login.ts"
import { isEmailAddress } from "../../../domain/account/email-address.ts"
import { COMPANY_SESSION_HOURS } from "../../../domain/limits.ts"
import { optional } from "./config-checks.ts"

const PROVIDERS_MAX = 10
const SESSION_HOURS_MAX = 24 * 365
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const word = z.string().check(z.regex(/^[^\p{Cc}]{1,300}$/u, "must be one line of text, at most 300 characters"))
const claim = z.optional(word)
const groups = z._default(z.array(word), [])

/** With the address of the metadata in its place, the issuer that it names would not be checked, and no sign-out would be for it. */
const isOfMetadata = (text: string): boolean => text.includes("/.well-known/")

/** Everything that a provider says comes from this address: over http anyone on the way could say it. */
const issuer = z.string().check(
  z.refine((text) => !isOfMetadata(text), "must be the issuer itself, without /.well-known/ and what follows"),
  z.refine((text) => {
    if (!URL.canParse(text)) return false
    const { protocol, hostname, search, hash, username } = new URL(text)
    const isSafe = protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname))
    return isSafe && search === "" && hash === "" && username === ""
  }, "must be an https address"),
)

const provider = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,29}$/, "must be letters and digits, such as company")),
  name: z.string().check(z.regex(/^(?=.*\S)[^\p{Cc}]{1,60}$/u, "must be one line of text, at most 60 characters")),
  issuer,
  client_id: word,
  client_secret: z.optional(word),
  client_secret_file: z.optional(z.string()),
  scopes: z._default(
    z.string().check(z.refine((text) => text.split(" ").includes("openid"), "must contain openid")),
    "openid email profile",
  ),
  domains: z._default(
    z.array(z.string().check(z.refine((text) => isEmailAddress(`a@${text}`), "must be domains such as example.com"))),
    [],
  ),
  trust_email: z._default(z.boolean(), false),
  create_accounts: z._default(z.boolean(), true),
  session_hours: z._default(z.int().check(z.minimum(1), z.maximum(SESSION_HOURS_MAX)), COMPANY_SESSION_HOURS),
  roles: z.optional(z.strictObject({ claim: word, admin: groups, moderator: groups })),
  profile: z.optional(
    z.strictObject({
      update: z._default(z.enum(["once", "always"]), "once"),
      claims: z._default(
        z.strictObject({
          full_name: claim,
          job_title: claim,
          business_name: claim,
          business_phone: claim,
          email: claim,
        }),
        {},
      ),
    }),
  ),
})

const FULL_NAME = { full_name: "name" }

function secretOf({ client_secret, client_secret_file }: z.output<typeof provider>): string | null {
  if (client_secret_file === undefined) return client_secret ?? null
  if (client_secret !== undefined) throw new Error("names a client_secret and a client_secret_file: set only one")
  const secret = optional(readFileSync(client_secret_file, "utf8"))
  if (secret === null) throw new Error(`names an empty file: ${client_secret_file}`)
  return secret
}

function completed(given: z.output<typeof provider>): LoginProvider {
  const { client_secret: _, client_secret_file: __, ...rest } = given
  return {
    ...rest,
    client_secret: secretOf(given),
    domains: given.domains.map((domain) => domain.toLowerCase()),
    roles: given.roles ?? null,
    profile: { update: given.profile?.update ?? "once", claims: { ...FULL_NAME, ...given.profile?.claims } },
  }
}

function mistakeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return `has unknown keys: ${issue.keys.join(", ")}`
  if (issue.code === "invalid_type") return `is missing, or not of type ${issue.expected}`
  if (issue.code === "too_small") return `must be at least ${issue.minimum}`
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`
  return issue.message
}

/** What was meant to give or to trust, and would do nothing. */
function requireEffect({ id, domains, roles, trust_email }: z.output<typeof provider>): void {
  if (trust_email && domains.length === 0) throw new Error(`has trust_email for ${id} but no domains: set domains`)
  if (roles !== undefined && MAPPED_ROLES.every((role) => roles[role].length === 0))
    throw new Error(`assigns no groups in roles for ${id}: set admin or moderator`)
}

/** Two providers with one id, one issuer or one domain: which one is meant? */
function requireDistinct(providers: readonly LoginProvider[]): void {
  const named = [
    ...providers.map(({ id }) => `the id ${id}`),
    ...providers.map(({ issuer }) => `the issuer ${issuer.replace(/\/$/, "")}`),
    ...providers.flatMap(({ domains }) => domains.map((domain) => `the domain ${domain}`)),
  ]
  const twice = named.find((name, at) => named.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`lists ${twice} more than once`)
}

/** One provider, or an array of them. @throws Error whose message completes "COMPANY_LOGIN …" */
export function companyLogin(text: string | undefined): LoginProvider[] {
  const value = optional(text)
  if (value === null) return []
  let json: unknown
  try {
    json = JSON.parse(value)
  } catch {
    throw new Error("must be JSON: see the README")
  }
  const parsed = z.safeParse(z.array(provider).check(z.maxLength(PROVIDERS_MAX)), [json].flat())
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`is wrong at ${issue?.path.join(".")}: ${issue && mistakeOf(issue)}`)
  }
  for (const given of parsed.data) requireEffect(given)
  const providers = parsed.data.map(completed)
  requireDistinct(providers)
  return providers
}

/** What administrators see of it. */
export const shownCompanyLogin = (providers: readonly LoginProvider[]): string =>
  providers
    .map(({ name, issuer, domains, create_accounts, roles, session_hours, trust_email }) => {
      const facts = [
        domains.length === 0 ? "for everyone" : `the only way in for ${domains.join(", ")}`,
        ...(trust_email ? ["unconfirmed addresses there are trusted"] : []),
        create_accounts ? "creates accounts" : "creates no accounts",
        roles === null
          ? "gives no roles"
          : MAPPED_ROLES.filter((role) => roles[role].length > 0)
              .map((role) => `${role}: ${roles[role].join(", ")} in ${roles.claim}`)
              .join("; "),
        `sign-in required again after ${session_hours} ${session_hours === 1 ? "hour" : "hours"}`,
      ]
      return `${name} (${issuer}): ${facts.join("; ")}`
    })
    .join(" | ")
