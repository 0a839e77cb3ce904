// Authentication as the rest of the server sees it: one object, built once.

import type { LoggedEvent, OpenSession, Undoable, UndoToken } from "../../../api/account.ts"
import type { Availability, Wanted } from "../../../api/sign-up.ts"
import { accountState } from "../../../domain/account/lifecycle.ts"
import { Refusal } from "../../../domain/errors.ts"
import { KNOWN_DEVICE_DAYS, SECURITY_LOG_DAYS, UNVERIFIED_ACCOUNT_DAYS } from "../../../domain/limits.ts"
import { addDays } from "../../../domain/time.ts"
import type { Queries } from "../../platform/db/queries.ts"
import type { ProofSender } from "../proof-of-work/service.ts"
import type { Caller } from "./caller.ts"
import type { AuthContext, Origin } from "./context.ts"
import { loadKnownWords } from "./credentials/known-words/known-words.ts"
import { createPasswords, type Passwords } from "./credentials/passwords.ts"
import { deleteSecurityEvents } from "./credentials/security-events-store.ts"
import { listSecurityEvents, recordSecurityEvent } from "./credentials/security-log.ts"
import { confirmIdentity, requireProof, requireRecentProof } from "./credentials/step-up.ts"
import { previewUndo, undoChange } from "./credentials/undo.ts"
import { deleteExpiredUndoLinks } from "./credentials/undo-links-store.ts"
import { type Updated, updateUser } from "./credentials/update-user.ts"
import { declineLink, describeLink, type LinkFacts } from "./email-flow/email-links.ts"
import type { LinkAsker } from "./email-flow/link-cookie.ts"
import { deleteExpiredTokens, voidTokens } from "./email-flow/one-time-tokens-store.ts"
import { openRecovery, recover, rememberAfterReset } from "./email-flow/recovery.ts"
import { resend } from "./email-flow/resend.ts"
import { sendReset } from "./email-flow/send-reset.ts"
import { verify } from "./email-flow/verify.ts"
import { type SessionBody, type UserBody, userBody } from "./protocol/serialize.ts"
import { findUserDetails } from "./protocol/user-details-store.ts"
import { factorDueAt, requireAdministratorsFactor } from "./second-factor/administrators-factor.ts"
import { createChallenges } from "./second-factor/challenges.ts"
import { createSealing } from "./second-factor/sealing.ts"
import { createSecondFactor, type SecondFactor } from "./second-factor/second-factor.ts"
import { createAccessTokens } from "./session/access-tokens.ts"
import { createDeviceMarks } from "./session/device-marks.ts"
import { deriveKeys, type PublicJwk, secretOf } from "./session/keys.ts"
import { deleteOldDevices } from "./session/known-devices-store.ts"
import { requireOpenSession } from "./session/lock-caller.ts"
import { createOwnerMarks, type OwnerMarks } from "./session/owner-cookie.ts"
import { createRefreshTokens } from "./session/refresh-tokens.ts"
import { createNoteActivity } from "./session/session-activity.ts"
import { endOwnSession, listSessions } from "./session/session-list.ts"
import { type Opened, refreshSession } from "./session/sessions.ts"
import { deleteEndedSessions, deleteSessionsOf, findSessionWithUser } from "./session/sessions-store.ts"
import { signIn } from "./session/sign-in.ts"
import { type SignOutScope, signOut } from "./session/sign-out.ts"
import { availability } from "./sign-up/availability.ts"
import { type ConfirmedAccount, createConfirmedAccount } from "./sign-up/confirmed-account.ts"
import { type SignedUp, signUp } from "./sign-up/sign-up.ts"
import { deleteUnverified, findUser } from "./users-store.ts"

