// What a panel shows while it loads, and when loading fails.
import { useState } from "react"
import { GENERAL } from "../../../domain/messages.ts"
import { Button } from "../button.tsx"
import { Notice } from "./notice.tsx"
import { Loading, Skeleton } from "./skeleton.tsx"

export const PanelWaiting = () => (
  <>
    <Loading />
    <Skeleton className="h-12 w-full" />
  </>
)

interface PanelFailedProps {
  title?: string | undefined
  /** the message; by default that the server did not answer */
  problem?: string
  onRetry: () => Promise<void> | void
}

export const PanelFailed = ({ title, problem = GENERAL.offline, onRetry }: PanelFailedProps) => (
  <Notice tone="bad" title={title}>
    <p>{problem}</p>
    <AgainButton className="mt-3" onAgain={onRetry} />
  </Notice>
)

interface AgainButtonProps {
  label?: string
  onAgain: () => Promise<void> | void
  className?: string
}

/** Busy until there is an answer. */
export function AgainButton({ label = "Try again", onAgain, className }: AgainButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const again = async () => {
    setAsking(true)
    await onAgain()
    setAsking(false)
  }
  return (
    <Button variant="secondary" size="sm" className={className} busy={isAsking} onClick={() => void again()}>
      {label}
    </Button>
  )
}
