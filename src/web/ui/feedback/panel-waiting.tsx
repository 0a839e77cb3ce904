// What a panel shows while it loads, and when loading fails.
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
  <Notice bare tone="bad" title={title}>
    <p>{problem}</p>
    <Button variant="secondary" size="sm" className="mt-3" onAct={onRetry}>
      Try again
    </Button>
  </Notice>
)
