// Every key comes from one SECRET (HKDF, RFC 5869): all processes agree, and there is no table of keys to lose.
import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Config, ConfigError } from "../../../platform/config/config.ts"

/** Order of the P-256 group (FIPS 186-5). */
const P256_ORDER = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

const derived = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "meishi", purpose, bytes))

/** Prepared once: preparing bytes takes longer than what is computed with them. */
const hmacKey = (secret: string, purpose: string): KeyObject => createSecretKey(derived(secret, purpose, 32))

/** RFC 7638 */
const thumbprint = (x: string, y: string): string =>
  createHash("sha256")
    .update(JSON.stringify({ crv: "P-256", kty: "EC", x, y }))
    .digest("base64url")

export type Keys = ReturnType<typeof deriveKeys>

export function deriveKeys(secret: string) {
  // 48 bytes reduced by the order: the bias is negligible (FIPS 186-5, A.2.1).
  const seed = BigInt(`0x${derived(secret, "access-token-es256", 48).toString("hex")}`)
  const scalar = Buffer.from(((seed % (P256_ORDER - 1n)) + 1n).toString(16).padStart(64, "0"), "hex")
  const curve = createECDH("prime256v1")
  curve.setPrivateKey(scalar)
  const point = curve.getPublicKey()
  const x = point.subarray(1, 33).toString("base64url")
  const y = point.subarray(33, 65).toString("base64url")
  const signing = createPrivateKey({
    format: "jwk",
    key: { kty: "EC", crv: "P-256", x, y, d: scalar.toString("base64url") },
  })
  return {
    signing,
    verifying: createPublicKey(signing),
    /** the public half of the signing key, as `/.well-known/jwks.json` shows it (RFC 7517) */
    jwk: { kty: "EC", crv: "P-256", x, y, kid: thumbprint(x, y), alg: "ES256", use: "sig", key_ops: ["verify"] },
    /** authenticates refresh tokens */
    refresh: hmacKey(secret, "refresh-token-hmac"),
    /** seals the secrets of second factors */
    factors: derived(secret, "factor-secret-aes-256-gcm", 32),
    /** authenticates the challenges of second factors */
    challenges: hmacKey(secret, "factor-challenge-hmac"),
    /** authenticates the challenges of passkeys */
    passkeys: hmacKey(secret, "passkey-challenge-hmac"),
    /** marks owners' browsers */
    owners: hmacKey(secret, "owner-mark-hmac"),
    /** authenticates the challenges of proofs of work */
    proofs: hmacKey(secret, "proof-of-work-hmac"),
    /** marks known devices */
    devices: hmacKey(secret, "device-mark-hmac"),
  }
}

/** Differs for each SECRET, without revealing it. */
export const fingerprintOf = (secret: string): string => derived(secret, "backup-fingerprint", 16).toString("hex")

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code

export const secretFile = ({ DATA_DIR }: Pick<Config, "DATA_DIR">): string => join(DATA_DIR, "secret")

/** SECRET, or the one in the data directory; the first start makes it. @throws ConfigError when that one is damaged or cannot be read */
export function secretOf(config: Pick<Config, "SECRET" | "DATA_DIR">): string {
  if (config.SECRET !== null) return config.SECRET
  const file = secretFile(config)
  const secret = secretIn(config.DATA_DIR, file)
  if (secret.length >= 32) return secret
  throw new ConfigError(
    `${file} is damaged. Put your copy of it back. Only if there is none, replace it (openssl rand -hex 32 > ${file}): then everyone has to sign in again, and second factors cannot be read anymore.`,
  )
}

function secretIn(dataDir: string, file: string): string {
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true })
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error
  }
  try {
    return readFileSync(file, "utf8").trim()
  } catch (error) {
    throw new ConfigError(`${file} cannot be used: ${(error as Error).message}.`)
  }
}
