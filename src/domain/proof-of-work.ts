// A proof of work: the server hides a number, the client finds it by trying (docs/decisions/sign-up-policy.md).

/** What a proof is valid for. "email": requesting a reset or another confirmation. */
export type ProofPurpose = "sign-up" | "email" | "report" | "exchange"

export const PROOF_HEADER = "X-Proof-Of-Work"

/** Part of a refusal with the code `proof_of_work_required`. */
export interface ProofChallenge {
  algorithm: "SHA-256"
  salt: string
  /** hex; the SHA-256 of `salt.number` for the number to be found */
  challenge: string
  /** the number lies between 0 and this one */
  max_number: number
  /** seconds since 1970 */
  expires_at: number
  signature: string
}

export const provenText = (salt: string, number: number): string => `${salt}.${number}`

/** What the header holds once the number is found. */
export const proofOf = ({ salt, expires_at, signature }: ProofChallenge, number: number): string =>
  [salt, expires_at, number, signature].join(".")
