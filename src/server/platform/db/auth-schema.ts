// The tables of accounts: who may sign in, how, from where, and what happened. Column names go unchanged to the auth protocol.
import { sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import type { CompanyIdentity } from "../../../domain/account/company-login.ts"
import type { FactorType } from "../../../domain/account/policy.ts"
import type { Role } from "../../../domain/account/roles.ts"
import type { SecurityEvent } from "../../../domain/account/security-event.ts"
import type { UserMetadata } from "../../../domain/account/user-metadata.ts"

/** The column type of every point in time. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })
const userId = () => uuid("user_id").references(() => users.id, { onDelete: "cascade" })

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull(),
    email_confirmed_at: moment("email_confirmed_at"),
    password_hash: text("password_hash").notNull(),
    /** false: the hash is of a random password that no one knows; the company's login made the account */
    has_password: boolean("has_password").notNull().default(true),
    user_metadata: jsonb("user_metadata").$type<UserMetadata>().notNull().default({}),
    created_at: moment("created_at").notNull(),
    updated_at: moment("updated_at").notNull(),
    last_sign_in_at: moment("last_sign_in_at"),
    /** when administrators start to need a second factor; null: not yet signed in as one */
    second_factor_due_at: moment("second_factor_due_at"),
  },
  (t) => [uniqueIndex("users_email_unique").on(sql`lower(${t.email})`)],
)

export const user_roles = pgTable(
  "user_roles",
  { user_id: userId().notNull(), role: text("role").$type<Role>().notNull() },
  (t) => [primaryKey({ name: "user_roles_pkey", columns: [t.user_id, t.role] })],
)

/** Company logins (OpenID Connect): who an account is at a provider. */
export const identities = pgTable(
  "identities",
  {
    id: uuid("id").primaryKey(),
    user_id: userId().notNull(),
    /** the operator's id of the provider */
    provider: text("provider").notNull(),
    issuer: text("issuer").notNull(),
    /** the issuer's identifier for the person (`sub`): an email address may change hands */
    subject: text("subject").notNull(),
    /** at the last sign-in, to recognize it by; it gives no access */
    email: text("email").notNull(),
    created_at: moment("created_at").notNull(),
    last_used_at: moment("last_used_at").notNull(),
  },
  (t) => [
    uniqueIndex("identities_issuer_subject").on(t.issuer, t.subject),
    uniqueIndex("identities_user_id_issuer").on(t.user_id, t.issuer),
  ],
)

