// What an authenticator answers, read and checked by @simplewebauthn/server (W3C Web Authentication, sections 7.1 and 7.2).
import * as z from "zod/mini"
import { FACTOR } from "../../../../domain/account/account-messages.ts"
import { PASSKEY } from "../../../../domain/account/passkey-messages.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { lazy } from "../../../../domain/lazy.ts"
import {
  AUTH_TOKEN_MAX,
  CREDENTIAL_ID_MAX,
  CREDENTIAL_PART_MAX,
  PASSKEY_CHALLENGE_S,
} from "../../../../domain/limits.ts"
import type { Auth } from "../auth.ts"
import { readBody, text } from "../protocol/read-body.ts"
import type { ChallengePurpose } from "./passkey-challenges.ts"
import type { PasskeyRow, Use } from "./passkeys-store.ts"
import { type CoseKey, requireUsableKey } from "./usable-key.ts"

/** COSE: Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded on first use: 25 MB of memory and a tenth of a second, which a site without passkeys does not need. */
const webauthn = lazy(() => import("@simplewebauthn/server"))

/** The host that passkeys belong to, and the one origin that they are used at. */
export const relyingParty = ({ config }: Pick<Auth, "config">) => {
  const { hostname, origin } = new URL(config.PUBLIC_ORIGIN)
  return { id: hostname, name: config.SITE_NAME, origin }
}

const part = text(CREDENTIAL_PART_MAX)
/** As browsers write it. Other text reaches no query: the database cannot read all of it. */
const credentialId = text(CREDENTIAL_ID_MAX).check(z.regex(/^[\w-]*$/))
const credential = { id: credentialId, rawId: credentialId, type: z.literal("public-key") }
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const

const registrationBody = z.object({
  challenge_id: text(AUTH_TOKEN_MAX),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: part,
      attestationObject: part,
      transports: z.catch(z.optional(z.array(z.enum(TRANSPORTS))), undefined),
    }),
  }),
})
export const readRegistration = (input: unknown) => readBody(registrationBody, input)
type Registration = ReturnType<typeof readRegistration>

const authenticationBody = z.object({
  challenge_id: text(AUTH_TOKEN_MAX),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: part,
      authenticatorData: part,
      signature: part,
      userHandle: z.optional(z.nullable(text(AUTH_TOKEN_MAX))),
    }),
  }),
})
export const readAuthentication = (input: unknown) => readBody(authenticationBody, input)
type Authentication = ReturnType<typeof readAuthentication>

/**
 * The challenge that the authenticator signed. Whether it was answered before is not known yet.
 * @throws Refusal webauthn_challenge_expired: unknown, of another browser, session or purpose, or too old
 */
export function requireChallenge(
  { clock, passkeyChallenges }: Auth,
  { challenge_id, credential: { response } }: Registration | Authentication,
  purpose: ChallengePurpose,
  holders: readonly string[],
): string {
  const challenge = challengeIn(response.clientDataJSON)
  if (!passkeyChallenges.isValid(challenge_id, challenge, purpose, holders, clock()))
    throw new Refusal("webauthn_challenge_expired")
  return challenge
}

/** The same, and from here on the challenge no longer counts. @throws Refusal webauthn_challenge_expired: also when it was answered before */
export async function spendChallenge(
  auth: Auth,
  body: Registration | Authentication,
  purpose: ChallengePurpose,
  holders: readonly string[],
): Promise<string> {
  const challenge = requireChallenge(auth, body, purpose, holders)
  await auth.limits.take(BUDGET.samePasskeyChallenge, challenge).catch((error) => {
    const isSpent = error instanceof Refusal && error.code === "too_many_requests"
    throw isSpent ? new Refusal("webauthn_challenge_expired") : error
  })
  return challenge
}

/** Empty when it cannot be read. A page in a frame of another site is refused, whatever it signed. */
function challengeIn(clientDataJSON: string): string {
  try {
    const {
      challenge,
      crossOrigin = false,
      topOrigin,
    } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())
    const isFramed = crossOrigin !== false || topOrigin !== undefined
    return typeof challenge === "string" && !isFramed ? challenge : ""
  } catch {
    return ""
  }
}

/**
 * A passkey is two factors at once: it requires a fingerprint, face or PIN, and the browser finds it without an email address.
 * A security key is only the second factor: a touch is enough, and many keys can do no more.
 */
const RULES = {
  passkey: {
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    requireUserVerification: true,
    refused: PASSKEY.refused,
  },
  security_key: {
    authenticatorSelection: { residentKey: "discouraged", requireResidentKey: false, userVerification: "discouraged" },
    requireUserVerification: false,
    refused: FACTOR.keyRefused,
  },
} as const
export type CredentialKind = keyof typeof RULES

/** The same for whatever is wrong with it. @param userId whose it is, for the log */
export const refusedFor = (kind: CredentialKind, userId?: string): Refusal =>
  new Refusal("webauthn_verification_failed", { message: RULES[kind].refused, userId })

/** A refusal that keeps the library's reason for the log. @param reason may hold text that was sent */
class Unverified extends Refusal {
  readonly reason: string
  constructor(kind: CredentialKind, reason: string) {
    super("webauthn_verification_failed", { message: RULES[kind].refused })
    this.reason = reason
  }
}

