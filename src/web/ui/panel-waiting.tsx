// What stands in a panel while the server is asked, and when it does not answer.
import { GENERAL } from "../../domain/messages.ts"
import { Button } from "./button.tsx"
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

export function PanelFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="bad">
      <p>{GENERAL.offline}</p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}
