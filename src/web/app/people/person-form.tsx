// The form of a person: who they are, how to reach them, where you met, your note and tags.
import { useRef } from "react"
import { Controller, type UseFormReturn, useFieldArray } from "react-hook-form"
import IconPlus from "~icons/plus"
import IconTrash from "~icons/trash"
import { PERSON_ENTRIES_MAX, PERSON_ENTRY_KINDS } from "../../../domain/people/people-limits.ts"
import type { PersonDetails, PersonEntry } from "../../../domain/people/person.ts"
import { ITEM_KIND_LABEL, ITEM_LABELS } from "../../../domain/profile/items.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { TextArea } from "../../ui/form/text-area.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { TagsField } from "./tags-field.tsx"

export type PersonValues = PersonDetails & { event: string }

interface PersonFormProps {
  form: UseFormReturn<PersonValues>
  /** tags that were used before */
  knownTags: string[]
  /** to read and copy only: nothing can be saved any more */
  isFixed?: boolean
}

export function PersonFields({ form, knownTags, isFixed = false }: PersonFormProps) {
  const { register, formState, control, getValues } = form
  const fixed = isFixed ? FIXED : undefined
  // There is nothing to copy from an empty one.
  const isShown = (...names: ("job_title" | "business_name" | "event" | "note" | "tags")[]) =>
    !isFixed || names.some((name) => getValues(name).length > 0)
  const error = (name: "full_name" | "job_title" | "business_name" | "event" | "note" | "tags") =>
    formState.errors[name]?.message
  const line = (name: "job_title" | "business_name" | "event", label: string, placeholder?: string) =>
    isShown(name) && (
      <TextField
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        {...fixed}
        error={error(name)}
        {...register(name)}
      />
    )
  return (
    <>
      <Panel>
        <div className="grid gap-5 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <TextField
              label="Name"
              autoComplete="off"
              {...fixed}
              error={error("full_name")}
              {...register("full_name")}
            />
          </div>
          {line("job_title", "Job title")}
          {line("business_name", "Company")}
        </div>
      </Panel>
      {(!isFixed || getValues("entries").length > 0) && (
        <Panel title="How to reach them">
          <Entries form={form} isFixed={isFixed} />
        </Panel>
      )}
      {isShown("event", "note", "tags") && (
        <Panel title="What you want to remember" intro="Only you can see this.">
          <div className="flex flex-col gap-5">
            {line("event", "Where you met", "Spring Fair")}
            {isShown("note") && (
              <TextArea
                label="Note"
                rows={3}
                readOnly={isFixed}
                className={classNames("min-h-28", fixed?.className)}
                error={error("note")}
                {...register("note")}
              />
            )}
            {isShown("tags") && (
              <Controller
                control={control}
                name="tags"
                render={({ field }) =>
                  isFixed ? (
                    <TextField label="Tags" {...FIXED} value={field.value.join(", ")} />
                  ) : (
                    <TagsField tags={field.value} known={knownTags} error={error("tags")} onChange={field.onChange} />
                  )
                }
              />
            )}
          </div>
        </Panel>
      )}
    </>
  )
}

/** Unlike disabled fields, they can be reached with the keyboard, and their text selected. */
const FIXED = { readOnly: true, placeholder: "", className: "resize-none! border-line! bg-well!" }

interface EntriesProps extends Pick<PersonFormProps, "form"> {
  isFixed: boolean
}

function Entries({ form, isFixed }: EntriesProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "entries" })
  const adders = useRef<HTMLFieldSetElement>(null)
  const drop = (at: number) => {
    remove(at)
    // The button that had the focus is gone with its entry.
    adders.current?.querySelector("button")?.focus()
  }
  const add = (kind: PersonEntry["kind"]) =>
    append({ kind, label: "", value: "" }, { focusName: `entries.${fields.length}.value` })
  return (
    <>
      <ol aria-label="Ways to reach them" className="flex flex-col gap-5 empty:hidden">
        {fields.map(({ id, kind }, at) => (
          <Entry key={id} form={form} isFixed={isFixed} kind={kind} at={at} onRemove={() => drop(at)} />
        ))}
      </ol>
      {!isFixed && fields.length < PERSON_ENTRIES_MAX && (
        <fieldset ref={adders} className={fields.length > 0 ? "mt-5" : undefined}>
          <legend className="sr-only">Add a way to reach them</legend>
          <div className="flex flex-wrap gap-2">
            {PERSON_ENTRY_KINDS.map((kind) => (
              <Button
                key={kind}
                variant="secondary"
                size="sm"
                aria-label={`Add ${ITEM_KIND_LABEL[kind].toLowerCase()}`}
                className="max-sm:px-3.5"
                onClick={() => add(kind)}
              >
                <IconPlus size={16} aria-hidden="true" />
                {ITEM_KIND_LABEL[kind]}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}

interface EntryProps extends EntriesProps {
  kind: PersonEntry["kind"]
  at: number
  onRemove: () => void
}

const INPUT = {
  phone: { type: "tel", placeholder: "+44 20 7946 0018" },
  email: { type: "email", placeholder: "name@example.com" },
  link: { inputMode: "url", placeholder: "https://example.com" },
  date: { placeholder: "1990-05-04" },
} as const

function Entry({ form, isFixed, kind, at, onRemove }: EntryProps) {
  const { register, formState, getValues } = form
  const errors = formState.errors.entries?.[at]
  const fixed = isFixed ? FIXED : undefined
  const value = {
    label: ITEM_KIND_LABEL[kind],
    autoComplete: "off",
    error: errors?.value?.message,
    ...register(`entries.${at}.value`),
  }
  return (
    // On a phone, the type is below, and what removes both stays beside the value.
    <li className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-3 sm:grid-cols-[1fr_10rem_auto]">
      {kind === "address" ? (
        <TextArea rows={2} {...fixed} className={classNames("min-h-20", fixed?.className)} {...value} />
      ) : (
        <TextField autoCapitalize="none" spellCheck={false} {...INPUT[kind]} {...fixed} {...value} />
      )}
      {(!isFixed || getValues(`entries.${at}.label`) !== "") && (
        <div className="col-start-1 row-start-2 sm:col-start-2 sm:row-start-1">
          <TextField
            label={
              <>
                Type<span className="sr-only"> of {ITEM_KIND_LABEL[kind].toLowerCase()}</span>
              </>
            }
            list={`person-labels-${kind}`}
            autoComplete="off"
            placeholder={`e.g. ${ITEM_LABELS[kind][0]}`}
            {...fixed}
            className={classNames("[&::-webkit-calendar-picker-indicator]:hidden!", fixed?.className)}
            error={errors?.label?.message}
            {...register(`entries.${at}.label`)}
          />
          <datalist id={`person-labels-${kind}`}>
            {ITEM_LABELS[kind].map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
          </datalist>
        </div>
      )}
      {!isFixed && (
        <button
          type="button"
          aria-label={`Remove ${ITEM_KIND_LABEL[kind].toLowerCase()} ${at + 1}`}
          onClick={onRemove}
          className="-mr-3.5 -ml-2.5 col-start-2 row-start-1 mt-6.75 inline-flex size-12 cursor-pointer items-center justify-center rounded-xl text-ink-soft hover:bg-well hover:text-ink sm:col-start-3"
        >
          <IconTrash size={20} aria-hidden="true" />
        </button>
      )}
    </li>
  )
}