export interface Auth {
  /** @param redirectTo the page the email is to lead to, unchecked */
  signUp(input: unknown, sender: ProofSender, redirectTo: string | undefined): Promise<SignedUp>
  signIn(input: unknown, origin: Origin): Promise<Opened>
  refresh(refreshToken: unknown, origin: Origin): Promise<Opened>
  signOut(caller: Caller, scope: SignOutScope): Promise<void>
  /** Who holds this access token now, or null: a wrong token, a session that ended, an account that is gone. */
  callerOf(accessToken: string): Promise<Caller | null>
  /** The same, saying why not. @throws Refusal bad_jwt, session_not_found */
  requireCaller(accessToken: string): Promise<Caller>
  user(caller: Caller): Promise<UserBody>
  verify(input: unknown, asker: LinkAsker): Promise<UserBody>
  describeLink(input: unknown, asker: LinkAsker): Promise<LinkFacts>
  declineLink(input: unknown, asker: LinkAsker): Promise<void>
  /** @returns whether the cookie of the asker is good for the new link */
  resend(input: unknown, asker: LinkAsker & ProofSender, redirectTo: string | undefined): Promise<boolean>
  recover(input: unknown, origin: Origin & ProofSender): Promise<void>
  /** After a reset: strangers do not keep this browser out of the sign-in that follows. @returns as Opened.devices */
  rememberAfterReset(caller: Caller, origin: Origin): Promise<string[] | null>
  /** For administrators: the email of a forgotten password, to someone else. */
  sendReset(caller: Caller, userId: string): Promise<void>
  openRecovery(token: string, origin: Origin): Promise<Opened>
  updateUser(caller: Caller, input: unknown, ip: string): Promise<Updated>
  availability(input: Wanted, ip: string): Promise<Availability>
  /** For the operator's hand only. @returns the id, or null when address or username is taken */
  createConfirmed(account: ConfirmedAccount): Promise<string | null>
  /** Step-up: the password or the second factor was given a moment ago. @throws Refusal reauthentication_needed */
  requireRecentProof(caller: Caller): void
  /** The same, by the current password where there is no factor. @throws also invalid_credentials, too_many_requests */
  requireProof(caller: Caller, password: string, ip: string): Promise<void>
  /** Step-up: the proof, given anew. @throws Refusal reauthentication_needed, invalid_credentials, mfa_verification_failed, too_many_requests */
  confirmIdentity(caller: Caller, proof: { password: string } | { code: string }, ip: string): Promise<void>
  /** Ends every session and voids every outstanding link of a user, inside the transaction that says why. */
  endAccess(db: Queries, userId: string): Promise<void>
  secondFactor: SecondFactor
  /** From when on this administrator needs a second factor; null: there is one, or none is needed. */
  factorDueAt(caller: Caller): Promise<Date | null>
  /** For whatever only administrators may do. @throws Refusal second_factor_required */
  requireAdministratorsFactor(caller: Caller): Promise<void>
  listSessions(caller: Caller): Promise<OpenSession[]>
  /** @throws Refusal not_found */
  endOwnSession(caller: Caller, id: string): Promise<void>
  /** The caller's own security log, newest first. */
  listSecurityEvents(caller: Caller): Promise<LoggedEvent[]>
  /** What the link of an email about a change would undo. @throws Refusal otp_expired, too_many_requests */
  previewUndo(input: UndoToken, ip: string): Promise<Undoable>
  /** @returns a recovery session @throws Refusal otp_expired, undo_email_taken, too_many_requests */
  undoChange(input: UndoToken, origin: Origin): Promise<SessionBody>
  recordSecurityEvent: typeof recordSecurityEvent
  /** Inside the transaction of a change: the session that asks for it is still open. @throws Refusal session_not_found */
  requireOpenSession(tx: Queries, caller: Caller): Promise<void>
  publicKeys(): PublicJwk[]
  ownerMarks: OwnerMarks
  passwords: Passwords
  /** Removes what time has ended: sessions, links, accounts nobody verified. */
  sweep(): Promise<void>
}

