// The first step while the profile loads, in its final layout.
import { Loading, Skeleton } from "../../../ui/feedback/skeleton.tsx"
import { BESIDE_CARD, StepTitle } from "./step-title.tsx"

export const StartWaiting = () => (
  <div className={BESIDE_CARD}>
    <div className="flex flex-col gap-6">
      <Loading />
      <StepTitle step={0} />
      <div className="flex flex-col gap-2">
        <Skeleton className="h-13 w-full rounded-xl" />
        <Skeleton className="h-5 w-56" />
      </div>
      <Skeleton className="h-13 w-full rounded-xl" />
      <Skeleton className="h-5 w-64" />
    </div>
    <Skeleton className="h-96 rounded-3xl" />
  </div>
)
