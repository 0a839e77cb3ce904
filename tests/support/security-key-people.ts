// What people do with security keys, through the official client and an authenticator in software.
import type { TestClient } from "./auth-client.ts"
import type { PasskeyDevice, Twist } from "./passkey-device.ts"

type Client = TestClient["client"]
type Verification = Parameters<Client["mfa"]["verify"]>[0]
type KeyAnswer = Extract<Verification, { webauthn: unknown }>["webauthn"]

const base64url = (data: ArrayBuffer | ArrayBufferView): string =>
  Buffer.from(ArrayBuffer.isView(data) ? data.buffer : data).toString("base64url")

/** The client reads the server's JSON as browsers do; the device takes the JSON. */
function asJson(publicKey: PublicKeyCredentialCreationOptions | PublicKeyCredentialRequestOptions) {
  const challenge = base64url(publicKey.challenge as ArrayBuffer)
  if (!("user" in publicKey)) return { ...publicKey, challenge, rp: { id: publicKey.rpId }, user: { id: "" } }
  return { ...publicKey, challenge, user: { id: base64url(publicKey.user.id as ArrayBuffer) } }
}

export interface KeyChallenge {
  factorId: string
  challengeId: string
  type: "create" | "request"
  /** as the browser gets them */
  publicKey: PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions
}

export async function challengeKey(client: Client, factorId: string): Promise<KeyChallenge> {
  const { data, error } = await client.mfa.challenge({ factorId, webauthn: { rpId: "meishi.test" } })
  if (error !== null) throw error
  if (!("webauthn" in data)) throw new Error("not a challenge for a key")
  const { type, credential_options } = data.webauthn
  return { factorId, challengeId: data.id, type, publicKey: credential_options.publicKey as KeyChallenge["publicKey"] }
}

function madeBy(device: PasskeyDevice, { publicKey, type }: KeyChallenge, twist: Twist = {}) {
  const options = asJson(publicKey)
  return type === "create" ? device.create(options, twist) : device.get(options, twist)
}

/** The body that the client would send. */
export const signedAnswer = (challenge: KeyChallenge, device: PasskeyDevice) => ({
  challenge_id: challenge.challengeId,
  webauthn: { type: challenge.type, rpId: "meishi.test", credential_response: madeBy(device, challenge) },
})

/** The key's answer to a challenge, sent by the client. */
export function answerKey(client: Client, challenge: KeyChallenge, device: PasskeyDevice, twist: Twist = {}) {
  const { challengeId, factorId, type } = challenge
  const made = madeBy(device, challenge, twist)
  const webauthn = { type, rpId: "meishi.test", credential_response: { toJSON: () => made } } as unknown as KeyAnswer
  return client.mfa.verify({ factorId, challengeId, webauthn } as Extract<Verification, { webauthn: unknown }>)
}

/** @returns the factor's id, and what the client answered */
export async function addKey(client: Client, device: PasskeyDevice, friendlyName = "Blue key", twist: Twist = {}) {
  const { data, error } = await client.mfa.enroll({ factorType: "webauthn", friendlyName })
  if (error !== null) throw error
  return { factorId: data.id, ...(await answerKey(client, await challengeKey(client, data.id), device, twist)) }
}

export const touchKey = async (client: Client, factorId: string, device: PasskeyDevice, twist: Twist = {}) =>
  answerKey(client, await challengeKey(client, factorId), device, twist)
