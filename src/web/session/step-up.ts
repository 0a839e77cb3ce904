// Step-up: any call may be refused until someone has proved once more who they are. Then one dialog asks, and the call is
// repeated; anyone who called only waits longer. Cancelled, the refusal is theirs, with the code `reauthentication_needed`.
import { useSyncExternalStore } from "react"
import type { ProofMethod } from "../../domain/account/identity-proof.ts"

const NEEDED = "reauthentication_needed"

export interface Question {
  methods: readonly ProofMethod[]
  /** @param isProved false: cancelled */
  settle: (isProved: boolean) => void
}

let question: Question | null = null
/** Calls that are refused while the dialog is open wait for the same answer. */
let answer: Promise<boolean> | null = null
const listeners = new Set<() => void>()

function publish(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}

function ask(methods: readonly ProofMethod[]): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => publish({ methods, settle: resolve })).finally(() => {
    answer = null
    publish(null)
  })
  return answer
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the dialog asks; null while nobody has to prove anything. */
export const useQuestion = (): Question | null =>
  useSyncExternalStore(
    subscribe,
    () => question,
    () => null,
  )

/** What would do; null when the answer is another one. Ours, the functions' and the auth protocol's refusals differ in shape. */
async function wantedBy(response: Response): Promise<readonly ProofMethod[] | null> {
  if (response.ok) return null
  const body = await response
    .clone()
    .json()
    .catch(() => null)
  const { code, methods } = (typeof body?.error === "object" ? body.error : body) ?? {}
  return code === NEEDED ? (methods ?? ["password"]) : null
}

/** @param send makes the request; called once more after the proof */
export async function withProof(send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  // A page without the dialog, such as a public profile, has no such calls.
  const methods = listeners.size === 0 ? null : await wantedBy(response)
  return methods !== null && (await ask(methods)) ? send() : response
}

/** Whether a call failed only because its caller chose not to prove who they are: nothing has to be said about it. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === NEEDED
