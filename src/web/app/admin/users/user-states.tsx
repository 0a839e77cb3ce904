// What stands in place of the list: while it comes, when it does not, and when nobody is found.
import { ADMIN, GENERAL } from "../../../../domain/messages.ts"
import type { UserFilter } from "../../../../domain/user-list.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Skeleton } from "../../../ui/skeleton.tsx"
import type { ListQuery } from "../use-list-query.ts"

const ROWS = ["w-40", "w-52", "w-32", "w-44", "w-36", "w-48"]

export function UsersWaiting() {
  return (
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
}

export const UsersFailed = ({ onRetry }: { onRetry: () => void }) => (
  <div className="p-4 sm:p-6">
    <Notice tone="bad" title={ADMIN.listFailed}>
      <p>{GENERAL.internal}</p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  </div>
)

interface NobodyProps {
  query: ListQuery<UserFilter>
  /** older ones have not been looked at yet */
  isUnfinished: boolean
}

export function NobodyFound({ query: { q, status }, isUnfinished }: NobodyProps) {
  return (
    <div className="flex flex-col gap-1 px-4 py-12 text-center sm:px-6">
      <p className="font-semibold">
        {q === "" ? "Nobody here" : <>Nobody found for “{q}”</>}
        {status !== "" && ` among the ${status} users`}
        {isUnfinished && " so far"}
      </p>
      <p className="text-ink-soft">
        {isUnfinished
          ? "Only the newest users were looked through. Three letters or more search all of them at once."
          : "Names, usernames and sign-in emails are searched; part of a word is enough."}
      </p>
    </div>
  )
}
