// Shown instead of the list when no user is found.
import type { UserFilter } from "../../../../domain/account/lifecycle.ts"
import type { ListQuery } from "../use-list-query.ts"

interface NobodyProps {
  query: ListQuery<UserFilter>
  /** older ones have not been searched yet */
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
