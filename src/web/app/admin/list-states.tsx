// Shown instead of a list of the portal: while it loads, and after a failure.
import { PanelFailed } from "../../ui/feedback/panel-waiting.tsx"
import { Skeleton } from "../../ui/feedback/skeleton.tsx"

const ROWS = ["w-40", "w-52", "w-32", "w-44", "w-36", "w-48"]

export const ListWaiting = () => (
  <>
    <p role="status" className="sr-only">
      Loading...
    </p>
    <div className="flex flex-col divide-y divide-line">
      {ROWS.map((width) => (
        <div key={width} className="flex items-center gap-6 px-4 py-4 sm:px-6">
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className={`h-5 max-w-full ${width}`} />
            <Skeleton className="h-4 w-28" />
          </div>
          <Skeleton className="hidden h-5 w-56 lg:block" />
          <Skeleton className="h-6 w-16 rounded-full" />
        </div>
      ))}
    </div>
  </>
)

interface ListFailedProps {
  title: string
  /** the cause, as shown to people */
  problem: string
  onRetry: () => void
}

export const ListFailed = ({ title, problem, onRetry }: ListFailedProps) => (
  <div className="p-4 sm:p-6">
    <PanelFailed title={title} problem={problem} onRetry={onRetry} />
  </div>
)
