// Tags as chips: typed and added with Enter or a comma, or chosen among those that were used before.
import { type KeyboardEvent, useRef, useState } from "react"
import IconX from "~icons/x"
import { PERSON_TAG_MAX } from "../../../domain/people/people-limits.ts"
import { TextField } from "../../ui/form/text-field.tsx"

interface TagsFieldProps {
  tags: string[]
  known: string[]
  error: string | undefined
  onChange: (tags: string[]) => void
}

const SUGGESTED_MAX = 8
const CHIP =
  "inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-full border px-3 py-1 text-sm font-medium"

export function TagsField({ tags, known, error, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState("")
  const field = useRef<HTMLInputElement>(null)
  const add = (tag: string) => {
    setTyped("")
    if (tag.trim() !== "" && !tags.includes(tag.trim())) onChange([...tags, tag.trim()])
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== ",") return
    if (typed.trim() === "" && event.key === "Enter") return
    event.preventDefault()
    add(typed)
  }
  const suggested = known.filter((tag) => !tags.includes(tag)).slice(0, SUGGESTED_MAX)
  return (
    <div className="flex flex-col gap-3">
      <TextField
        ref={field}
        label="Tags"
        placeholder="Type a tag, then press Enter"
        autoComplete="off"
        maxLength={PERSON_TAG_MAX}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKey}
        onBlur={() => add(typed)}
      />
      {tags.length > 0 && (
        <ul aria-label="This person's tags" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                title={tag}
                className={`${CHIP} border-line-strong bg-sheet text-ink hover:bg-well`}
                onClick={() => {
                  onChange(tags.filter((other) => other !== tag))
                  field.current?.focus()
                }}
              >
                <span className="truncate">{tag}</span>
                <IconX size={14} className="shrink-0" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {suggested.length > 0 && (
        <ul aria-label="Used before" className="flex flex-wrap gap-2">
          {suggested.map((tag) => (
            <li key={tag} className="min-w-0">
              <button
                type="button"
                aria-label={`Add ${tag}`}
                className={`${CHIP} border-line text-ink-soft hover:bg-well hover:text-ink`}
                onClick={() => add(tag)}
              >
                <span className="truncate">+ {tag}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
