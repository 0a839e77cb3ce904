// Data loaded when a part of a page appears, and again on request; old data stays until new data arrives.
import { type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from "react"
import { sentenceOf } from "../session/api.ts"
import { PanelFailed, PanelWaiting } from "../ui/feedback/panel-waiting.tsx"

type Asked<Answer> = { state: "loading" } | { state: "failed"; error: unknown } | { state: "known"; answer: Answer }

type Asking<Answer> = Asked<Answer> & { again: () => Promise<void> }

/** The requests of all parts that are shown. */
const shown = new Set<() => Promise<void>>()

/** After a change of the account's protection: sessions, the security log and what was refused without a second factor may look different. */
export const askAllAgain = (): Promise<unknown> => Promise.all([...shown].map((again) => again()))

/** @param ask the same function on every render */
export function useAsked<Answer>(ask: () => Promise<Answer>): Asking<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>({ state: "loading" })
  const latest = useRef(0)
  const again = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    const next = await ask().then(
      (answer): Asked<Answer> => ({ state: "known", answer }),
      (error): Asked<Answer> => ({ state: "failed", error }),
    )
    // Between other work: at once, a large panel would block a slow phone.
    if (mine === latest.current) startTransition(() => setAsked(next))
  }, [ask])
  useEffect(() => {
    shown.add(again)
    void again()
    return () => {
      shown.delete(again)
      latest.current += 1
    }
  }, [again])
  return { ...asked, again }
}

interface LoadedProps<Answer> {
  asked: Asking<Answer>
  waiting?: ReactNode
  children: (answer: Answer) => ReactNode
}

/** The answer, or what stands in its place while it loads and after a failure. */
export function Loaded<Answer>({ asked, waiting = <PanelWaiting />, children }: LoadedProps<Answer>) {
  if (asked.state === "loading") return waiting
  if (asked.state === "failed") return <PanelFailed problem={sentenceOf(asked.error)} onRetry={asked.again} />
  return children(asked.answer)
}
