// Sends a request, and solves a proof of work if the server requires one: people only see a button that is busy a little longer.
import type { RefusalBody } from "../../api/errors.ts"
import { PROOF_HEADER, type ProofChallenge } from "../../domain/proof-of-work.ts"

const PROOF_REQUIRED = 428
/** After a change of network, or a long wait, the server sends another challenge. */
const ATTEMPTS = 3

/** By the auth protocol, or by our API. */
type Refused = { challenge?: ProofChallenge; error?: undefined } | (Partial<RefusalBody> & { challenge?: undefined })

async function challengeIn(answer: Response): Promise<ProofChallenge | undefined> {
  const body: Refused | null = await answer
    .clone()
    .json()
    .catch(() => null)
  return body?.challenge ?? body?.error?.challenge
}

/** Like `fetch`; other refusals are returned as they are. */
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
