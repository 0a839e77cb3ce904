// The end of a company login: the page's code becomes a session, of the account that this identity is connected to, or of a new one.
import { createHash, randomUUID } from "node:crypto"
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import {
  type CompanyIdentity,
  isLoginAt,
  type LoginProvider,
  managedRoles,
  requiredProvider,
} from "../../../../domain/account/company-login.ts"
import { COMPANY_LOGIN } from "../../../../domain/account/company-login-messages.ts"
import { isEmailAddress } from "../../../../domain/account/email-address.ts"
import { DEFAULT_NEW_ROLE } from "../../../../domain/account/roles.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { signupFields } from "../../../../domain/forms.ts"
import { AUTH_TOKEN_MAX, USERNAME_MAX } from "../../../../domain/limits.ts"
import { isReservedName } from "../../../../domain/paths.ts"
import { profilePayload } from "../../../../domain/profile/profile-form.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { perNetwork } from "../../../platform/rate-limits/rate-limits.ts"
import type { Auth } from "../auth.ts"
import { noPassword } from "../credentials/passwords.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { completeSignIn, withPlace } from "../session/complete-sign-in.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { type OpenedSession, openSession, owesFactor } from "../session/sessions.ts"
import { newToken, sha256 } from "../session/tokens.ts"
import { makeFirstAdministrator } from "../sign-up/first-administrator.ts"
import {
  confirmEmail,
  findLiveUser,
  findLiveUserByEmail,
  findTaken,
  insertProfile,
  insertRole,
  insertUser,
  markSignedIn,
  removeUnconfirmed,
  type UserRow,
} from "../users-store.ts"
import { refuseIfCompanyLogin, requireDomain } from "../way-in.ts"
import { followAddress } from "./follow-address.ts"
import { findIdentity, identitiesOf, insertIdentity, markIdentityUsed } from "./identities-store.ts"
import { deleteFlow, findFlow, useCode } from "./login-flows-store.ts"
import { newIdentity } from "./own-identities.ts"

const pkceBody = z.object({ auth_code: text(AUTH_TOKEN_MAX), code_verifier: text(AUTH_TOKEN_MAX) })
const s256 = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")

/**
 * A code works once, and never again after a refusal, such as for a wrong verifier.
 * @throws Refusal validation_failed, flow_state_not_found, bad_code_verifier, company_login_…, account_needs_connecting,
 * email_not_confirmed, too_many_requests
 */
export async function exchangeCode(auth: Auth, input: unknown, client: ClientInfo): Promise<OpenedSession> {
  const { limits } = auth
  const { auth_code, code_verifier } = readBody(pkceBody, input, PROTOCOL.codeVerifierMissing)
  const taken = await limits.takeAll([perNetwork(BUDGET.signInPerIp, client.ip)])
  const opened = await limits.giveBackUnlessAnswered(taken, () => exchange(auth, auth_code, code_verifier, client))
  await limits.giveBack(...taken)
  return opened
}

async function exchange(auth: Auth, code: string, verifier: string, client: ClientInfo): Promise<OpenedSession> {
  const { clock, database, log, providers } = auth
  const code_hash = sha256(code)
  const flow = await findFlow(database.db, code_hash, clock())
  const identity = flow?.identity ?? null
  if (flow === undefined || identity === null) throw new Refusal("flow_state_not_found")
  try {
    if (s256(verifier) !== flow.code_challenge) throw new Refusal("bad_code_verifier")
    const settings = providers.find(flow.provider)
    if (settings === undefined) throw new Refusal("company_login_unknown")
    return await signInAs(auth, settings, identity, client, code_hash)
  } catch (error) {
    if (error instanceof Refusal) {
      await deleteFlow(database.db, code_hash)
      log.info("auth.company_login_refused", {
        code: error.code,
        provider: flow.provider,
        user: error.userId,
        ip: client.ip,
      })
    }
    throw error
  }
}

async function signInAs(
  auth: Auth,
  settings: LoginProvider,
  identity: CompanyIdentity,
  client: ClientInfo,
  code_hash: string,
): Promise<OpenedSession> {
  const { clock, database, log, roles } = auth
  const user = (await accountOf(auth, identity)) ?? (await newAccount(auth, settings, identity))
  const managed = managedRoles(settings)
  const placed = await withPlace(auth, client)
  const now = clock()
  const attempt = sha256(newToken())
  const opened = await withRetry(() =>
    database.db.transaction(async (tx) => {
      // Here, so that a sign-out at the provider ends either the code or the session.
      if (!(await useCode(tx, code_hash, attempt, now))) throw new Refusal("flow_state_not_found")
      const row = await findIdentity(tx, identity.issuer, identity.subject)
      // Disconnected, or connected to another account, since.
      if (row?.user_id !== user.id) throw new Refusal("company_login_failed")
      if (identity.roles !== null) await roles.setByProvider(tx, user.id, managed, identity.roles, settings.id, now)
      await markSignedIn(tx, user.id, now)
      await refuseIfCompanyLogin(auth, tx, user, settings)
      if (!(await markIdentityUsed(tx, row.id, identity.email, now))) throw new Refusal("company_login_failed")
      const current = await followAddress(auth, tx, user, settings, identity, now)
      const by = { identity_id: row.id, provider_sid: identity.sid, hours: settings.session_hours }
      const session = await openSession(auth, tx, { ...current, last_sign_in_at: now }, by, client, now)
      if (owesFactor(session)) return session
      return {
        ...session,
        devices: await completeSignIn(auth, tx, current, placed, now, "signed_in_with_company_login"),
      }
    }),
  )
  // If this fails, the sweep deletes the used flow.
  await deleteFlow(database.db, attempt).catch(() => undefined)
  if (settings.profile.update === "always") await fillProfile(auth, user, identity)
  log.info("auth.signed_in", { user: user.id, by: settings.id, ip: client.ip, owes_factor: owesFactor(opened) })
  return opened
}

