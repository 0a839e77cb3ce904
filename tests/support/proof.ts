// Solves a proof of work as a client would, with Node's own digest.
import { createHash } from "node:crypto"
import { type ProofChallenge, proofOf, provenText } from "../../src/domain/proof-of-work.ts"

export function numberOf({ salt, challenge, max_number }: ProofChallenge): number {
  for (let number = 0; number <= max_number; number++)
    if (createHash("sha256").update(provenText(salt, number)).digest("hex") === challenge) return number
  throw new Error("no number fits this challenge")
}

/** The header that a client sends along. */
export const solved = (challenge: ProofChallenge): Record<string, string> => ({
  "x-proof-of-work": proofOf(challenge, numberOf(challenge)),
})
