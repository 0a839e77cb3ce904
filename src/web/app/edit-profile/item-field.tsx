// One item of the profile: its service and label, its value, and where it appears. An item that was saved is one line until it is opened.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useState } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import IconArrowDown from "~icons/arrow-down"
import IconArrowUp from "~icons/arrow-up"
import IconChevronDown from "~icons/chevron-down"
import IconGripVertical from "~icons/grip-vertical"
import IconTrash from "~icons/trash"
import { storablePhone } from "../../../domain/contact/typed-phone.ts"
import { ITEM_KIND_LABEL, ITEM_LABELS, type ItemKind, itemValue } from "../../../domain/profile/items.ts"
import { acceptsHandle, SERVICE_KEYS, SERVICES } from "../../../domain/profile/services.ts"
import { classNames } from "../../ui/class-names.ts"
import { Checkbox } from "../../ui/form/checkbox.tsx"
import { SelectField } from "../../ui/form/select-field.tsx"
import { TextArea } from "../../ui/form/text-area.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import type { ProfileValues } from "./form-values.ts"

interface ItemFieldProps {
  form: UseFormReturn<ProfileValues>
  kind: ItemKind
  at: number
  count: number
  isDragged: boolean
  onDrag: (event: PointerEvent) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const TOOL =
  "inline-flex size-11 cursor-pointer items-center justify-center rounded-xl text-ink-soft hover:bg-well hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-35 aria-disabled:hover:bg-transparent"

export function ItemField({ form, kind, at, count, isDragged, onDrag, onMove, onRemove }: ItemFieldProps) {
  const name = `profile_items.${at}` as const
  const label = useWatch({ control: form.control, name: `${name}.label` })
  // Only a new item has no value yet.
  const [isOpened, setOpened] = useState(() => form.getValues(`${name}.value`) === "")
  const isWrong = form.formState.errors.profile_items?.[at] !== undefined
  const isOpen = isOpened || isWrong
  useEffect(() => {
    // It stays open when the mistake is corrected.
    if (isWrong) setOpened(true)
  }, [isWrong])
  const what = `${label || ITEM_KIND_LABEL[kind]} (${at + 1} of ${count})`
  const stepWithKeys = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onMove(at + step)
  }
  return (
    <li
      className={classNames(
        "rounded-2xl border border-line bg-paper px-4",
        isOpen ? "py-4" : "py-3",
        isDragged && "relative z-10 border-accent shadow-float",
      )}
    >
      <fieldset className="min-w-0">
        <legend className="sr-only">{what}</legend>
        <div className={classNames("-mt-2 -mr-2 -ml-3 flex items-center", isOpen ? "mb-1" : "-mb-2")}>
          <button
            type="button"
            aria-label={`Drag ${what}, or press the arrow keys`}
            className={classNames(TOOL, "cursor-grab touch-none active:cursor-grabbing")}
            onPointerDown={onDrag}
            onKeyDown={stepWithKeys}
          >
            <IconGripVertical size={20} aria-hidden="true" />
          </button>
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-xl px-1 text-left text-sm"
            onClick={() => setOpened(!isOpen)}
          >
            <span className="min-w-0 flex-1 text-ink-soft sm:truncate">
              <span className="font-semibold text-ink max-sm:block max-sm:truncate">
                {label || ITEM_KIND_LABEL[kind]}
              </span>
              {!isOpen && <ShortValue form={form} at={at} />}
            </span>
            <IconChevronDown
              size={18}
              aria-hidden="true"
              className={classNames("mr-2 shrink-0 text-ink-soft", isOpen && "rotate-180")}
            />
          </button>
        </div>
        {isOpen && (
          <Fields form={form} kind={kind} at={at}>
            <button
              type="button"
              aria-label={`Move ${what} up`}
              className={TOOL}
              // Disabled, it would lose the focus of those who moved the item here by keyboard.
              aria-disabled={at === 0}
              onClick={() => onMove(at - 1)}
            >
              <IconArrowUp size={20} aria-hidden="true" />
            </button>
            <button
              type="button"
              aria-label={`Move ${what} down`}
              className={TOOL}
              aria-disabled={at === count - 1}
              onClick={() => onMove(at + 1)}
            >
              <IconArrowDown size={20} aria-hidden="true" />
            </button>
            <button type="button" aria-label={`Remove ${what}`} className={TOOL} onClick={onRemove}>
              <IconTrash size={20} aria-hidden="true" />
            </button>
          </Fields>
        )}
      </fieldset>
    </li>
  )
}

