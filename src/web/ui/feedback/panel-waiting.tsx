// What a panel shows while it loads, and when loading fails.
import { GENERAL } from "../../../domain/messages.ts"
import { AgainButton } from "../again-button.tsx"
import { Notice } from "./notice.tsx"
import { Skeleton } from "./skeleton.tsx"

export function PanelWaiting() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-12 w-full" />
    </>
  )
}

interface PanelFailedProps {
  title?: string
  /** the message; by default that the server did not answer */
  problem?: string
  onRetry: () => Promise<void> | void
}

export function PanelFailed({ title, problem = GENERAL.offline, onRetry }: PanelFailedProps) {
  return (
    <Notice tone="bad" {...(title !== undefined && { title })}>
      <p>{problem}</p>
      <AgainButton className="mt-3" onAgain={onRetry} />
    </Notice>
  )
}
