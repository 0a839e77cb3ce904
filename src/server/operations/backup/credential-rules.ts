// What an archive may hold of second factors, passkeys and company logins (row-rules.ts).
import { FACTOR_TYPES } from "../../../domain/account/policy.ts"
import { CREDENTIAL_ID_MAX, FACTOR_NAME_MAX, FIELD_MAX, PASSKEY_NAME_MAX } from "../../../domain/limits.ts"
import type { CarriedTable } from "./manifest.ts"
import {
  both,
  type Check,
  count,
  either,
  email,
  empty,
  flag,
  like,
  link,
  moment,
  oneOf,
  optional,
  sha256,
  type Table,
  text,
  uses,
  uuid,
} from "./value-checks.ts"

/** Sealed with AES-256-GCM, base64url: nonce, secret, tag. */
const sealed = like(/^[A-Za-z0-9_-]{48,200}$/)
/** base64url */
const CREDENTIAL_ID = /^[A-Za-z0-9_-]{16,}$/
const PUBLIC_KEY = /^[A-Za-z0-9_-]{40,2000}$/
const credentialId = both(like(CREDENTIAL_ID), text(CREDENTIAL_ID_MAX))
const transports = like(/^(?:[a-z-]{1,20}(?:,[a-z-]{1,20}){0,9})?$/)
const hostName = like(/^[a-z0-9.-]{1,253}$/)
/** A verified security key has all of it, and nothing else has any. */
const ofKey =
  (check: Check): Check =>
  (value, row) =>
    row.type === "webauthn" && row.status === "verified" ? check(value, row) : value === null
const ofApp: Check = (value, row) => (row.type === "webauthn" ? value === "" : sealed(value, row))
export const CREDENTIAL_RULES = {
  factors: {
    since: 2,
    columns: {
      id: uuid,
      user_id: uuid,
      friendly_name: text(FACTOR_NAME_MAX),
      status: oneOf(["unverified", "verified"]),
      type: { check: oneOf(FACTOR_TYPES), since: 23 },
      secret: ofApp,
      last_used_step: count,
      credential_id: { check: ofKey(credentialId), since: 23 },
      public_key: { check: ofKey(like(PUBLIC_KEY)), since: 23 },
      counter: { check: uses, since: 23 },
      transports: { check: transports, since: 23 },
      rp_id: { check: ofKey(hostName), since: 23 },
      created_at: moment,
      updated_at: moment,
    },
  },
  recovery_codes: { since: 2, columns: { user_id: uuid, code_hash: sha256, created_at: moment } },
  passkeys: {
    since: 16,
    columns: {
      id: uuid,
      user_id: uuid,
      credential_id: credentialId,
      public_key: like(PUBLIC_KEY),
      counter: uses,
      transports,
      backed_up: flag,
      backup_eligible: { check: optional(flag), since: 28 },
      rp_id: hostName,
      friendly_name: text(PASSKEY_NAME_MAX),
      created_at: moment,
      last_used_at: optional(moment),
    },
  },
  identities: {
    since: 20,
    columns: {
      id: uuid,
      user_id: uuid,
      provider: like(/^[a-z][a-z0-9_-]{0,29}$/),
      issuer: link(FIELD_MAX.url),
      subject: like(/^.{1,255}$/su),
      email: either(empty, email),
      created_at: moment,
      last_used_at: moment,
    },
  },
} satisfies Partial<Record<CarriedTable, Table>>
