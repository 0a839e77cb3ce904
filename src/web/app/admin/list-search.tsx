// Above the list: what to search for, and which part of the list is shown.
import { useRef } from "react"
import IconSearch from "~icons/search"
import IconX from "~icons/x"
import { SEARCH_MAX } from "../../../domain/limits.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { CONTROL, SELECT } from "../../ui/form/field.tsx"
import { SegmentedChoice } from "../../ui/form/segmented-choice.tsx"
import { useWide } from "../use-wide.ts"
import type { ListSearching } from "./use-searched-list.ts"

interface ListSearchProps<Filter extends string> {
  search: ListSearching<Filter>
  /** what is searched, such as "username, name or email" */
  searched: string
  /** "user" */
  noun: string
  filters: readonly (readonly [value: Filter, label: string])[]
}

export function ListSearch<Filter extends string>({ search, searched, noun, filters }: ListSearchProps<Filter>) {
  const { query, typed, type, submit, clear, filter } = search
  const field = useRef<HTMLInputElement>(null)
  const choices = [["", "All"], ...filters] as const
  const isWide = useWide()
  return (
    <search className="flex gap-2 sm:gap-3">
      <form
        className="relative min-w-0 flex-1"
        action="/admin"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-0 left-0 flex w-11 cursor-pointer items-center justify-center rounded-l-xl text-ink-soft hover:text-ink"
        >
          <IconSearch size={20} />
        </button>
        <input
          ref={field}
          type="text"
          enterKeyHint="search"
          aria-label={`Search by ${searched}`}
          placeholder={isWide ? searched.charAt(0).toUpperCase() + searched.slice(1) : `Search ${noun}s`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && clear()}
          className={classNames(CONTROL, "h-12 pl-11 not-placeholder-shown:pr-11")}
        />
        {typed !== "" && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              clear()
              field.current?.focus()
            }}
            className="absolute inset-y-0 right-0 flex w-12 cursor-pointer items-center justify-center rounded-r-xl text-ink-soft hover:text-ink"
          >
            <IconX size={20} />
          </button>
        )}
      </form>
      {isWide ? (
        <SegmentedChoice
          legend="Show"
          name="status"
          choices={choices}
          value={query.status}
          onChange={filter}
          padding="px-4 lg:min-h-10"
        />
      ) : (
        <select
          aria-label="Show"
          value={query.status}
          onChange={(event) => filter(event.target.value as Filter | "")}
          // As wide as what is chosen: on a small phone the search needs the rest.
          className={classNames(SELECT, "field-sizing-content w-auto! shrink-0 pr-10")}
        >
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </search>
  )
}

/** In place of a list in which nothing was found. */
export const ClearSearch = ({ onClear }: { onClear: () => void }) => (
  <Button variant="secondary" size="sm" onClick={onClear}>
    Clear search
  </Button>
)

/** In place of a list that has nothing of the chosen kind. */
export const ShowAll = ({ noun, onAll }: { noun: string; onAll: () => void }) => (
  <Button variant="secondary" size="sm" onClick={onAll}>
    Show all {noun}s
  </Button>
)
