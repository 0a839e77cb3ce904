// The tab 'Users & Roles' of the Admin Portal: everybody, searched and filtered, and what can be done with each.
import { useState } from "react"
import { GENERAL } from "../../../../domain/messages.ts"
import { USER_FILTERS } from "../../../../domain/user-list.ts"
import { useSession } from "../../../session/session-store.ts"
import { Button } from "../../../ui/button.tsx"
import { ListSearch } from "../list-search.tsx"
import { useListQuery } from "../use-list-query.ts"
import { useWide } from "../use-wide.ts"
import { useUserActs } from "./use-user-acts.ts"
import { useUsers } from "./use-users.ts"
import type { Asked } from "./user-actions.tsx"
import { UserCards } from "./user-cards.tsx"
import { UserQuestions } from "./user-questions.tsx"
import { NobodyFound, UsersFailed, UsersWaiting } from "./user-states.tsx"
import { UserTable } from "./user-table.tsx"

const FILTERS = [
  ["active", "Active"],
  ["deactivated", "Deactivated"],
] as const

export function UsersTab() {
  const session = useSession()
  const ownId = session.status === "signed-in" ? session.user.id : ""
  const asking = useListQuery(USER_FILTERS)
  const list = useUsers(asking.query)
  const acts = useUserActs(ownId, list.change)
  const [asked, setAsked] = useState<{ what: Asked; id: string } | null>(null)
  const Rows = useWide() ? UserTable : UserCards
  // The list changes under an open dialog: it shows the user as they are now.
  const user = list.users.find(({ id }) => id === asked?.id)

  return (
    <section aria-labelledby="users-heading" className="flex flex-col gap-4">
      <h2 id="users-heading" className="sr-only">
        Users & Roles
      </h2>
      <ListSearch asking={asking} searched="username, name or email" filters={FILTERS} />
      <p role="status" className="-my-1 min-h-5 px-1 text-sm text-ink-soft tabular-nums">
        {list.state === "known" && countOf(list.users.length, list.next !== null)}
      </p>
      <div className="overflow-clip rounded-2xl border border-line bg-sheet shadow-sheet">
        {list.state === "loading" && <UsersWaiting />}
        {list.state === "failed" && <UsersFailed onRetry={() => void list.load()} />}
        {list.state === "known" && (
          <div aria-busy={list.isStale} className={list.isStale ? "opacity-60" : undefined}>
            {list.users.length > 0 ? (
              <Rows users={list.users} ownId={ownId} acts={acts} ask={(what, { id }) => setAsked({ what, id })} />
            ) : (
              <NobodyFound query={asking.query} isUnfinished={list.next !== null} />
            )}
          </div>
        )}
      </div>
      {list.state === "known" && (
        <div className="flex flex-col items-center gap-3">
          {list.more === "failed" && (
            <p role="alert" className="text-sm font-medium text-bad">
              {GENERAL.offline}
            </p>
          )}
          {list.next !== null && (
            <Button variant="secondary" busy={list.more === "loading"} disabled={list.isStale} onClick={list.showMore}>
              Show more
            </Button>
          )}
        </div>
      )}
      <UserQuestions
        asked={asked && user ? { what: asked.what, user } : null}
        acts={acts}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

const countOf = (count: number, hasMore: boolean): string => {
  const users = count === 1 ? "1 user" : `${count} users`
  return hasMore ? `${users} shown, there are more` : users
}
