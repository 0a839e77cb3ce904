// The steps of "Import": reads a contact file, an export or a pasted list on this device, shows what it found, and puts what the owner
// chooses into the form. Nothing is saved or sent until the form is.
import { type ChangeEvent, useId, useState } from "react"
import type { UseFormReturn } from "react-hook-form"
import { IMPORT } from "../../../domain/import/import-messages.ts"
import type { Imported, ImportedContact } from "../../../domain/import/imported.ts"
import { IMPORT_MAX_BYTES } from "../../../domain/limits.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { Checkbox } from "../../ui/form/checkbox.tsx"
import { SelectField } from "../../ui/form/select-field.tsx"
import { TextArea } from "../../ui/form/text-area.tsx"
import { ButtonRow } from "../../ui/layout/button-row.tsx"
import type { ProfileValues } from "./form-values.ts"
import { choicesOf, type ImportChoice, takeInto } from "./import-choices.ts"

export interface ImportStepsProps {
  form: UseFormReturn<ProfileValues>
  /** what to do with a photo that the owner chose: it is uploaded at once, like any other */
  onPhoto: (photo: File) => void
  onDone: () => void
}

export function ImportSteps({ onDone, ...props }: ImportStepsProps) {
  const [imported, setImported] = useState<Imported | null>(null)
  // Kept for going back: a list can be long.
  const [pasted, setPasted] = useState("")
  if (imported === null) return <ChooseSource pasted={pasted} onPaste={setPasted} onRead={setImported} />
  return <ChooseContact imported={imported} onBack={() => setImported(null)} onDone={onDone} {...props} />
}

interface ChooseSourceProps {
  pasted: string
  onPaste: (text: string) => void
  onRead: (imported: Imported) => void
}

function ChooseSource({ pasted, onPaste, onRead }: ChooseSourceProps) {
  const id = useId()
  const [error, setError] = useState<string>()
  const read = async (source: () => Promise<Imported>) => {
    setError(undefined)
    try {
      onRead(await source())
    } catch (problem) {
      setError(problem instanceof Error && problem.name === "ImportError" ? problem.message : IMPORT.unreadable)
    }
  }
  // The readers are only needed by those who import.
  const readers = () => import("../../../domain/import/import-from.ts")
  const readFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again after a mistake.
    target.value = ""
    if (file === undefined) return
    void read(async () => {
      const { importFrom } = await readers()
      // A file that is too large is refused by its first bytes, without reading the rest into memory.
      const start = file.slice(0, IMPORT_MAX_BYTES + 1)
      return importFrom({ name: file.name, bytes: new Uint8Array(await start.arrayBuffer()) })
    })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog is inside the profile's form.
        event.stopPropagation()
        void read(async () => (await readers()).importFromText(pasted))
      }}
      className="flex flex-col gap-5"
    >
      <p className="-mt-4 text-ink-soft">
        From a contact file (.vcf), a Linktree or LinkStack export, a CSV file, or pasted links. Everything is read on
        this device.
      </p>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold text-ink">
          File
        </label>
        <input
          id={id}
          type="file"
          accept=".vcf,.csv,.json,.html,.txt,text/vcard,text/csv,application/json"
          onChange={readFile}
          className="w-full rounded-xl border border-line-strong bg-sheet p-2 text-base text-ink file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-lg file:border-0 file:bg-well file:px-3 file:font-semibold file:text-ink"
        />
      </div>
      <TextArea
        label="Or paste links, one per line"
        rows={4}
        value={pasted}
        onChange={(event) => onPaste(event.target.value)}
        placeholder={"Portfolio https://example.com\nInstagram: @you"}
        spellCheck={false}
      />
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      <Button type="submit" disabled={pasted.trim() === ""}>
        Continue
      </Button>
    </form>
  )
}

interface ChooseContactProps extends ImportStepsProps {
  imported: Imported
  onBack: () => void
  onDone: () => void
}

function ChooseContact({ imported: { contacts }, ...rest }: ChooseContactProps) {
  const [at, setAt] = useState(0)
  const contact = contacts[at] as ImportedContact
  return (
    <div className="flex flex-col gap-5">
      {contacts.length > 1 && (
        <SelectField
          label="Contact"
          value={String(at)}
          onChange={(event) => setAt(Number(event.target.value))}
          options={contacts.map(({ fields, items }, index) => [
            String(index),
            fields.full_name || fields.email || items[0]?.value || `Contact ${index + 1}`,
          ])}
        />
      )}
      <ChooseDetails key={at} contact={contact} {...rest} />
    </div>
  )
}

function ChooseDetails({
  contact,
  form,
  onPhoto,
  onBack,
  onDone,
}: Omit<ChooseContactProps, "imported"> & { contact: ImportedContact }) {
  const [choices] = useState(() => choicesOf(contact, form.getValues()))
  // What would replace something is left to the owner.
  const [taken, setTaken] = useState(() => new Set(choices.filter(({ replaces }) => replaces === "")))
  const toggle = (choice: ImportChoice) => {
    const changed = new Set(taken)
    if (!changed.delete(choice)) changed.add(choice)
    setTaken(changed)
  }
  const take = () => {
    const photo = takeInto(form, [...taken])
    if (photo !== null) onPhoto(photo)
    onDone()
  }
  return (
    <>
      <p className="-mt-4 text-ink-soft">
        Choose what to add. Except for a new photo, nothing is saved until you save your profile.
      </p>
      <ul className="-mt-1 flex max-h-[44dvh] flex-col divide-y divide-line overflow-y-auto border-t border-line after:pointer-events-none after:sticky after:bottom-0 after:-mt-6 after:h-6 after:shrink-0 after:border-0! after:bg-linear-to-t after:from-sheet">
        {choices.map((choice) => (
          <li key={choice.key} className="py-3">
            <Checkbox
              checked={taken.has(choice)}
              onChange={() => toggle(choice)}
              label={
                <>
                  <span className="text-ink-soft">{choice.label}</span>
                  <span className="block text-base whitespace-pre-line wrap-anywhere">{choice.shown}</span>
                  {choice.replaces !== "" && (
                    <span className="block wrap-anywhere text-ink-soft">Replaces: {choice.replaces}</span>
                  )}
                </>
              }
            />
          </li>
        ))}
      </ul>
      {contact.left_out.length > 0 && (
        <div role="status" className="text-sm text-ink-soft">
          {contact.left_out.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      <ButtonRow>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button onClick={take} disabled={taken.size === 0}>
          Add to the form
        </Button>
      </ButtonRow>
    </>
  )
}
