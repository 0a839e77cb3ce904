// The tab 'Users & Roles' of the Admin Portal: all users, with search, filter and actions.
import { useCallback, useState } from "react"
import { USER_FILTERS } from "../../../../domain/account/lifecycle.ts"
import { ADMIN } from "../../../../domain/messages.ts"
import { call } from "../../../session/api.ts"
import { useSession } from "../../../session/session-store.ts"
import { StaleOverlay } from "../../../ui/feedback/stale-overlay.tsx"
import { MoreButton } from "../../../ui/more-button.tsx"
import { usePages } from "../../use-pages.ts"
import { useWide } from "../../use-wide.ts"
import { firstNotEmpty } from "../ask-list.ts"
import { ListSearch } from "../list-search.tsx"
import { ListFailed, ListWaiting } from "../list-states.tsx"
import { useListQuery } from "../use-list-query.ts"
import { NobodyFound } from "./nobody-found.tsx"
import { useUserActs } from "./use-user-acts.ts"
import type { Asked } from "./user-actions.tsx"
import { UserCards } from "./user-cards.tsx"
import { UserConfirmDialogs } from "./user-confirm-dialogs.tsx"
import { UserTable } from "./user-table.tsx"

const FILTERS = [
  ["active", "Active"],
  ["deactivated", "Deactivated"],
] as const

export function UsersTab() {
  const session = useSession()
  const ownId = session.status === "signed-in" ? session.user.id : ""
  const asking = useListQuery(USER_FILTERS)
  const { q, status } = asking.query
  const ask = useCallback(
    (after: string | null, signal: AbortSignal) =>
      firstNotEmpty(after, async (cursor) => {
        const query = { q, status, cursor }
        const { users, next } = await call("GET /api/admin/users", { query, signal })
        return { items: users, next }
      }),
    [q, status],
  )
  const list = usePages(ask)
  const acts = useUserActs(ownId, (id, changed) =>
    list.change((users) => users.map((user) => (user.id === id ? { ...user, ...changed } : user))),
  )
  const [asked, setAsked] = useState<{ what: Asked; id: string } | null>(null)
  const Rows = useWide() ? UserTable : UserCards
  // The list can change while a dialog is open: the dialog shows the current state of the user.
  const user = list.items.find(({ id }) => id === asked?.id)

  return (
    <section aria-labelledby="users-heading" className="flex flex-col gap-4">
      <h2 id="users-heading" className="sr-only">
        Users & Roles
      </h2>
      <ListSearch asking={asking} searched="username, name or email" filters={FILTERS} />
      <p role="status" className="-my-1 min-h-5 px-1 text-sm text-ink-soft tabular-nums">
        {list.state === "known" && countOf(list.items.length, list.hasMore)}
      </p>
      <div className="overflow-clip rounded-2xl border border-line bg-sheet shadow-sheet">
        {list.state === "loading" && <ListWaiting />}
        {list.state === "failed" && (
          <ListFailed title={ADMIN.listFailed} problem={list.problem} onRetry={list.reload} />
        )}
        {list.state === "known" && (
          <StaleOverlay isStale={list.isStale}>
            {list.items.length > 0 ? (
              <Rows users={list.items} ownId={ownId} acts={acts} ask={(what, { id }) => setAsked({ what, id })} />
            ) : (
              <NobodyFound query={asking.query} isUnfinished={list.hasMore} />
            )}
          </StaleOverlay>
        )}
      </div>
      {list.state === "known" && list.hasMore && (
        <MoreButton label="Show more" state={list.more} problem={list.problem} onClick={list.loadMore} />
      )}
      <UserConfirmDialogs
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