/** A visit to a provider that has not ended, for ten minutes. */
export const login_flows = pgTable(
  "login_flows",
  {
    /** sha-256, hex, of the state that went to the provider; it comes back once */
    state_hash: text("state_hash").primaryKey(),
    /** sha-256, hex, of the httpOnly cookie of the browser that began it */
    browser_hash: text("browser_hash").notNull(),
    provider: text("provider").notNull(),
    purpose: text("purpose").$type<"sign_in" | "connect" | "proof">().notNull(),
    /** whose account is connected, or proves itself; null: of a sign-in */
    session_id: uuid("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    user_id: userId(),
    nonce: text("nonce").notNull(),
    /** ours, for the provider (PKCE) */
    verifier: text("verifier").notNull(),
    /** the page's, for us (PKCE); empty: the page gets no code */
    code_challenge: text("code_challenge").notNull(),
    /** the page to come back to, on this site */
    redirect_to: text("redirect_to").notNull(),
    created_at: moment("created_at").notNull(),
    expires_at: moment("expires_at").notNull(),
    /** when the state came back */
    used_at: moment("used_at"),
    /** sha-256, hex, of the code that the page exchanges for a session; null: not signed in yet */
    code_hash: text("code_hash"),
    identity: jsonb("identity").$type<CompanyIdentity>(),
  },
  (t) => [uniqueIndex("login_flows_code_hash").on(t.code_hash), index("login_flows_expires_at").on(t.expires_at)],
)

export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    user_id: userId().notNull(),
    /** `password`: of a sign-in, in whichever way. `recovery`: may do one thing, set a password */
    kind: text("kind").$type<"password" | "recovery">().notNull(),
    /** of a session that is not for recovery */
    opened_by: text("opened_by").$type<"password" | "passkey" | "company">().notNull().default("password"),
    /** the company login that opened it; null: none, or no longer connected */
    identity_id: uuid("identity_id").references(() => identities.id, { onDelete: "set null" }),
    /** of the session at the provider, which can end this one; null: not said */
    provider_sid: text("provider_sid"),
    /** rotations so far; a refresh token names the one it belongs to */
    counter: integer("counter").notNull().default(0),
    /** sha-256 of the httpOnly cookie this session is bound to; null when the client is not a browser */
    binding_hash: text("binding_hash"),
    user_agent: text("user_agent").notNull().default(""),
    created_at: moment("created_at").notNull(),
    rotated_at: moment("rotated_at").notNull(),
    expires_at: moment("expires_at").notNull(),
    /** when a second factor was shown in this session; a passkey counts as one; null: never (aal1) */
    factor_verified_at: moment("factor_verified_at"),
    /** which kind of factor that was; null: a passkey, or a code before there were security keys */
    factor_type: text("factor_type").$type<FactorType>(),
    /** when a request last used it, to a few minutes; null: not since it was rotated */
    seen_at: moment("seen_at"),
    /** when the password or a second factor was last given again; null: not since the session was opened */
    reauthenticated_at: moment("reauthenticated_at"),
  },
  (t) => [
    index("sessions_user_id").on(t.user_id),
    index("sessions_expires_at").on(t.expires_at),
    index("sessions_identity_id").on(t.identity_id),
  ],
)

export const one_time_tokens = pgTable(
  "one_time_tokens",
  {
    /** sha-256, hex: the token itself exists only in the email */
    token_hash: text("token_hash").primaryKey(),
    user_id: userId().notNull(),
    purpose: text("purpose").$type<"signup" | "recovery" | "email_change">().notNull(),
    /** the address the email went to */
    email: text("email").notNull(),
    /** sha-256 of the httpOnly cookie of the browser that asked for the email, of a reset: of the network; null: of neither */
    browser_hash: text("browser_hash"),
    /** the session that requested another address; once it has ended, the link needs the password in every browser */
    session_id: uuid("session_id"),
    created_at: moment("created_at").notNull(),
    expires_at: moment("expires_at").notNull(),
    used_at: moment("used_at"),
  },
  (t) => [index("one_time_tokens_user_id").on(t.user_id, t.purpose)],
)

/** Devices that have signed in to an account before (OWASP device cookies): strangers cannot lock them out. */
export const known_devices = pgTable(
  "known_devices",
  {
    user_id: userId().notNull(),
    /** sha-256 of the httpOnly cookie, new at every sign-in */
    device_hash: text("device_hash").notNull(),
    created_at: moment("created_at").notNull(),
    /** the password was reset on another device since: the owner is told when this one signs in */
    needs_notice: boolean("needs_notice").notNull().default(false),
    /** false: a program that did not come back with its cookie */
    keeps_cookies: boolean("keeps_cookies").notNull().default(true),
  },
  (t) => [primaryKey({ name: "known_devices_pkey", columns: [t.user_id, t.device_hash] })],
)

/** A change of an account's protection that the email to its owner can still undo. */
export const undo_links = pgTable(
  "undo_links",
  {
    /** sha-256, hex: the token itself exists only in the email */
    token_hash: text("token_hash").primaryKey(),
    user_id: userId().notNull(),
    change: text("change")
      .$type<"password" | "email" | "second_factor" | "passkey" | "app_password" | "sign_in" | "identity">()
      .notNull(),
    /** the sign-in address before the change */
    email: text("email").notNull(),
    created_at: moment("created_at").notNull(),
    expires_at: moment("expires_at").notNull(),
  },
  (t) => [index("undo_links_user_id").on(t.user_id), index("undo_links_expires_at").on(t.expires_at)],
)

