// Above the list of people: what to search for, and which tag or event.
import IconSearch from "~icons/search"
import IconX from "~icons/x"
import { PEOPLE_SEARCH_MAX } from "../../../domain/people/people-limits.ts"
import { classNames } from "../../ui/class-names.ts"
import { CONTROL, SELECT } from "../../ui/form/field.tsx"
import type { PeopleSearching } from "./use-people.ts"

interface Labels {
  tags: { name: string; count: number }[]
  events: { name: string; count: number }[]
}

interface PeopleSearchProps {
  search: PeopleSearching
  /** null: not known yet */
  labels: Labels | null
}

export function PeopleSearch({ search: { query, typed, field, type, change, clear }, labels }: PeopleSearchProps) {
  const filters = [
    { name: "tag", title: "Tag", all: "All tags", options: labels?.tags ?? [] },
    { name: "event", title: "Event", all: "All events", options: labels?.events ?? [] },
  ] as const
  return (
    <search className="flex flex-wrap gap-3">
      <form
        className="relative min-w-48 flex-1"
        onSubmit={(event) => {
          event.preventDefault()
          change({})
        }}
      >
        <IconSearch size={20} aria-hidden="true" className="absolute top-3.5 left-3.5 text-ink-soft" />
        <input
          ref={field}
          type="text"
          enterKeyHint="search"
          aria-label="Search people"
          placeholder="Name, note…"
          autoComplete="off"
          spellCheck={false}
          maxLength={PEOPLE_SEARCH_MAX}
          value={typed}
          onChange={(event) => type(event.target.value)}
          className={classNames(CONTROL, "h-12 px-11")}
        />
        {typed !== "" && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => clear()}
            className="absolute inset-y-0 right-0 flex w-12 cursor-pointer items-center justify-center rounded-r-xl text-ink-soft hover:text-ink"
          >
            <IconX size={20} />
          </button>
        )}
      </form>
      <div className="flex gap-3 empty:hidden has-[>:nth-child(2)]:max-sm:w-full">
        {filters.map(({ name, title, all, options }) => {
          const chosen = query[name]
          if (options.length === 0 && chosen === "") return null
          const isListed = chosen === "" || options.some((option) => option.name === chosen)
          return (
            <select
              key={name}
              aria-label={title}
              value={chosen}
              onChange={(event) => change({ [name]: event.target.value })}
              className={classNames(SELECT, "w-30! min-w-0 grow truncate sm:w-36!")}
            >
              <option value="">{all}</option>
              {!isListed && <option value={chosen}>{chosen}</option>}
              {options.map((option) => (
                <option key={option.name} value={option.name}>
                  {`${option.name} (${option.count})`}
                </option>
              ))}
            </select>
          )
        })}
      </div>
    </search>
  )
}
