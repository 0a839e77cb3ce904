// Step-up: a call can be refused until the person confirms their identity again. One dialog asks for that, and the call is
// repeated; the caller only waits longer. If the person cancels, the caller gets the refusal `reauthentication_needed`.
import { useSyncExternalStore } from "react"
import type { ProofMethod } from "../../domain/errors.ts"

const NEEDED = "reauthentication_needed"

export interface Question {
  methods: readonly ProofMethod[]
  /** @param isProved false: canceled */
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

/** What the dialog asks; null while no proof is needed. */
export const useQuestion = (): Question | null =>
  useSyncExternalStore(
    subscribe,
    () => question,
    () => null,
  )

/** The accepted methods; null for any other answer. Our refusals, the functions' and the auth protocol's have different shapes. */
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

/** Whether a call failed only because the person canceled the confirmation: then no message is needed. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === NEEDED
