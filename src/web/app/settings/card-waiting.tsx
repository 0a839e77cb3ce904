// What stands in a card of the settings while the server is asked, and when it does not answer.
import { GENERAL } from "../../../domain/messages.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"

export function CardWaiting() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-12 w-full" />
    </>
  )
}

export function CardFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="bad">
      <p>{GENERAL.offline}</p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}
