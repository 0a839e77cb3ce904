// A person's company logins: connecting one to the account they are signed in to, disconnecting it, and proving the identity with it.
import { randomUUID } from "node:crypto"
import {
  type CompanyIdentity,
  isLoginAt,
  type LoginProvider,
  requiredProvider,
} from "../../../../domain/account/company-login.ts"
import { COMPANY_LOGIN } from "../../../../domain/account/company-login-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { isUuid } from "../../../../domain/paths.ts"
import { addHours } from "../../../../domain/time.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireFullSession, requireRecentProof } from "../credentials/step-up.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { hasWayIn } from "../passkeys/own-passkeys.ts"
import { verifiedFactorsOf } from "../second-factor/factors-store.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { deleteSessionsOf, handToCompany, holdSession, markReauthenticated } from "../session/sessions-store.ts"
import { findUser, lockUser } from "../users-store.ts"
import { disconnect } from "./disconnect.ts"
import { findIdentity, type IdentityRow, identitiesOf, insertIdentity } from "./identities-store.ts"
import { identityAddedNotice, identityRemovedNotice } from "./identity-emails.ts"
import type { LoginFlow } from "./login-flows-store.ts"

export const newIdentity = (
  { provider, issuer, subject, email }: CompanyIdentity,
  user_id: string,
  now: Date,
): IdentityRow => ({
  id: randomUUID(),
  user_id,
  provider,
  issuer,
  subject,
  email,
  created_at: now,
  last_used_at: now,
})

/** The operator may have changed its id since it was connected. */
const providerOf = ({ providers }: Auth, login: { provider: string; issuer: string }): { id: string; name: string } =>
  providers.of(login) ?? providers.find(login.provider) ?? { id: login.provider, name: login.provider }

/**
 * To the account of the session that asked for it, if it is still open: no address is compared.
 * @throws Refusal session_not_found, identity_already_exists
 */
export async function connectIdentity(
  auth: Auth,
  { session_id, user_id }: LoginFlow,
  identity: CompanyIdentity,
  { userAgent }: { userAgent: string },
): Promise<void> {
  const { clock, database, log, providers } = auth
  const now = clock()
  if (session_id === null || user_id === null) throw new Refusal("session_not_found")
  await database.db.transaction(async (tx) => {
    await lockUser(tx, user_id)
    const user = (await holdSession(tx, session_id, user_id, now)) ? await findUser(tx, user_id) : undefined
    if (user === undefined) throw new Refusal("session_not_found")
    const added = newIdentity(identity, user_id, now)
    if (!(await insertIdentity(tx, added))) throw new Refusal("identity_already_exists", { userId: user_id })
    const required = requiredProvider(providers.all, user.email)
    const isRequired = required !== undefined && isLoginAt(required, identity)
    if (isRequired)
      await leaveToCompany(tx, { user_id, session_id }, { id: added.id, sid: identity.sid }, required, now)
    await recordSecurityEvent(tx, { user_id, user_agent: userAgent }, "company_login_connected", now)
    await sendUndoNotice(
      auth,
      tx,
      user,
      "identity",
      identityAddedNotice(providerOf(auth, identity).name, isRequired),
      now,
    )
  })
  log.info("auth.company_login_connected", { user: user_id, provider: identity.provider })
}

/**
 * From now on, only the company login opens this account. This session becomes one that the company can end, and it expires after
 * `session_hours` at the latest. All other sessions end, because the company did not open them.
 */
async function leaveToCompany(
  tx: Queries,
  { user_id, session_id }: { user_id: string; session_id: string },
  { id, sid }: { id: string; sid: string | null },
  { session_hours }: LoginProvider,
  now: Date,
): Promise<void> {
  await deleteSessionsOf(tx, user_id, session_id)
  await handToCompany(tx, session_id, { identity_id: id, provider_sid: sid }, addHours(now, session_hours))
}

/**
 * The session has just proved its owner: the provider asked for the password again.
 * @throws Refusal company_login_other_person, company_login_failed, session_not_found
 */
export async function proveByIdentity(
  { clock, database, log }: Auth,
  { session_id, user_id }: LoginFlow,
  { issuer, subject, provider }: CompanyIdentity,
): Promise<void> {
  const found = await findIdentity(database.db, issuer, subject)
  if (user_id === null || session_id === null || found?.user_id !== user_id)
    throw new Refusal("company_login_other_person")
  // Set up while the person was at the provider: from then on only the factor proves anything.
  if ((await verifiedFactorsOf(database.db, user_id)).length > 0)
    throw new Refusal("company_login_failed", { userId: user_id })
  if (!(await markReauthenticated(database.db, session_id, clock()))) throw new Refusal("session_not_found")
  log.info("auth.identity_confirmed", { user: user_id, session: session_id, by: provider })
}

/** @throws Refusal forbidden, mfa_required, account_deactivated */
export async function listIdentities(auth: Auth, caller: Caller) {
  requireFullSession(caller)
  const { db } = auth.database
  const own = await identitiesOf(db, caller.user_id)
  return Promise.all(
    own.map(async (identity) => ({
      id: identity.id,
      provider: providerOf(auth, identity).id,
      email: identity.email,
      created_at: identity.created_at.toISOString(),
      last_used_at: identity.last_used_at.toISOString(),
      kept_because: (await removalRefusal(auth, db, caller, identity))?.code ?? null,
    })),
  )
}

/**
 * The roles that the provider gives end with it.
 * @throws Refusal forbidden, mfa_required, account_deactivated, reauthentication_needed, identity_not_found, session_not_found,
 * single_identity_not_deletable, company_login_required
 */
export async function removeIdentity(auth: Auth, caller: Caller, id: string): Promise<void> {
  const { clock, database, log, roles } = auth
  const { user_id } = caller
  const now = clock()
  requireFullSession(caller)
  requireRecentProof(caller, now)
  if (!isUuid(id)) throw new Refusal("identity_not_found")
  await database.db.transaction(async (tx) => {
    await roles.lock(tx)
    const user = await lockCaller(tx, caller, now)
    const identity = (await identitiesOf(tx, user_id)).find((each) => each.id === id)
    if (identity === undefined) throw new Refusal("identity_not_found")
    const refusal = await removalRefusal(auth, tx, { ...user, user_id }, identity)
    if (refusal !== null) throw refusal
    await disconnect(auth, tx, identity, now)
    await recordSecurityEvent(tx, caller, "company_login_disconnected", now)
    await sendUndoNotice(auth, tx, user, "identity", identityRemovedNotice(providerOf(auth, identity).name), now)
  })
  log.info("auth.company_login_disconnected", { user: user_id, identity: id })
}

/** Why an account keeps a company login; null: it may be removed. */
async function removalRefusal(
  auth: Auth,
  db: Queries,
  { user_id, email, has_password }: Pick<Caller, "user_id" | "email" | "has_password">,
  identity: IdentityRow,
): Promise<Refusal | null> {
  const required = requiredProvider(auth.providers.all, email)
  if (required !== undefined && isLoginAt(required, identity))
    return new Refusal("company_login_required", { message: COMPANY_LOGIN.required(required.name) })
  if (await hasWayIn(auth, db, user_id, has_password, identity.id)) return null
  const isPasswordOffered = auth.config.SIGN_IN.includes("password")
  return new Refusal("single_identity_not_deletable", isPasswordOffered ? {} : { message: COMPANY_LOGIN.onlyWayIn })
}