export const reasonOf = (error: Refusal): string | undefined => (error instanceof Unverified ? error.reason : undefined)

/** The library throws for whatever is wrong, from a missing byte to a wrong signature. */
async function verified<Answer>(kind: CredentialKind, check: () => Promise<Answer>): Promise<Answer> {
  try {
    return await check()
  } catch (error) {
    throw new Unverified(kind, error instanceof Error ? error.message : "unreadable")
  }
}

/**
 * Verifies a new passkey or security key. We do not ask for attestation, and browsers remove it unless it is self-signed (section
 * 5.1.3). Attestation with certificates is refused, because the library would fetch URLs that they name. The library does not check
 * the public key, so `requireUsableKey` does.
 * @throws Refusal webauthn_verification_failed
 */
export async function verifyRegistration(
  auth: Auth,
  { credential }: Registration,
  challenge: string,
  kind: CredentialKind = "passkey",
): Promise<Omit<PasskeyRow, "id" | "user_id" | "friendly_name" | "created_at" | "last_used_at">> {
  const { id: rp_id, origin } = relyingParty(auth)
  const { decodeAttestationObject, decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers")
  const { verifyRegistrationResponse } = await webauthn()
  const { transports = [], ...response } = credential.response
  return verified(kind, async () => {
    const attestation = decodeAttestationObject(Buffer.from(response.attestationObject, "base64url"))
    const format = attestation.get("fmt")
    const isSelfSigned = format === "packed" && attestation.get("attStmt").get("x5c") === undefined
    if (format !== "none" && !isSelfSigned) throw new Error(`an attestation that was not asked for: ${format}`)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: RULES[kind].requireUserVerification,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo === undefined) throw new Error("not verified")
    const { id, publicKey, counter } = registrationInfo.credential
    if (id !== credential.id) throw new Error("two names for one credential")
    requireUsableKey(decodeCredentialPublicKey(publicKey) as CoseKey)
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: [...new Set(transports)].join(","),
      backed_up: registrationInfo.credentialBackedUp,
      backup_eligible: registrationInfo.credentialDeviceType === "multiDevice",
      rp_id,
    }
  })
}

/** What is stored of a passkey or security key. */
interface KnownCredential {
  credential_id: string
  public_key: string
  /** null or absent: not known */
  backup_eligible?: boolean | null
  /** the id in the handle that it got when it was made */
  holder_id: string
}

/**
 * The counter of this use; whether it goes forward is for the caller to judge.
 * @throws Refusal webauthn_verification_failed
 */
export async function verifyAuthentication(
  auth: Auth,
  { credential }: Authentication,
  challenge: string,
  known: KnownCredential,
  kind: CredentialKind = "passkey",
): Promise<Use> {
  const { id: rpId, origin } = relyingParty(auth)
  const { verifyAuthenticationResponse } = await webauthn()
  const { userHandle, ...response } = credential.response
  return verified(kind, async () => {
    if (userHandle && userHandle !== userHandleOf(known.holder_id)) throw new Error("of another user")
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: RULES[kind].requireUserVerification,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(Buffer.from(known.public_key, "base64url")),
        counter: 0,
      },
    })
    if (!verified) throw new Error("wrong signature")
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo
    const backup_eligible = credentialDeviceType === "multiDevice"
    // Only another credential with the same key can differ in it.
    if (backup_eligible !== (known.backup_eligible ?? backup_eligible)) throw new Error("other backup eligibility")
    return { counter: newCounter, backed_up: credentialBackedUp, backup_eligible }
  })
}

interface NamedCredential {
  credential_id: string
  transports: string
}

/** As the browser takes it, to find it again. */
const described = ({ credential_id, transports }: NamedCredential) => ({
  id: credential_id,
  type: "public-key" as const,
  transports: transports.split(",").filter((transport) => transport !== ""),
})

/**
 * Options for creating a passkey or a security key.
 * @param user for a security key, `id` is its factor's: with the account's id, it would replace the account's passkey on a phone
 * @param others existing credentials of the account, so that a device does not create a second one
 */
export function creationOptions(
  auth: Auth,
  user: { id: string; email: string; full_name: string },
  challenge: string,
  others: readonly NamedCredential[] = [],
  kind: CredentialKind = "passkey",
) {
  const { id, name } = relyingParty(auth)
  return {
    rp: { id, name },
    user: { id: userHandleOf(user.id), name: user.email, displayName: user.full_name || user.email },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: PASSKEY_CHALLENGE_S * 1000,
    excludeCredentials: others.map(described),
    authenticatorSelection: RULES[kind].authenticatorSelection,
    attestation: "none" as const,
  }
}

/** For one of these security keys. */
export const requestOptions = (auth: Auth, challenge: string, keys: readonly NamedCredential[]) => ({
  challenge,
  rpId: relyingParty(auth).id,
  timeout: PASSKEY_CHALLENGE_S * 1000,
  userVerification: RULES.security_key.authenticatorSelection.userVerification,
  allowCredentials: keys.map(described),
})

/** How authenticators name the account: its random id. */
const userHandleOf = (userId: string): string => Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url")
