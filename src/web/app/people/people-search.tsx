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
    { name: "tag" as const, title: "Tag", all: "All tags", options: labels?.tags ?? [] },
    { name: "event" as const, title: "Event", all: "All events", options: labels?.events ?? [] },
  ].filter(({ name, options }) => options.length > 0 || query[name] !== "")
  // In the columns of the buttons above.
  const isBeside = filters.length === 1
  return (
    <search className="grid grid-cols-3 gap-2 sm:flex sm:gap-3">
      <form
        className={classNames("relative col-span-3 sm:flex-1", isBeside && "min-[23rem]:col-span-2")}
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
          placeholder="Name, note..."
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
      <div className={classNames("col-span-3 flex gap-2 empty:hidden sm:gap-3", isBeside && "min-[23rem]:col-span-1")}>
        {filters.map(({ name, title, all, options }) => {
          const chosen = query[name]
          const isListed = chosen === "" || options.some((option) => option.name === chosen)
          return (
            <select
              key={name}
              aria-label={title}
              value={chosen}
              onChange={(event) => change({ [name]: event.target.value })}
              className={classNames(SELECT, "min-w-0 truncate max-sm:pr-8 max-sm:pl-3 sm:w-36!")}
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
