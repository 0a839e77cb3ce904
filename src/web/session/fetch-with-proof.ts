// Asks our server, and does the proof of work when it asks for one: nobody sees more of it than a button that is busy a little longer.
import { PROOF_HEADER, type ProofChallenge } from "../../domain/proof-of-work.ts"

const PROOF_REQUIRED = 428
/** Someone who has changed networks meanwhile, or who waited too long, gets another challenge. */
const ATTEMPTS = 3

interface Refused {
  challenge?: ProofChallenge
  error?: { challenge?: ProofChallenge }
}

async function challengeIn(answer: Response): Promise<ProofChallenge | undefined> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as Refused | null
  return body?.challenge ?? body?.error?.challenge
}

/** As `fetch`; a refusal that no proof could change is returned as it is. */
export async function fetchWithProof(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  let answer = await fetch(input, init)
  for (let attempt = 0; attempt < ATTEMPTS && answer.status === PROOF_REQUIRED; attempt++) {
    const challenge = await challengeIn(answer)
    const solver = challenge && (await import("./solve-proof.ts").catch(() => undefined))
    const proof = solver ? await solver.solveProof(challenge) : null
    if (proof === null) return answer
    const headers = new Headers(init?.headers)
    headers.set(PROOF_HEADER, proof)
    answer = await fetch(input, { ...init, headers })
  }
  return answer
}
