// /admin/audit: who did what to whom, and when, for administrators.
import { useCallback } from "react"
import { useSearchParams } from "react-router"
import IconEye from "~icons/eye"
import IconSearch from "~icons/search"
import { call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { momentOf } from "../../../ui/dates.ts"
import { EmptyPanel } from "../../../ui/layout/empty.tsx"
import { pageTitle } from "../../titles.ts"
import { PageList, usePages } from "../../use-pages.tsx"
import { PortalPage } from "../portal-page.tsx"
import { PortalRow } from "../portal-row.tsx"
import { ActSentence, type ActSentenceProps, actionLabel } from "./act-sentence.tsx"
import { AuditFilter, filterOf, summaryOf } from "./audit-filter.tsx"

export const meta = pageTitle("Audit Log")

export default function AuditLog() {
  return (
    <PortalPage roles={["admin"]}>
      {() => (
        <>
          <PortalRow current="audit" />
          <Trail />
        </>
      )}
    </PortalPage>
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
  const pages = usePages(ask)
  const clear = query === "" ? undefined : () => setSearch({})
  const isEmpty = pages.state === "known" && pages.items.length === 0
  const empty = (
    <EmptyPanel
      icon={clear ? IconSearch : IconEye}
      title={clear ? `Nothing found for “${summaryOf(filter)}”` : "No activity yet"}
      action={
        clear && (
          <Button variant="secondary" size="sm" onClick={clear}>
            Clear filter
          </Button>
        )
      }
    >
      {clear ? "No actions match these filters." : "Actions by administrators and moderators appear here."}
    </EmptyPanel>
  )
  return (
    <>
      <section aria-labelledby="audit-heading">
        <h2 id="audit-heading" className="sr-only">
          Audit Log
        </h2>
        <AuditFilter
          key={query}
          filter={filter}
          onFilter={(wanted) => setSearch(wanted)}
          // The empty list has a button for it.
          onClear={isEmpty ? undefined : clear}
        />
      </section>
      <PageList pages={pages} empty={empty} more="Show older">
        {(items) => <ActList items={items} />}
      </PageList>
      {!isEmpty && <p className="text-sm text-ink-soft">Deleted accounts are shown by ID only.</p>}
    </>
  )
}

/** A table if there is room, stacked rows on a phone. */
function ActList({ items }: { items: ActSentenceProps[] }) {
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-sheet shadow-card">
      <table className="block w-full text-left md:table">
        <caption className="sr-only">Actions, newest first</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="border-line border-b text-ink-soft text-sm">
            {["When", "What happened", "Action"].map((name) => (
              <th key={name} scope="col" className="px-6 py-3 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line md:table-row-group">
          {items.map(({ act, people }) => (
            <tr key={act.id} className="flex flex-col-reverse gap-1 px-5 py-4 md:table-row md:p-0">
              <td className="text-ink-soft text-sm whitespace-nowrap md:px-6 md:py-3.5">
                <time dateTime={act.at}>{momentOf(act.at)}</time>
              </td>
              <td className="w-full text-ink md:px-6 md:py-3.5">
                <ActSentence act={act} people={people} />
              </td>
              <td className="hidden text-ink-soft text-sm whitespace-nowrap md:table-cell md:px-6 md:py-3.5">
                {actionLabel(act.action)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
