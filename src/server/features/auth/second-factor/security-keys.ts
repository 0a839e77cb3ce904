// A security key as the second factor (WebAuthn): touched after the password, without a PIN. Any of an account's keys will do.
import * as z from "zod/mini"
import { FACTOR } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX } from "../../../../domain/limits.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { ownSession } from "../credentials/attempts.ts"
import { requireRecentProof } from "../credentials/step-up.ts"
import { refuseCopy } from "../passkeys/failed-attempts.ts"
import {
  creationOptions,
  readAuthentication,
  readRegistration,
  refusedFor,
  relyingParty,
  requestOptions,
  spendChallenge,
  verifyAuthentication,
  verifyRegistration,
} from "../passkeys/verify-credential.ts"
import { readBody, text } from "../protocol/read-body.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { type FactorRow, markKeyUsed, setKey, verifiedFactorsOf } from "./factors-store.ts"

/** A verified factor whose key was registered, and at this host. */
type Key = FactorRow & { credential_id: string; public_key: string }

const isKey = (factor: FactorRow): factor is Key => factor.credential_id !== null && factor.public_key !== null

async function keysOf(auth: Auth, db: Queries, userId: string): Promise<Key[]> {
  const { id: host } = relyingParty(auth)
  const factors = await verifiedFactorsOf(db, userId, "webauthn")
  return factors.filter(isKey).filter(({ rp_id }) => rp_id === host)
}

/** A challenge counts for one session, and for the factor that it names. */
const holderOf = (caller: Caller, factor: FactorRow): string => `${ownSession(caller)} for ${factor.id}`

const purposeOf = ({ status }: FactorRow) => (status === "verified" ? "factor" : "factor-registration")

/**
 * Registers a factor that was just begun; a verified one is asked for.
 * @returns expires_at in seconds since 1970
 * @throws Refusal reauthentication_needed (registering), webauthn_credential_not_found: none works at this host
 */
export async function challengeKey(auth: Auth, caller: Caller, factor: FactorRow) {
  const { clock, database, passkeyChallenges } = auth
  const { email, full_name } = caller
  // Another session may have begun it: the one that registers a key proves who it is.
  if (factor.status === "unverified") requireRecentProof(caller, clock())
  const keys = await keysOf(auth, database.db, caller.user_id)
  if (factor.status === "verified" && keys.length === 0)
    throw new Refusal("webauthn_credential_not_found", { message: FACTOR.keyElsewhere(factor.rp_id ?? "") })
  const issued = passkeyChallenges.issue(purposeOf(factor), holderOf(caller, factor), clock())
  const { challenge, challenge_id, expires_at } = issued
  const webauthn =
    factor.status === "verified"
      ? { type: "request", credential_options: { publicKey: requestOptions(auth, challenge, keys) } }
      : {
          type: "create",
          credential_options: {
            publicKey: creationOptions(auth, { id: factor.id, email, full_name }, challenge, keys, "security_key"),
          },
        }
  return { id: challenge_id, type: "webauthn" as const, expires_at, webauthn }
}

const keyBody = z.object({
  challenge_id: text(AUTH_TOKEN_MAX),
  webauthn: z.object({ type: z.enum(["create", "request"]), credential_response: z.unknown() }),
})

export interface CheckedKey {
  /** the factor that was used, which need not be the one that was named */
  factor: FactorRow
  /** Inside the transaction that signs in, which holds the account. @throws Refusal when it no longer counts */
  use: (tx: Queries) => Promise<void>
}

/**
 * @param named by the request
 * @throws Refusal validation_failed, webauthn_challenge_expired, webauthn_verification_failed, webauthn_credential_exists
 */
export async function checkKey(
  auth: Auth,
  caller: Caller,
  named: FactorRow,
  input: unknown,
  client: ClientInfo,
  now: Date,
): Promise<CheckedKey> {
  const { challenge_id, webauthn } = readBody(keyBody, input)
  const answer = { challenge_id, credential: webauthn.credential_response }
  return named.status === "verified"
    ? checkUse(auth, caller, named, answer, client, now)
    : checkRegistration(auth, caller, named, answer, now)
}

async function checkRegistration(
  auth: Auth,
  caller: Caller,
  factor: FactorRow,
  answer: unknown,
  now: Date,
): Promise<CheckedKey> {
  const body = readRegistration(answer)
  const challenge = await spendChallenge(auth, body, purposeOf(factor), [holderOf(caller, factor)])
  const { backed_up: _, backup_eligible: __, ...key } = await verifyRegistration(auth, body, challenge, "security_key")
  return {
    factor,
    async use(tx) {
      const keys = await keysOf(auth, tx, caller.user_id)
      if (keys.some(({ credential_id }) => credential_id === key.credential_id))
        throw new Refusal("webauthn_credential_exists", { message: FACTOR.keyExists })
      // If the factor was removed or set up in the meantime, this session must not count as one that showed it.
      if (!(await setKey(tx, factor.id, key, now))) throw new Refusal("mfa_factor_not_found")
    },
  }
}

async function checkUse(
  auth: Auth,
  caller: Caller,
  named: FactorRow,
  answer: unknown,
  client: ClientInfo,
  now: Date,
): Promise<CheckedKey> {
  const body = readAuthentication(answer)
  const challenge = await spendChallenge(auth, body, purposeOf(named), [holderOf(caller, named)])
  const keys = await keysOf(auth, auth.database.db, caller.user_id)
  const key = keys.find(({ credential_id }) => credential_id === body.credential.id)
  if (key === undefined) throw refusedFor("security_key")
  const { counter } = await verifyAuthentication(auth, body, challenge, { ...key, holder_id: key.id }, "security_key")
  if (key.counter > 0 && counter <= key.counter) await refuseCopy(auth, "security_key", key, caller.email, client)
  return {
    factor: key,
    async use(tx) {
      if (!(await markKeyUsed(tx, key.id, counter, now))) throw refusedFor("security_key")
    },
  }
}
