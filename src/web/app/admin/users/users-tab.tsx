// The tab 'Users & Roles' of the Admin Portal: all users, with search, filter and actions.
import { useState } from "react"
import IconSearch from "~icons/search"
import IconUser from "~icons/user"
import { USER_FILTERS, type UserFilter } from "../../../../domain/account/lifecycle.ts"
import { ADMIN } from "../../../../domain/admin-messages.ts"
import { call } from "../../../session/api.ts"
import { useSession } from "../../../session/session-store.ts"
import { Empty } from "../../../ui/layout/empty.tsx"
import { MoreButton } from "../../use-pages.tsx"
import { ListBox, ListCount } from "../list-rows.tsx"
import { ClearSearch, ListSearch, ShowAll } from "../list-search.tsx"
import { type ListQuery, type ListSearching, useSearchedList } from "../use-searched-list.ts"
import { RolesDialog } from "./roles-dialog.tsx"
import { useUserActs } from "./use-user-acts.ts"
import { UserRows } from "./user-rows.tsx"

const FILTERS = [
  ["active", "Active"],
  ["deactivated", "Deactivated"],
] as const

async function fetchPage(query: ListQuery<UserFilter> & { cursor: string }, signal: AbortSignal) {
  const { users, next } = await call("GET /api/admin/users", { query, signal })
  return { items: users, next }
}

export function UsersTab() {
  const session = useSession()
  const ownId = session.status === "signed-in" ? session.user.id : ""
  const { search, pages } = useSearchedList(USER_FILTERS, fetchPage)
  const acts = useUserActs(ownId, {
    reload: pages.reload,
    change: (id, changed) =>
      pages.change((users) => users.map((user) => (user.id === id ? { ...user, ...changed } : user))),
  })
  // The list can change while the dialog is open: it shows the current state of the user.
  const [idInDialog, setIdInDialog] = useState<string | null>(null)

  return (
    <section aria-labelledby="users-heading" className="flex flex-col gap-4">
      <h2 id="users-heading" className="sr-only">
        Users & Roles
      </h2>
      <ListSearch search={search} searched="username, name or email" noun="user" filters={FILTERS} />
      <ListCount pages={pages} noun="user" />
      <ListBox pages={pages} failed={ADMIN.listFailed} empty={<NoUsers search={search} isUnfinished={pages.hasMore} />}>
        {(users) => (
          <UserRows
            users={users}
            ownId={ownId}
            acts={acts}
            onRoles={({ id }) => setIdInDialog(id)}
            onGone={({ id }) => pages.change((all) => all.filter((user) => user.id !== id))}
          />
        )}
      </ListBox>
      <MoreButton pages={pages} />
      <RolesDialog
        user={pages.items.find(({ id }) => id === idInDialog) ?? null}
        ownId={ownId}
        acts={acts}
        onClose={() => setIdInDialog(null)}
      />
      {acts.dialog}
    </section>
  )
}

interface NoUsersProps {
  search: ListSearching<UserFilter>
  /** older ones have not been searched yet */
  isUnfinished: boolean
}

function noUsers({ q, status }: ListQuery<UserFilter>): string {
  if (q === "") return status === "" ? "No users yet" : `No ${status} users`
  return `No ${status === "" ? "" : `${status} `}users found for “${q}”`
}

const NoUsers = ({ search, isUnfinished }: NoUsersProps) => (
  <Empty
    icon={search.query.q === "" ? IconUser : IconSearch}
    action={
      search.query.q !== "" ? (
        <ClearSearch onClear={search.clear} />
      ) : (
        search.query.status !== "" && <ShowAll noun="user" onAll={() => search.filter("")} />
      )
    }
    title={
      <>
        {noUsers(search.query)}
        {isUnfinished && " so far"}
      </>
    }
  >
    {isUnfinished
      ? "Only the newest users were searched. Type at least three letters to search them all."
      : "Search by name, username or sign-in email. Part of a word is enough; an ID must be complete."}
  </Empty>
)