export function createAuth(
  base: Omit<AuthContext, "passwords" | "accessTokens" | "refreshTokens" | "challenges" | "sealing" | "deviceMarks">,
): Auth {
  const keys = deriveKeys(secretOf(base.config))
  const { db } = base.database
  // A missing file stops the start instead of the first sign-up.
  loadKnownWords()
  const context: AuthContext = {
    ...base,
    passwords: createPasswords(),
    accessTokens: createAccessTokens(keys, base.config.PUBLIC_ORIGIN),
    refreshTokens: createRefreshTokens(keys.refresh),
    challenges: createChallenges(keys.challenges),
    sealing: createSealing(keys.factors),
    deviceMarks: createDeviceMarks(keys.devices),
  }

  const noteActivity = createNoteActivity(base)

  async function requireCaller(accessToken: string): Promise<Caller> {
    const now = base.clock()
    const token = await context.accessTokens.read(accessToken, now)
    const found = await findSessionWithUser(db, token.session_id, token.user_id, now)
    const gone = () => new Refusal("session_not_found", { userId: token.user_id })
    if (found === undefined) throw gone()
    const account = accountState(found, now)
    if (account === "gone") throw gone()
    const { user_id, session_id, kind, email, roles, username, opened_at, user_agent } = found
    const { has_factor, factor_verified_at, reauthenticated_at, second_factor_due_at } = found
    noteActivity(session_id, found.last_seen_at, now)
    // An access token from before the code stays what it was, whatever its session has become.
    const aal = factor_verified_at === null ? "aal1" : token.aal
    const needs_factor = kind === "password" && has_factor && aal === "aal1"
    const full_name = found.full_name ?? found.user_metadata.full_name ?? ""
    return {
      user_id,
      session_id,
      kind,
      email,
      roles,
      account,
      username,
      full_name,
      opened_at,
      aal,
      needs_factor,
      has_factor,
      factor_verified_at,
      reauthenticated_at,
      second_factor_due_at,
      user_agent,
    }
  }

  return {
    signUp: (input, sender, redirectTo) => signUp(context, input, sender, redirectTo),
    signIn: (input, origin) => signIn(context, input, origin),
    refresh: (token, origin) => refreshSession(context, token, origin),
    signOut: (caller, scope) => signOut(context, caller, scope),
    requireCaller,
    async callerOf(accessToken) {
      try {
        return await requireCaller(accessToken)
      } catch (error) {
        if (error instanceof Refusal) return null
        throw error
      }
    },
    async user(caller) {
      const user = await findUser(db, caller.user_id)
      if (user === undefined) throw new Refusal("session_not_found")
      return userBody(user, await findUserDetails(db, user.id, base.clock()))
    },
    verify: (input, asker) => verify(context, input, asker),
    describeLink: (input, asker) => describeLink(context, input, asker),
    declineLink: (input, asker) => declineLink(context, input, asker),
    resend: (input, asker, redirectTo) => resend(context, input, asker, redirectTo),
    recover: (input, origin) => recover(context, input, origin),
    rememberAfterReset: (caller, origin) => rememberAfterReset(context, caller, origin),
    sendReset: (caller, userId) => sendReset(context, caller, userId),
    openRecovery: (token, origin) => openRecovery(context, token, origin),
    updateUser: (caller, input, ip) => updateUser(context, caller, input, ip),
    availability: (input, ip) => availability(context, input, ip),
    createConfirmed: (account) => createConfirmedAccount(context, account),
    requireRecentProof: (caller) => requireRecentProof(caller, base.clock()),
    requireProof: (caller, password, ip) => requireProof(context, caller, password, ip),
    confirmIdentity: (caller, proof, ip) => confirmIdentity(context, caller, proof, ip),
    async endAccess(queries, userId) {
      await deleteSessionsOf(queries, userId)
      await voidTokens(queries, userId)
    },
    secondFactor: createSecondFactor(context),
    factorDueAt: (caller) => factorDueAt(context, caller),
    requireAdministratorsFactor: (caller) => requireAdministratorsFactor(context, caller),
    listSessions: (caller) => listSessions(context, caller),
    endOwnSession: (caller, id) => endOwnSession(context, caller, id),
    listSecurityEvents: (caller) => listSecurityEvents(context, caller.user_id),
    previewUndo: (input, ip) => previewUndo(context, input, ip),
    undoChange: (input, origin) => undoChange(context, input, origin),
    recordSecurityEvent,
    requireOpenSession: (tx, caller) => requireOpenSession(tx, caller, base.clock()),
    publicKeys: () => [keys.jwk],
    ownerMarks: createOwnerMarks(keys.owners),
    passwords: context.passwords,
    async sweep() {
      const now = base.clock()
      await deleteEndedSessions(db, now)
      await deleteExpiredTokens(db, now)
      await deleteOldDevices(db, addDays(now, -KNOWN_DEVICE_DAYS))
      await deleteExpiredUndoLinks(db, now)
      await deleteSecurityEvents(db, addDays(now, -SECURITY_LOG_DAYS))
      const removed = await deleteUnverified(db, addDays(now, -UNVERIFIED_ACCOUNT_DAYS))
      if (removed > 0) base.log.info("auth.unverified_removed", { accounts: removed })
    },
  }
}