type Item = Pick<ItemFieldProps, "form" | "kind" | "at">

/** Without what every link begins with. */
function ShortValue({ form, at }: Pick<Item, "form" | "at">) {
  const value = useWatch({ control: form.control, name: `profile_items.${at}.value` })
  return (
    <>
      {" "}
      <span className="max-sm:block max-sm:truncate sm:ml-1">{value.replace(/^https?:\/\/(www\.)?/, "")}</span>
    </>
  )
}

function Fields({ form, kind, at, children }: Item & { children: ReactNode }) {
  const { register } = form
  const name = `profile_items.${at}` as const
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {kind === "link" && (
          <SelectField
            label="Service"
            options={[["", "Any website"], ...SERVICE_KEYS.map((key): [string, string] => [key, SERVICES[key].label])]}
            {...register(`${name}.service`)}
          />
        )}
        <TextField
          label="Label"
          list={`item-labels-${kind}`}
          autoComplete="off"
          placeholder={ITEM_LABELS[kind][0]}
          error={form.formState.errors.profile_items?.[at]?.label?.message}
          {...register(`${name}.label`)}
        />
        <datalist id={`item-labels-${kind}`}>
          {ITEM_LABELS[kind].map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
        <div className={kind === "link" || kind === "address" || kind === "text" ? "sm:col-span-2" : undefined}>
          <ValueField form={form} kind={kind} at={at} />
        </div>
      </div>
      <div className="mt-4 flex items-end justify-between">
        <div className="flex flex-wrap gap-x-7 gap-y-2">
          <Checkbox label="On my page" {...register(`${name}.on_page`)} />
          <Checkbox label="In my contact" {...register(`${name}.in_contact`)} />
        </div>
        <div className="-mr-2 -mb-2 flex">{children}</div>
      </div>
    </>
  )
}

function ValueField({ form, kind, at }: Item) {
  const name = `profile_items.${at}.value` as const
  const service = useWatch({ control: form.control, name: `profile_items.${at}.service` })
  const error = form.formState.errors.profile_items?.[at]?.value?.message
  /** Shows at once what a handle or a bare address becomes, and which service it belongs to. */
  const complete = async () => {
    const typed = form.getValues(name)
    const result = itemValue(kind, typed, service)
    if ("problem" in result) return
    if (kind === "phone") result.value = (await storablePhone(result.value).catch(() => null)) ?? typed
    if (form.getValues(name) !== typed) return
    if (result.value !== typed) form.setValue(name, result.value, { shouldDirty: true })
    if (kind === "link" && result.service !== service)
      form.setValue(`profile_items.${at}.service`, result.service, { shouldDirty: true })
  }
  const field = form.register(name, { onBlur: complete })
  switch (kind) {
    case "link": {
      const takesHandle = service !== "" && acceptsHandle(service)
      const address = `https://${service === "" ? "example.com" : SERVICES[service].hosts[0]}`
      return (
        <TextField
          label={takesHandle ? "Username or link" : "Link"}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={takesHandle ? (SERVICES[service].example ?? "@you") : address}
          error={error}
          {...field}
        />
      )
    }
    case "phone":
      return (
        <TextField
          label="Phone"
          help="Outside the US and Canada, start with + and the country code."
          type="tel"
          autoComplete="off"
          error={error}
          {...field}
        />
      )
    case "email":
      return <TextField label="Email" type="email" autoComplete="off" spellCheck={false} error={error} {...field} />
    case "date":
      return (
        <TextField
          label="Date"
          autoComplete="off"
          placeholder="1990-05-04"
          help={
            <>
              Year-month-day. To leave out the year: <span className="whitespace-nowrap">--05-04</span>
            </>
          }
          error={error}
          {...field}
        />
      )
    default:
      return <TextArea label={ITEM_KIND_LABEL[kind]} rows={2} className="min-h-20" error={error} {...field} />
  }
}
