// Public keys of new passkeys and security keys (COSE, RFC 9053 and 8230). One that verifies nothing, or whose signatures others can
// forge, is refused when it is added, not when its owner needs it.
import { createPublicKey, type JsonWebKey } from "node:crypto"

const KEY_TYPE = 1
const ALGORITHM = 3
const RSA_BITS_MIN = 2048
const RSA_EXPONENT_MIN = 3n

/** For each algorithm that is offered: ES256, Ed25519, RS256. The library checks that it is one of them. */
const SHAPES = [
  { alg: -7, kty: 2, crv: 1, jwk: (part: Part) => ({ kty: "EC", crv: "P-256", x: part(-2), y: part(-3) }) },
  { alg: -8, kty: 1, crv: 6, jwk: (part: Part) => ({ kty: "OKP", crv: "Ed25519", x: part(-2) }) },
  { alg: -257, kty: 3, crv: null, jwk: (part: Part) => ({ kty: "RSA", n: part(-1), e: part(-2) }) },
]
type Part = (label: number) => string

/** Decoded: its parts by their labels. */
export interface CoseKey {
  get(label: number): unknown
}

/** @throws Error that says what is wrong */
export function requireUsableKey(key: CoseKey): void {
  const shape = SHAPES.find(({ alg }) => alg === key.get(ALGORITHM))
  const isPair = shape !== undefined && key.get(KEY_TYPE) === shape.kty
  if (!isPair || (shape.crv !== null && key.get(-1) !== shape.crv)) throw new Error("a key of another algorithm")
  const jwk: JsonWebKey = shape.jwk((label) => Buffer.from(bytesOf(key.get(label))).toString("base64url"))
  // Throws for a point that is not on the curve.
  const { modulusLength, publicExponent } = createPublicKey({ key: jwk, format: "jwk" }).asymmetricKeyDetails ?? {}
  if (modulusLength !== undefined && modulusLength < RSA_BITS_MIN) throw new Error("a short RSA key")
  const isWeak = publicExponent !== undefined && (publicExponent < RSA_EXPONENT_MIN || publicExponent % 2n === 0n)
  if (isWeak) throw new Error("an RSA key with a weak exponent")
}

function bytesOf(part: unknown): Uint8Array {
  if (part instanceof Uint8Array) return part
  throw new Error("a key with a part missing")
}
