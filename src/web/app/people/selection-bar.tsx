// What can be done with the people that were chosen: tag, merge, export, delete.
import { useState } from "react"
import type { ListedPerson } from "../../../api/people.ts"
import { PEOPLE_MERGED_MAX, PEOPLE_SELECTED_MAX, PERSON_TAG_MAX } from "../../../domain/people/people-limits.ts"
import { PEOPLE } from "../../../domain/people/people-messages.ts"
import { ApiError, call } from "../../session/api.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { TextField } from "../../ui/form/text-field.tsx"
import { useConfirm } from "../../ui/overlay/confirm-dialog.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"
import { showFailure } from "../show-failure.ts"
import { exportPeople } from "./export-people.ts"
import type { PeopleQuery } from "./use-people.ts"
import type { Selection } from "./use-selection.ts"

interface SelectionBarProps {
  selected: Selection
  shown: ListedPerson[]
  query: PeopleQuery
  tags: { name: string }[]
  onSelectAll: (people: ListedPerson[]) => void
  onSelectNone: () => void
  /** the list has to be loaded again */
  onChanged: () => void
}

export function SelectionBar({ selected, shown, query, tags, onChanged, ...props }: SelectionBarProps) {
  const { ask, dialog } = useConfirm()
  const ids = [...selected.keys()]
  const count = ids.length
  const all = shown.slice(0, PEOPLE_SELECTED_MAX)
  const isAll = count === PEOPLE_SELECTED_MAX || all.every(({ id }) => selected.has(id))
  const act = async (work: () => Promise<string>) => {
    try {
      showToast({ title: await work(), tone: "good" })
      onChanged()
    } catch (error) {
      showFailure(PEOPLE.failed, error)
      if (error instanceof ApiError && error.status === 404) onChanged()
    }
  }
  const remove = () =>
    act(async () => {
      const { deleted } = await call("POST /api/people/deletions", { body: { ids } })
      return PEOPLE.deleted(deleted)
    })
  const merge = () =>
    act(async () => {
      // The oldest contact stays: it says how you met first.
      const oldestFirst = [...selected.values()].sort((a, b) => a.met_at.localeCompare(b.met_at))
      await call("POST /api/people/merges", { body: { ids: oldestFirst.map(({ id }) => id) } })
      return PEOPLE.merged
    })
  return (
    <div
      data-bar=""
      className="sticky bottom-3 z-30 flex flex-col gap-2 rounded-2xl border border-line bg-raised px-4 py-3 shadow-float sm:px-5 sm:flex-row sm:items-center"
    >
      <div className="flex items-center justify-between gap-3 max-sm:-mt-1 max-sm:-mr-3 sm:flex-1 sm:justify-start">
        <p role="status" className="font-semibold tabular-nums">
          {count === 0 ? "Select people" : `${count} selected`}
        </p>
        <Button variant="quiet" size="sm" onClick={isAll ? props.onSelectNone : () => props.onSelectAll(all)}>
          {isAll ? "Select none" : `Select all ${all.length}`}
        </Button>
      </div>
      <div className="flex gap-2 max-sm:*:flex-1 max-sm:*:px-1">
        <TagDialog
          isOff={count === 0}
          tags={tags}
          onTag={(tag) =>
            act(async () => {
              const { changed } = await call("POST /api/people/taggings", { body: { ids, add: [tag] } })
              return PEOPLE.tagged(changed)
            })
          }
        />
        <Button
          variant="secondary"
          size="sm"
          disabled={count < 2 || count > PEOPLE_MERGED_MAX}
          onClick={() =>
            ask({
              title: `Merge ${count} people into one?`,
              question: "Every detail, note and tag is kept in one contact. This can't be undone.",
              confirm: "Merge",
              onConfirm: () => void merge(),
            })
          }
        >
          Merge
        </Button>
        <ExportDialog ids={ids} query={query} />
        <Button
          variant="danger"
          size="sm"
          className="ml-1 sm:ml-2"
          disabled={count === 0}
          onClick={() =>
            ask({
              title: count === 1 ? "Delete this person?" : `Delete ${count} people?`,
              question: "They'll also be removed from your synced devices. This can't be undone.",
              confirm: "Delete",
              onConfirm: () => void remove(),
            })
          }
        >
          Delete
        </Button>
      </div>
      {dialog}
    </div>
  )
}

function TagDialog({ isOff, tags, onTag }: { isOff: boolean; tags: { name: string }[]; onTag: (tag: string) => void }) {
  const [tag, setTag] = useState("")
  return (
    <Dialog
      title="Add a tag"
      trigger={
        <Button variant="secondary" size="sm" disabled={isOff}>
          Tag
        </Button>
      }
    >
      {(close) => (
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (tag.trim() === "") return
            close()
            onTag(tag.trim())
          }}
        >
          <TextField
            label="Tag"
            list="people-tags"
            maxLength={PERSON_TAG_MAX}
            autoComplete="off"
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
          <datalist id="people-tags">
            {tags.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button type="submit" disabled={tag.trim() === ""}>
            Add tag
          </Button>
        </form>
      )}
    </Dialog>
  )
}

function ExportDialog({ ids, query }: { ids: string[]; query: PeopleQuery }) {
  const count = ids.length
  const isTooMany = count > PEOPLE_SELECTED_MAX
  const filter = count === 0 ? query : { ids: ids.join() }
  return (
    <Dialog
      title="Export"
      description={
        count === 0 ? "Everyone on this list." : `The ${count === 1 ? "person" : `${count} people`} you selected.`
      }
      trigger={
        <Button variant="secondary" size="sm" disabled={isTooMany}>
          Export
        </Button>
      }
    >
      {(close) => (
        <div className="flex flex-col gap-3">
          <Button onAct={() => exportPeople("vcf", filter).then(close)}>Contacts (.vcf)</Button>
          <Button variant="secondary" onAct={() => exportPeople("csv", filter).then(close)}>
            Spreadsheet (.csv)
          </Button>
        </div>
      )}
    </Dialog>
  )
}
