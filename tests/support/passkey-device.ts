// An authenticator in software: makes passkeys and signs with them as browsers and security keys do (W3C Web Authentication, level 3).
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { ORIGIN } from "./app.ts"

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString("base64url")

/** CBOR (RFC 8949), as far as it is needed: integers, bytes, text and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, inside]) => [cbor(key), cbor(inside as Buffer)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** What a dishonest or broken authenticator does otherwise. */
export interface Twist {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  topOrigin?: string
  /** it did not ask for a finger, face or PIN */
  unverified?: boolean
  /** what it says of itself: it is never synced, or it can be */
  eligible?: boolean
  counter?: number
  /** of another account */
  userHandle?: string
  credentialId?: string
  format?: string
  /** an attestation by the passkey's own key, as some password managers add */
  selfSigned?: "rightly" | "wrongly" | "beside certificates"
  signature?: string
  /** the parts of the COSE key that it makes */
  publicKey?: [label: number, value: number | Buffer][]
}

interface CreationOptions {
  challenge: string
  rp: { id?: string | undefined }
  user: { id: string }
}
interface RequestOptions {
  challenge: string
  rpId?: string | undefined
}

/** @param counted a security key that counts its uses; synced passkeys stay at 0 @param id of the credential, as it names it */
export function passkeyDevice({ counted = false, id = randomBytes(32) } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  let counter = 0
  let userHandle = ""

  function authenticatorData(
    rpId: string,
    { unverified, eligible = !counted, counter: forced }: Twist,
    attested?: Buffer,
  ): Buffer {
    counter = forced ?? (counted ? counter + 1 : 0)
    // user present, user verified, backup eligible and backed up (a synced one), attested data
    const flags = 1 | (unverified ? 0 : 4) | (eligible ? 8 : 0) | (eligible && !counted ? 16 : 0) | (attested ? 64 : 0)
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), number, attested ?? Buffer.alloc(0)])
  }

  const clientData = (type: string, challenge: string, twist: Twist): string =>
    JSON.stringify({
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? ORIGIN,
      crossOrigin: twist.crossOrigin ?? false,
      ...(twist.topOrigin && { topOrigin: twist.topOrigin }),
    })

  const named = (twist: Twist) => {
    const text = twist.credentialId ?? base64url(id)
    return { id: text, rawId: text, type: "public-key" as const, clientExtensionResults: {} }
  }

  return {
    credentialId: base64url(id),
    /** As navigator.credentials.create(). */
    create(options: CreationOptions, twist: Twist = {}) {
      userHandle = options.user.id
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        twist.publicKey ? cbor(new Map(twist.publicKey)) : coseKey(publicKey),
      ])
      const authData = authenticatorData(twist.rpId ?? options.rp.id ?? "", twist, attested)
      const client = clientData("webauthn.create", options.challenge, twist)
      const signed = Buffer.concat([authData, sha256(twist.selfSigned === "wrongly" ? "" : client)])
      const statement = new Map<string, unknown>([
        ["alg", -7],
        ["sig", sign("sha256", signed, privateKey)],
      ])
      if (twist.selfSigned === "beside certificates") statement.set("x5c", Buffer.from("a certificate"))
      const attestation = cbor(
        new Map<string, unknown>([
          ["fmt", twist.selfSigned ? "packed" : (twist.format ?? "none")],
          ["attStmt", twist.selfSigned ? statement : new Map()],
          ["authData", authData],
        ]),
      )
      const response = {
        clientDataJSON: base64url(client),
        attestationObject: base64url(attestation),
        transports: ["internal" as const, "hybrid" as const],
      }
      return { ...named(twist), response }
    },
    /** As navigator.credentials.get(). */
    get(options: RequestOptions, twist: Twist = {}) {
      const data = authenticatorData(twist.rpId ?? options.rpId ?? "", twist)
      const client = clientData("webauthn.get", options.challenge, twist)
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: twist.signature ?? base64url(signature),
        userHandle: twist.userHandle ?? userHandle,
      }
      return { ...named(twist), response }
    },
  }
}
export type PasskeyDevice = ReturnType<typeof passkeyDevice>

function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  )
}
