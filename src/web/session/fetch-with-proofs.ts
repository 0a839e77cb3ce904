// What the server may require first: a proof of work, after which the request is sent again by itself, and a confirmation of identity
// (step-up), for which one dialog asks.
import { useSyncExternalStore } from "react"
import type { ProofMethod } from "../../domain/errors.ts"
import { GENERAL } from "../../domain/messages.ts"
import { PROOF_HEADER, type ProofChallenge } from "../../domain/proof-of-work.ts"
import { fetchWithTimeout } from "./fetch-with-timeout.ts"

const PROOF_REQUIRED = 428
const TOO_MANY_REQUESTS = 429
/** After a change of network, or a long wait, the server sends another challenge. */
const PROOF_ATTEMPTS = 3
export const STEP_UP_NEEDED = "reauthentication_needed"

/** Like `fetch`, and once more with the proof of work that was required: the caller only waits longer. */
export async function fetchWithProofs(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  let response = await fetchWithTimeout(input, init)
  for (let attempt = 0; attempt < PROOF_ATTEMPTS && response.status === PROOF_REQUIRED; attempt++) {
    const challenge = (await detailsOf(response))?.challenge
    const solver = challenge && (await import("./solve-proof.ts").catch(() => undefined))
    const proof = solver ? await solver.solveProof(challenge) : null
    if (proof === null) return response
    const headers = new Headers(init?.headers)
    headers.set(PROOF_HEADER, proof)
    response = await fetchWithTimeout(input, { ...init, headers })
  }
  if (!response.ok) methods = (await detailsOf(response))?.methods ?? methods
  return response
}

/** What counts as a confirmation of identity: the client keeps only the code of a refusal. */
let methods: readonly ProofMethod[] = ["password"]

interface Details {
  code?: unknown
  challenge?: ProofChallenge
  /** of confirming one's identity */
  methods?: readonly ProofMethod[]
}

/** Our API puts the details of a refusal into `error`; the functions and the auth protocol do not. Null when it is not JSON. */
export async function detailsOf(response: Response): Promise<Details | null> {
  const body = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body?.error === "object" ? body.error : body
}

export interface IdentityQuestion {
  methods: readonly ProofMethod[]
  /** @param isProved false: canceled */
  settle: (isProved: boolean) => void
}

let question: IdentityQuestion | null = null
/** Calls that are refused while the dialog is open wait for the same answer. */
let answer: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/** False when the person cancels, or when the page has no such dialog, as a public profile. */
export async function confirmIdentity(): Promise<boolean> {
  if (listeners.size === 0) return false
  answer ??= new Promise<boolean>((resolve) => ask({ methods, settle: resolve })).finally(() => {
    answer = null
    ask(null)
  })
  return answer
}

function ask(next: IdentityQuestion | null): void {
  question = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the dialog asks; null while no proof is needed. */
export const useIdentityQuestion = (): IdentityQuestion | null =>
  useSyncExternalStore(
    subscribe,
    () => question,
    () => null,
  )

/**
 * The message when our server did not answer: no connection, a proxy's own page, or too many requests.
 * @param status HTTP status; 0 when nothing answered
 */
export function networkErrorMessage(status: number): string {
  if (status >= 500) return GENERAL.busy
  if (status === TOO_MANY_REQUESTS) return GENERAL.tooMany
  return status >= 400 ? GENERAL.internal : GENERAL.offline
}

/** Whether our server handled the request and refused it. */
export const isRefused = ({ status = 0 }: { status?: number | undefined }): boolean =>
  status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS
