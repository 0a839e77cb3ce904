// /admin/audit: who did what to whom, and when, for administrators.
import { useCallback } from "react"
import { useSearchParams } from "react-router"
import { call } from "../../../session/api.ts"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { PanelFailed, PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { StaleOverlay } from "../../../ui/feedback/stale-overlay.tsx"
import { MoreButton } from "../../../ui/more-button.tsx"
import { PageTitle } from "../../page-title.tsx"
import { pageTitle } from "../../titles.ts"
import { usePages } from "../../use-pages.ts"
import { RequireRole } from "../require-role.tsx"
import { ActList } from "./act-list.tsx"
import { AuditFilter, filterOf } from "./audit-filter.tsx"

export const meta = pageTitle("Audit Log")

export default function AuditLog() {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6">
      <PageTitle
        parent={{ href: "/admin", name: "Admin Portal" }}
        title="Audit Log"
        lead="Who did what to whom, kept for as long as this server is. When an account is removed for good, its rows keep its id and nothing else of it."
      />
      <RequireRole roles={["admin"]}>{() => <Trail />}</RequireRole>
    </div>
  )
}

function Trail() {
  const [search, setSearch] = useSearchParams()
  const filter = filterOf(search)
  const query = new URLSearchParams(filter).toString()
  const ask = useCallback(
    async (cursor: string | null) => {
      const wanted = { ...filterOf(new URLSearchParams(query)), cursor: cursor ?? "" }
      const { acts, people, next } = await call("GET /api/admin/audit", { query: wanted })
      return { items: acts.map((act) => ({ act, people })), next }
    },
    [query],
  )
  const { state, isStale, items, hasMore, more, problem, loadMore, reload } = usePages(ask)
  return (
    <>
      <AuditFilter key={query} filter={filter} onFilter={(wanted) => setSearch(wanted)} />
      {state === "loading" && <PanelWaiting />}
      {state === "failed" && <PanelFailed problem={problem} onRetry={reload} />}
      {state === "known" && (
        <StaleOverlay isStale={isStale}>
          {items.length > 0 ? (
            <ActList items={items} />
          ) : (
            <Notice title="Nothing found">
              {query === ""
                ? "Acts of administrators and moderators appear here."
                : "Nobody did this, or it was somebody else."}
            </Notice>
          )}
        </StaleOverlay>
      )}
      {state === "known" && hasMore && (
        <MoreButton label="Show older" state={more} problem={problem} onClick={loadMore} />
      )}
    </>
  )
}
