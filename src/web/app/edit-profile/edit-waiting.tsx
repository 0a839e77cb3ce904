// The edit screen while the profile loads, in its final layout.
import { Skeleton } from "../../ui/feedback/skeleton.tsx"
import { PageTitle } from "../page-title.tsx"

export const EDIT_LEAD = "What people see when they tap your card or open your link."

const FIELDS = ["a", "b", "c", "d", "e", "f"]

export function EditWaiting() {
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
      <div>
        <p role="status" className="sr-only">
          Loading...
        </p>
        <PageTitle title="Edit Profile" lead={EDIT_LEAD} beside={<Skeleton className="h-11 w-24 lg:hidden" />} />
        <div className="mt-6 rounded-2xl border border-line bg-sheet p-5 shadow-card sm:p-7">
          <div className="flex items-center gap-5">
            <Skeleton className="size-24 rounded-[30%]" />
            <Skeleton className="h-11 w-36" />
          </div>
          <div className="mt-7 grid gap-5 sm:grid-cols-2">
            {FIELDS.map((key) => (
              <div key={key} className="flex flex-col gap-2">
                <Skeleton className="h-5 w-24" />
                <Skeleton className="h-12 w-full" />
              </div>
            ))}
          </div>
        </div>
      </div>
      <Skeleton className="mt-15 hidden h-[34rem] rounded-2xl lg:block" />
    </div>
  )
}
