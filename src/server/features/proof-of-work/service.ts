// Proof of work: while the whole site is unusually busy, sign-ups, emails and reports cost the sender a second of computing.
// The server stores no challenges; accepted proofs are remembered until they expire.
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import { PROOF_NUMBERS, PROOF_S } from "../../../domain/limits.ts"
import { type ProofChallenge, type ProofPurpose, provenText } from "../../../domain/proof-of-work.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { networkOf } from "../../platform/http/client-ip.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import { deriveKeys, secretOf } from "../auth/session/keys.ts"

/** `proof`: the value of the header X-Proof-Of-Work; null: there is none. */
export interface ProofSender {
  ip: string
  proof: string | null
}

/** salt . seconds . number . signature, each in one spelling */
const PROOF = /^([\w-]{22})\.([1-9]\d{9})\.(0|[1-9]\d{0,7})\.([\w-]{43})$/
const PROOF_MAX = 100
const PRESSURE = [BUDGET.proofs, BUDGET.moreProofs, BUDGET.mostProofs]

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

export type ProofOfWork = ReturnType<typeof createProofOfWork>

interface Needs {
  clock: Clock
  config: Pick<Config, "DATA_DIR" | "PROOF_OF_WORK" | "SECRET">
  limits: Pick<RateLimits, "giveBack" | "take" | "waitS">
}

/** @param numbers how many numbers an easy proof tries; tests use fewer */
export function createProofOfWork({ clock, config, limits }: Needs, numbers = PROOF_NUMBERS) {
  const key = deriveKeys(secretOf(config)).proofs

  const sign = (...parts: (string | number)[]): Buffer => createHmac("sha256", key).update(parts.join("\n")).digest()

  /** False when the budget is spent. */
  const takes = (...attempt: Parameters<typeof limits.take>): Promise<boolean> =>
    limits.take(...attempt).then(
      () => true,
      (error) => {
        if (error instanceof Refusal && error.code === "too_many_requests") return false
        throw error
      },
    )

  /** Twice as hard for each budget that recent proofs have used up, eight times at most. */
  const hardness = (purpose: ProofPurpose): number =>
    2 ** PRESSURE.filter((budget) => limits.waitS(budget, purpose) > 0).length

  function challengeFor(purpose: ProofPurpose, ip: string): ProofChallenge {
    const max_number = numbers * hardness(purpose)
    const salt = randomBytes(16).toString("base64url")
    const challenge = sha256(provenText(salt, randomInt(max_number + 1)))
    const expires_at = seconds(clock()) + PROOF_S
    const signature = sign(purpose, networkOf(ip), salt, expires_at, challenge).toString("base64url")
    return { algorithm: "SHA-256", salt, challenge, max_number, expires_at, signature }
  }

  /** The salt of a valid proof, or null. Costs two digests, whatever was sent. */
  function saltOf(proof: string, purpose: ProofPurpose, ip: string): string | null {
    const [, salt = "", expiry, number, signature = ""] = (proof.length <= PROOF_MAX && PROOF.exec(proof)) || []
    const now = seconds(clock())
    const expires_at = Number(expiry)
    if (salt === "" || expires_at <= now || expires_at > now + 2 * PROOF_S) return null
    const found = sha256(provenText(salt, Number(number)))
    const given = Buffer.from(signature, "base64url")
    return timingSafeEqual(given, sign(purpose, networkOf(ip), salt, expires_at, found)) ? salt : null
  }

  async function notePressure(purpose: ProofPurpose): Promise<void> {
    for (const budget of PRESSURE) if (await takes(budget, purpose)) return
  }

  return {
    /**
     * @returns whether it was counted below the quiet threshold: then `giveBack` undoes that if the request fails later
     * @throws Refusal proof_of_work_required, with the challenge, when a proof is needed and this one is missing or invalid
     */
    async require(purpose: ProofPurpose, { ip, proof }: ProofSender): Promise<boolean> {
      if (config.PROOF_OF_WORK === "off") return false
      if (config.PROOF_OF_WORK === "auto" && (await takes(BUDGET.quiet, purpose))) return true
      const salt = proof === null ? null : saltOf(proof, purpose, ip)
      if (salt === null || !(await takes(BUDGET.sameProof, salt)))
        throw new Refusal("proof_of_work_required", { challenge: challengeFor(purpose, ip) })
      await notePressure(purpose)
      return false
    },
    giveBack: (purpose: ProofPurpose): Promise<void> => limits.giveBack([BUDGET.quiet, purpose]),
  }
}
