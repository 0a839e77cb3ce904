// /people: everyone you have met, newest first, with search, filters and what can be done with several at once.
import { useEffect } from "react"
import IconFileImport from "~icons/file-import"
import IconUserPlus from "~icons/user-plus"
import { call } from "../../session/api.ts"
import { RequireUser } from "../../session/require-user.tsx"
import { refreshMe } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { PanelWaiting } from "../../ui/feedback/panel-waiting.tsx"
import { peopleOf } from "../../ui/sizes.ts"
import { ButtonLink } from "../../ui/text-link.tsx"
import { PageTitle } from "../page-title.tsx"
import { pageTitle } from "../titles.ts"
import { useAsked } from "../use-asked.tsx"
import { PageList } from "../use-pages.tsx"
import { NoOneFound, NoOneYet } from "./no-people.tsx"
import { PeopleSearch } from "./people-search.tsx"
import { PersonRows } from "./person-rows.tsx"
import { ScanButton } from "./scan/scan-button.tsx"
import { SelectionBar } from "./selection-bar.tsx"
import { type PeopleQuery, usePeople } from "./use-people.ts"
import { useSelection } from "./use-selection.ts"

export const meta = pageTitle("People")

export default function People() {
  return (
    <div className="relative mx-auto flex w-full max-w-3xl flex-col gap-4 sm:gap-6">
      <PageTitle title="People" lead={<span className="max-sm:hidden">{LEAD}</span>} />
      <RequireUser waiting={<PanelWaiting />}>{() => <Book />}</RequireUser>
    </div>
  )
}

const LEAD = "Everyone you've met: where, when, and your notes."

const askLabels = () => call("GET /api/people/labels")

/** The count in the menu is over; if that cannot be said now, it stays. */
const markSeen = () =>
  call("PUT /api/people-settings/seen")
    .then(() => refreshMe())
    .catch(() => undefined)

function Book() {
  const { search, pages } = usePeople()
  const labels = useAsked(askLabels)
  const selection = useSelection()
  const { selected } = selection
  const known = labels.state === "known" ? labels.answer : null
  const isShown = pages.state === "known"
  const isEmpty = isShown && !pages.isStale && pages.items.length === 0 && !isFiltered(search.query)
  useEffect(() => {
    if (isShown) void markSeen()
  }, [isShown])
  const changed = () => {
    selection.stop()
    pages.reload()
    void labels.again()
  }
  // What is pressed before the list is there would be gone when an empty one takes the place of this.
  if (pages.state === "loading" && !isFiltered(search.query)) return <PanelWaiting />
  if (isEmpty) return <NoOneYet />
  return (
    <>
      {/* Beside the title where there is room. While people are chosen, it is the bar below them that counts. */}
      {selected === null ? (
        <div className="flex gap-2 max-[18rem]:flex-wrap max-sm:*:flex-1 max-sm:*:px-2 sm:absolute sm:top-0 sm:right-0 sm:gap-3 sm:*:min-h-11 sm:*:px-4 sm:*:text-sm">
          <ScanButton />
          <ButtonLink href="/people/new" variant="secondary">
            <IconUserPlus size={20} aria-hidden="true" />
            Add
          </ButtonLink>
          <ButtonLink href="/people/import" variant="secondary">
            <IconFileImport size={20} aria-hidden="true" />
            Import
          </ButtonLink>
        </div>
      ) : (
        // Two lines, as high as the buttons: the list stays where it is.
        <p className="-mt-1.5 mb-1.5 min-h-12 max-w-72 text-balance text-ink-soft sm:hidden">
          Select people to tag, merge, export or delete.
        </p>
      )}
      <PeopleSearch search={search} labels={known} />
      <div className="-my-2 flex min-h-11 items-baseline justify-between gap-x-4 sm:-my-3">
        {/* Always there: screen readers say what changes in it, such as how many a search has found. */}
        <p role="status" className="text-sm text-ink-soft tabular-nums">
          {isFiltered(search.query)
            ? isShown && !pages.isStale && `${pages.hasMore ? "Showing the first " : ""}${peopleOf(pages.items.length)}`
            : known !== null && peopleOf(known.count)}
        </p>
        <div className="-mr-3 flex">
          {known !== null && known.count > 1 && selected === null && (
            <ButtonLink href="/people/duplicates" variant="quiet" size="sm">
              Find duplicates
            </ButtonLink>
          )}
          <Button variant="quiet" size="sm" onClick={selected === null ? selection.selectNone : selection.stop}>
            {selected === null ? "Select" : "Done"}
          </Button>
        </div>
      </div>
      <PageList pages={pages} empty={<NoOneFound query={search.query} onClear={search.clearAll} />}>
        {(people) => <PersonRows people={people} selected={selected} onToggle={selection.toggle} />}
      </PageList>
      {selected !== null && (
        <SelectionBar
          selected={selected}
          shown={pages.items}
          query={search.query}
          tags={known?.tags ?? []}
          onSelectAll={selection.selectAll}
          onSelectNone={selection.selectNone}
          onChanged={changed}
        />
      )}
    </>
  )
}

const isFiltered = ({ q, tag, event }: PeopleQuery): boolean => q !== "" || tag !== "" || event !== ""
