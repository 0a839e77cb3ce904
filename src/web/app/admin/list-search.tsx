// Above the list: what to search for, and which part of the list is shown.
import { useRef } from "react"
import IconSearch from "~icons/search"
import IconX from "~icons/x"
import { SEARCH_MAX } from "../../../domain/limits.ts"
import { classNames } from "../../ui/class-names.ts"
import { CONTROL } from "../../ui/form/field.tsx"
import type { ListAsking } from "./use-list-query.ts"

interface ListSearchProps<Filter extends string> {
  asking: ListAsking<Filter>
  /** what is searched, such as "username, name or email" */
  searched: string
  filters: readonly (readonly [value: Filter, label: string])[]
}

export function ListSearch<Filter extends string>({ asking, searched, filters }: ListSearchProps<Filter>) {
  const { query, typed, type, search, clear, filter } = asking
  const field = useRef<HTMLInputElement>(null)
  return (
    <search className="flex flex-col gap-3 md:flex-row md:items-center">
      <form
        className="relative min-w-0 flex-1"
        action="/admin"
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-0 left-0 flex w-11 cursor-pointer items-center justify-center rounded-l-xl text-ink-soft hover:text-ink"
        >
          <IconSearch size={20} aria-hidden="true" />
        </button>
        <input
          ref={field}
          type="text"
          enterKeyHint="search"
          aria-label={`Search by ${searched}`}
          placeholder={searched.charAt(0).toUpperCase() + searched.slice(1)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && clear()}
          className={classNames(CONTROL, "h-12 px-11")}
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
            <IconX size={20} aria-hidden="true" />
          </button>
        )}
      </form>
      <fieldset className="flex shrink-0 gap-1 rounded-xl bg-well p-1">
        <legend className="sr-only">Show</legend>
        {([["", "All"], ...filters] as const).map(([value, label]) => (
          <label
            key={value}
            className="relative flex min-h-11 flex-1 cursor-pointer select-none items-center justify-center rounded-lg px-2 text-sm font-semibold whitespace-nowrap text-ink-soft hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent sm:px-4"
          >
            <input
              type="radio"
              name="status"
              checked={query.status === value}
              onChange={() => filter(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </search>
  )
}
