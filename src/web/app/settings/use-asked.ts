// Something asked of the server when a card appears, and again on request; what was known stays until the answer is here.
import { useCallback, useEffect, useRef, useState } from "react"

export type Asked<Answer> = { state: "loading" } | { state: "failed" } | { state: "known"; answer: Answer }

/** @param ask the same function on every render */
export function useAsked<Answer>(ask: () => Promise<Answer>): [Asked<Answer>, () => Promise<void>] {
  const [asked, setAsked] = useState<Asked<Answer>>({ state: "loading" })
  const latest = useRef(0)
  const again = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    const next = await ask().then(
      (answer): Asked<Answer> => ({ state: "known", answer }),
      (): Asked<Answer> => ({ state: "failed" }),
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