/** By the issuer and its identifier for the person: an address may be another person's by now. */
async function accountOf(
  { clock, database, purge }: Auth,
  { issuer, subject }: CompanyIdentity,
): Promise<UserRow | undefined> {
  const { db } = database
  const found = await findIdentity(db, issuer, subject)
  if (found === undefined) return undefined
  const user = await findLiveUser(db, found.user_id, clock())
  if (user === undefined) {
    // The account's deletion is due: delete it now, so that the person can get a new one.
    await purge.remove(found.user_id)
    return undefined
  }
  if (user.email_confirmed_at === null) throw new Refusal("email_not_confirmed", { userId: user.id })
  return user
}

/** Of two sign-ins at once, the first makes the account. */
const newAccount = (auth: Auth, settings: LoginProvider, identity: CompanyIdentity): Promise<UserRow> =>
  createAccount(auth, settings, identity).catch(async (error) => {
    const isTaken = error instanceof Refusal && error.code === "account_needs_connecting"
    const made = isTaken ? await accountOf(auth, identity) : undefined
    if (made === undefined) throw error
    return made
  })

/**
 * An account that has the address already is never taken over: its owner signs in to it and connects it. One that never confirmed
 * the address is replaced, as by signing up again.
 */
async function createAccount(auth: Auth, settings: LoginProvider, identity: CompanyIdentity): Promise<UserRow> {
  const { clock, database, log, providers, purge } = auth
  const { email } = identity
  if (!settings.create_accounts) throw new Refusal("company_login_no_account")
  if (!isEmailAddress(email) || !identity.is_email_confirmed) throw new Refusal("company_login_email_unconfirmed")
  const required = requiredProvider(providers.all, email)
  if (required !== undefined && required.id !== settings.id)
    throw new Refusal("company_login_required", { message: COMPANY_LOGIN.required(required.name) })
  requireDomain(auth, email)
  await purge.free({ email })
  const id = randomUUID()
  const full_name = (readField("full_name", identity.profile.full_name) ?? "") as string
  const user = await withRetry(() =>
    database.db.transaction(async (tx) => {
      const now = clock()
      await removeUnconfirmed(tx, email, id)
      const metadata = full_name === "" ? {} : { full_name }
      const account = { id, email, ...noPassword(), user_metadata: metadata }
      if (!(await insertUser(tx, account, now))) throw await addressTaken(tx, settings, email, now)
      const username = await freeUsername(auth, tx, identity.username)
      if (username !== null && full_name !== "") {
        await insertProfile(tx, { id, username, full_name, signin_email: email }, now)
        await database.changes.announce(tx, "profile", [username])
      }
      await insertRole(tx, id, DEFAULT_NEW_ROLE)
      if (!(await insertIdentity(tx, newIdentity(identity, id, now)))) throw new Refusal("company_login_failed")
      const confirmed = await confirmEmail(tx, id, email, now)
      if (confirmed === undefined) throw new Error("the new user is not there")
      await makeFirstAdministrator(auth, tx, confirmed, now)
      return confirmed
    }),
  )
  await fillProfile(auth, user, identity)
  log.info("auth.signed_up", { user: id, by: settings.id })
  return user
}

/**
 * If the account is connected to another login of this provider, its owner cannot sign in to connect this one. The message then says to
 * ask for help.
 */
async function addressTaken(tx: Queries, settings: LoginProvider, email: string, now: Date): Promise<Refusal> {
  const holder = await findLiveUserByEmail(tx, email, now)
  const own = holder === undefined ? [] : await identitiesOf(tx, holder.id)
  const isConnected = own.some((identity) => isLoginAt(settings, identity))
  const message = isConnected ? COMPANY_LOGIN.otherLogin(settings.name) : COMPANY_LOGIN.needsConnecting
  return new Refusal("account_needs_connecting", { message })
}

const ATTEMPTS = 20

/** What the company calls the person, if it may be a username here; null: the person chooses one. */
async function freeUsername(
  { config }: Auth,
  tx: Parameters<typeof findTaken>[0],
  wanted: string,
): Promise<string | null> {
  const base = wanted
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "")
    .join("-")
    .slice(0, USERNAME_MAX - `-${ATTEMPTS}`.length)
  const { username: field } = signupFields().shape
  for (let number = 1; number <= ATTEMPTS; number += 1) {
    const username = number === 1 ? base : `${base}-${number}`
    const isFine = field.safeParse(username).success && !isReservedName(username, config.SITE_NAME)
    if (isFine && !(await findTaken(tx, { username })).username) return username
  }
  return null
}

/** As the person's own form would save it; undefined when it would not. */
function readField(field: keyof CompanyIdentity["profile"], value: string | undefined): unknown {
  if (value === undefined) return undefined
  return z.safeParse(profilePayload().shape[field], value).data
}

/** What the claims say and the form would accept. The person's profile may be deactivated or gone: then nothing is saved. */
async function fillProfile(
  { clock, profiles, log }: Auth,
  { id, email }: UserRow,
  { profile }: CompanyIdentity,
): Promise<void> {
  const present = await profiles.own(id)
  const fields = Object.entries(profile).flatMap(([field, value]): [string, unknown][] => {
    const read = readField(field as keyof typeof profile, value)
    const isNew = read !== undefined && present !== null && present[field as keyof typeof profile] !== read
    return isNew ? [[field, read]] : []
  })
  if (present === null || fields.length === 0) return
  const owner = { user_id: id, email, full_name: present.full_name }
  await profiles.save(owner, Object.fromEntries(fields), clock()).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    log.info("auth.company_profile_kept", { user: id, code: error.code })
  })
}
