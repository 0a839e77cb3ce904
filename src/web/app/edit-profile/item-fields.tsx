// "More on your card": the owner's items in their order, and buttons that add one.
import { type ReactNode, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { type UseFormReturn, useFieldArray } from "react-hook-form"
import IconPlus from "~icons/plus"
import { PROFILE_ITEMS_MAX } from "../../../domain/limits.ts"
import { ITEM } from "../../../domain/messages.ts"
import { ITEM_KIND_LABEL, ITEM_KINDS, type ItemKind } from "../../../domain/profile/items.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { FieldError } from "../../ui/form/field-error.tsx"
import type { ProfileValues } from "./form-values.ts"
import { ItemField } from "./item-field.tsx"
import { useDragToReorder } from "./use-drag-to-reorder.ts"

/** A longer list shows only the first ones, so that what comes below is near. */
const FOLDED_FROM = 12
const SHOWN = 8

interface ItemFieldsProps {
  form: UseFormReturn<ProfileValues>
  /** another way to add items */
  beside: ReactNode
}

export function ItemFields({ form, beside }: ItemFieldsProps) {
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: "profile_items" })
  const [status, setStatus] = useState("")
  const list = useRef<HTMLOListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [startCount] = useState(fields.length)
  const [isUnfolded, setUnfolded] = useState(false)
  const { errors } = form.formState
  // What was added, removed or is wrong has to be seen.
  const isFolded = !isUnfolded && startCount >= FOLDED_FROM && fields.length === startCount && !errors.profile_items

  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || to === from) return
    move(from, to)
    if (to >= SHOWN) setUnfolded(true)
    setStatus(`Moved to position ${to + 1} of ${fields.length}`)
  }
  const { dragged, startDrag } = useDragToReorder(list, moveTo)
  const add = (kind: ItemKind) => {
    append(
      { kind, label: "", value: "", service: "", on_page: true, in_contact: true },
      { focusName: `profile_items.${fields.length}.value` },
    )
    setChoosing(false)
    setStatus(`${ITEM_KIND_LABEL[kind]} added`)
  }
  const drop = (at: number) => {
    // Of a full list the button to add appears only now.
    flushSync(() => remove(at))
    setStatus("Removed")
    // The button that had the focus is gone with its item.
    adder.current?.focus()
  }
  const showAll = () => {
    flushSync(() => setUnfolded(true))
    // The button that had the focus is gone.
    list.current?.children[SHOWN]?.querySelector<HTMLElement>("[aria-expanded]")?.focus()
  }
  const error = errors.profile_items?.root?.message ?? errors.profile_items?.message

  return (
    <>
      <ol ref={list} aria-label="More on your card" data-folded={isFolded || undefined} className="flex flex-col gap-3">
        {(isFolded ? fields.slice(0, SHOWN) : fields).map(({ id, kind }, at) => (
          <ItemField
            key={id}
            form={form}
            kind={kind}
            at={at}
            count={fields.length}
            isDragged={dragged === at}
            onDrag={(event) => startDrag(event, at)}
            onMove={(to) => moveTo(at, to)}
            onRemove={() => drop(at)}
          />
        ))}
      </ol>
      {isFolded && (
        <Button variant="secondary" size="sm" className="mt-4" wide onClick={showAll}>
          Show all {fields.length}
        </Button>
      )}
      {error && (
        <div className="mt-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
      {fields.length < PROFILE_ITEMS_MAX ? (
        <div className={classNames("flex flex-wrap gap-3", fields.length > 0 && "mt-4")}>
          <Button
            ref={adder}
            variant="secondary"
            size="sm"
            wide
            aria-expanded={isChoosing}
            onClick={() => setChoosing(!isChoosing)}
          >
            <IconPlus size={18} aria-hidden="true" />
            Add
          </Button>
          {!isChoosing && beside}
          {isChoosing &&
            ITEM_KINDS.map((kind) => (
              <Button key={kind} variant="quiet" size="sm" onClick={() => add(kind)}>
                {ITEM_KIND_LABEL[kind]}
              </Button>
            ))}
        </div>
      ) : (
        <p className={classNames("text-sm text-ink-soft", isFolded ? "mt-2" : "mt-4")}>{ITEM.tooMany}.</p>
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
    </>
  )
}
