// Data loaded when a settings card appears, and again on request; old data stays until new data arrives.
import { useCallback, useEffect, useRef, useState } from "react"
import { ApiError, sentenceOf } from "../../session/api.ts"

export type Asked<Answer> =
  | { state: "loading" }
  /** `problem`: the message; `isMissing`: it does not exist */
  | { state: "failed"; problem: string; isMissing: boolean }
  | { state: "known"; answer: Answer }

/** @param ask the same function on every render */
export function useAsked<Answer>(ask: () => Promise<Answer>): [Asked<Answer>, () => Promise<void>] {
  const [asked, setAsked] = useState<Asked<Answer>>({ state: "loading" })
  const latest = useRef(0)
  const again = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    const next = await ask().then(
      (answer): Asked<Answer> => ({ state: "known", answer }),
      (error): Asked<Answer> => ({
        state: "failed",
        problem: sentenceOf(error),
        isMissing: error instanceof ApiError && error.status === 404,
      }),
    )
    if (mine === latest.current) setAsked(next)
  }, [ask])
  useEffect(() => {
    void again()
    return () => {
      latest.current += 1
    }
  }, [again])
  return [asked, again]
}
