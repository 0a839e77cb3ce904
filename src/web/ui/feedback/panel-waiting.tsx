// What stands in a panel while the server is asked, and when it does not answer.
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
  /** what people are told; by default that nothing answered */
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
