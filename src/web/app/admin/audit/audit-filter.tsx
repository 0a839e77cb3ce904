// The filter of the audit log: action, actor, subject. It is kept in the address.
import { type FormEvent, useState } from "react"
import IconFilter from "~icons/filter"
import { AUDIT_ACTIONS, type AuditAction } from "../../../../domain/audit/audit.ts"
import { Button } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/form/select-field.tsx"
import { TextField } from "../../../ui/form/text-field.tsx"
import { useWide } from "../../use-wide.ts"
import { actionLabel } from "./act-sentence.tsx"

export type Filter = Record<string, string>

const KEYS = ["action", "actor", "subject"]

/** Empty and unknown entries are left out. */
export function filterOf(search: URLSearchParams): Filter {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const value = search.get(key)?.trim() ?? ""
      const isKnown = key !== "action" || AUDIT_ACTIONS.includes(value as AuditAction)
      return value === "" || !isKnown ? [] : [[key, value]]
    }),
  )
}

const OPTIONS: [string, string][] = [
  ["", "Everything"],
  ...AUDIT_ACTIONS.map((action): [string, string] => [action, actionLabel(action)]),
]

/** In words: "Role added, grace" */
export const summaryOf = ({ action, ...others }: Filter): string =>
  [...(action === undefined ? [] : [actionLabel(action as AuditAction)]), ...Object.values(others)].join(", ")

interface AuditFilterProps {
  filter: Filter
  onFilter: (wanted: Filter) => void
  /** undefined where there is nothing to clear */
  onClear: (() => void) | undefined
}

export function AuditFilter({ filter, onFilter, onClear }: AuditFilterProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    onFilter(filterOf(new URLSearchParams(KEYS.map((key) => [key, String(given.get(key) ?? "")]))))
  }
  const isFiltered = Object.keys(filter).length > 0
  // Folded on a phone: what people come for is the log.
  const [isOpen, setOpen] = useState(false)
  const isWide = useWide()
  const clear = onClear && (
    <Button variant="quiet" className="text-sm" onClick={onClear}>
      Clear
    </Button>
  )
  if (!isOpen && !isWide)
    return (
      <div className="flex gap-3">
        <Button
          variant="secondary"
          className="min-w-0 flex-1 text-sm"
          aria-expanded={false}
          onClick={() => setOpen(true)}
        >
          <IconFilter size={20} aria-hidden="true" />
          <span className="truncate">{isFiltered ? `Filter: ${summaryOf(filter)}` : "Filter"}</span>
        </Button>
        {clear}
      </div>
    )
  return (
    <form
      aria-label="Filter"
      onSubmit={submit}
      className="grid items-end gap-x-3 gap-y-4 rounded-2xl border border-line bg-sheet p-5 shadow-card sm:grid-cols-2 md:px-6 sm:*:first:max-lg:col-span-2 sm:*:last:max-lg:col-span-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
    >
      <SelectField label="Action" name="action" defaultValue={filter.action ?? ""} options={OPTIONS} />
      <TextField label="Done by" name="actor" placeholder="Username or ID" defaultValue={filter.actor} />
      <TextField label="Person or card" name="subject" placeholder="Username or ID" defaultValue={filter.subject} />
      <div className="flex gap-3">
        <Button type="submit" variant="secondary" className="flex-1 text-sm">
          Apply
        </Button>
        {clear}
      </div>
    </form>
  )
}
