// What the program answered and how long it took, counted and summed up.
import { setTimeout as pause } from "node:timers/promises"
import { percentile } from "../bench/paced.ts"

export interface Answer {
  /** 0: the connection broke */
  status: number
  ms: number
  /** 0: it did not say */
  retryAfterS: number
  text: string
}

const PATIENCE_MS = 60_000

/** Reads the whole answer; never throws. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const started = performance.now()
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), ...init })
    const text = await answer.text()
    const retryAfterS = Number(answer.headers.get("retry-after") ?? 0)
    return { status: answer.status, ms: performance.now() - started, retryAfterS, text }
  } catch (error) {
    return { status: 0, ms: performance.now() - started, retryAfterS: 0, text: String(error) }
  }
}

/** Asks every so many milliseconds, whether or not earlier ones were answered, until stopped. */
export function keepAsking(everyMs: number, one: () => Promise<Answer>): { stop(): Promise<Answer[]> } {
  const answers: Promise<Answer>[] = []
  const timer = setInterval(() => answers.push(one()), everyMs)
  return {
    stop() {
      clearInterval(timer)
      return Promise.all(answers)
    },
  }
}

/** The same for a while. */
export async function askFor(forMs: number, everyMs: number, one: () => Promise<Answer>): Promise<Answer[]> {
  const asking = keepAsking(everyMs, one)
  await pause(forMs)
  return asking.stop()
}

export const quantile = (answers: Answer[], share: number): number => {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted.length === 0 ? 0 : percentile(sorted, share)
}

/** "12.1 / 30.5 ms": p50 and p99 */
export const spread = (answers: Answer[]): string =>
  `${quantile(answers, 0.5).toFixed(1)} / ${quantile(answers, 0.99).toFixed(1)} ms`

export const withStatus = (answers: Answer[], ...wanted: number[]): Answer[] =>
  answers.filter(({ status }) => wanted.includes(status))

/** 503 or 507 that say when to come back, and 429 that do: a client knows what to do. */
export const isPutOff = ({ status, retryAfterS }: Answer): boolean =>
  [429, 503, 507].includes(status) && retryAfterS > 0

/** "198 × 200, 2 × 503" */
export function tally(answers: Answer[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status || "no answer"}`)
    .join(", ")
}