/** What happened to an account's protection, for its owner to read. */
export const security_events = pgTable(
  "security_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: userId().notNull(),
    event: text("event").$type<SecurityEvent>().notNull(),
    /** such as "Chrome on Android"; empty when no browser took part */
    device: text("device").notNull().default(""),
    at: moment("at").notNull(),
  },
  (t) => [index("security_events_user_id").on(t.user_id, t.at), index("security_events_at").on(t.at)],
)

/** Second factors: codes of an authenticator app (RFC 6238), or a security key (WebAuthn). */
export const factors = pgTable(
  "factors",
  {
    id: uuid("id").primaryKey(),
    user_id: userId().notNull(),
    type: text("type").$type<FactorType>().notNull().default("totp"),
    friendly_name: text("friendly_name").notNull(),
    status: text("status").$type<"unverified" | "verified">().notNull(),
    /** of an app: sealed with a key derived from SECRET; of a security key: empty */
    secret: text("secret").notNull(),
    /** the 30-second step of the last code accepted: no code counts twice */
    last_used_step: integer("last_used_step").notNull().default(0),
    /** of a security key, as in `passkeys`; null: an app, or a key that is not registered yet */
    credential_id: text("credential_id"),
    public_key: text("public_key"),
    counter: bigint("counter", { mode: "number" }).notNull().default(0),
    transports: text("transports").notNull().default(""),
    rp_id: text("rp_id"),
    created_at: moment("created_at").notNull(),
    updated_at: moment("updated_at").notNull(),
  },
  (t) => [index("factors_user_id").on(t.user_id)],
)

/** For anyone who loses the second factor; a row is a code that has not been used. */
export const recovery_codes = pgTable(
  "recovery_codes",
  {
    user_id: userId().notNull(),
    /** sha-256, hex */
    code_hash: text("code_hash").notNull(),
    created_at: moment("created_at").notNull(),
  },
  (t) => [primaryKey({ name: "recovery_codes_pkey", columns: [t.user_id, t.code_hash] })],
)

/** Public keys of passkeys (WebAuthn): no secret is here. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid("id").primaryKey(),
    user_id: userId().notNull(),
    /** base64url, as the authenticator named it */
    credential_id: text("credential_id").notNull(),
    /** base64url of a COSE key (RFC 9052) */
    public_key: text("public_key").notNull(),
    /** of the last use; passkeys that are synced between devices stay at 0 */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** how browsers reach it, separated by commas: "internal,hybrid" */
    transports: text("transports").notNull(),
    /** it is synced: losing a device does not lose it; and whether it can ever be, which never changes; null: not known yet */
    backed_up: boolean("backed_up").notNull(),
    backup_eligible: boolean("backup_eligible"),
    /** the host that it was made for: it works at no other */
    rp_id: text("rp_id").notNull(),
    friendly_name: text("friendly_name").notNull(),
    created_at: moment("created_at").notNull(),
    last_used_at: moment("last_used_at"),
  },
  (t) => [uniqueIndex("passkeys_credential_id").on(t.credential_id), index("passkeys_user_id").on(t.user_id)],
)

/** What a program signs in with to the address book, and to nothing else. */
export const app_passwords = pgTable(
  "app_passwords",
  {
    id: uuid("id").primaryKey(),
    user_id: userId().notNull(),
    name: text("name").notNull(),
    /** sha-256, hex: the password itself is shown once */
    secret_hash: text("secret_hash").notNull(),
    created_at: moment("created_at").notNull(),
    /** to a few minutes; null: never used */
    last_used_at: moment("last_used_at"),
  },
  (t) => [uniqueIndex("app_passwords_secret_hash").on(t.secret_hash), index("app_passwords_user_id").on(t.user_id)],
)
