// Who is in the file: what will be added, what becomes of those you already have, and then the import itself.
import { useState } from "react"
import IconInfoCircle from "~icons/info-circle"
import type { AddressBook, FoundPerson } from "../../../../domain/people/address-book.ts"
import { PERSON_TAG_MAX } from "../../../../domain/people/people-limits.ts"
import { PEOPLE } from "../../../../domain/people/people-messages.ts"
import { changedPersonCard, readPerson } from "../../../../domain/people/person-card.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { Checkbox } from "../../../ui/form/checkbox.tsx"
import { TextField } from "../../../ui/form/text-field.tsx"
import { ButtonRow } from "../../../ui/layout/button-row.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { contactsOf, peopleOf } from "../../../ui/sizes.ts"
import { ButtonLink } from "../../../ui/text-link.tsx"
import { type ImportProgress, useImport } from "./use-import.ts"

interface ImportPreviewProps {
  book: AddressBook
  onBack: () => void
}

/** Names shown to choose from; everyone else in the file is taken. */
const SHOWN_MAX = 200

export function ImportPreview({ book: { people, unreadable, left_out }, onBack }: ImportPreviewProps) {
  const [left, setLeft] = useState<ReadonlySet<FoundPerson>>(new Set())
  const [mayRepeat, setMayRepeat] = useState(false)
  const [tag, setTag] = useState("")
  const { progress, start, proceed } = useImport()
  const taken = people.filter((person) => !left.has(person))
  const toggle = (person: FoundPerson) => {
    const after = new Set(left)
    if (!after.delete(person)) after.add(person)
    setLeft(after)
  }
  if (progress !== null) return <Result progress={progress} total={taken.length} onRetry={() => void proceed()} />
  const send = () =>
    start(
      taken.map(({ card }) => ({ card: tagged(card, tag.trim()) })),
      mayRepeat,
      unreadable,
    )
  return (
    <Panel title={`${peopleOf(people.length)} in this file`} className="flex flex-col gap-1">
      <div className="flex flex-col gap-5">
        {(unreadable > 0 || left_out !== "") && (
          <p className="-mt-4 flex gap-2 text-sm">
            <IconInfoCircle size={20} className="shrink-0 text-ink-soft" />
            <span>
              {unreadable > 0 && `${contactsOf(unreadable)} can't be read and will be skipped. `}
              {left_out}
            </span>
          </p>
        )}
        <ul aria-label="People in this file" className="flex max-h-[45dvh] flex-col gap-3 overflow-y-auto">
          {people.slice(0, SHOWN_MAX).map((person) => (
            <li key={person.card}>
              <Checkbox
                checked={!left.has(person)}
                onChange={() => toggle(person)}
                label={
                  <>
                    <span dir="auto" className="font-semibold wrap-anywhere">
                      {person.name}
                    </span>
                    <span dir="auto" className="block text-ink-soft wrap-anywhere">
                      {person.about}
                    </span>
                  </>
                }
              />
            </li>
          ))}
        </ul>
        {people.length > SHOWN_MAX && (
          <p className="text-sm text-ink-soft">{`and ${peopleOf(people.length - SHOWN_MAX)} more`}</p>
        )}
        <div className="flex flex-col gap-5 border-t border-line pt-5">
          <TextField
            label={people.length === 1 ? "Tag" : "Tag them all"}
            placeholder="Spring Fair"
            help="Optional. Helps you find them again."
            autoComplete="off"
            maxLength={PERSON_TAG_MAX}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
          <Checkbox
            checked={mayRepeat}
            onChange={() => setMayRepeat(!mayRepeat)}
            label={
              <>
                <span className="font-semibold">Also add people you already have</span>
                <span className="block max-w-prose text-pretty text-ink-soft">
                  Otherwise, we skip anyone with the same name and the same email or phone number. No one is
                  overwritten.
                </span>
              </>
            }
          />
        </div>
        <ButtonRow>
          <Button variant="secondary" onClick={onBack}>
            Choose another file
          </Button>
          <Button disabled={taken.length === 0} onClick={send}>
            {`Add ${peopleOf(taken.length)}`}
          </Button>
        </ButtonRow>
      </div>
    </Panel>
  )
}

function tagged(card: string, tag: string): string {
  const person = tag === "" ? null : readPerson(card)
  if (person === null || person.tags.includes(tag)) return card
  return changedPersonCard(card, { ...person, tags: [...person.tags, tag] }, new Date())
}

interface ResultProps {
  progress: ImportProgress
  total: number
  onRetry: () => void
}

function Result({ progress: { sent, added, duplicates, unreadable, state, problem }, total, onRetry }: ResultProps) {
  const lines = [
    `${peopleOf(added)} added`,
    ...(duplicates > 0 ? [`${peopleOf(duplicates)} skipped (already in your list)`] : []),
    ...(unreadable > 0 ? [`${contactsOf(unreadable)} couldn't be read`] : []),
  ]
  return (
    <Panel title={state === "sending" ? "Adding..." : state === "done" ? "Done" : PEOPLE.failed}>
      <div className="flex flex-col gap-5">
        {state === "sending" && (
          <progress aria-label="Import" value={sent} max={total} className="h-2 w-full accent-accent" />
        )}
        <ul role="status" className="flex flex-col gap-1 tabular-nums">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {state === "failed" && <Notice tone="bad">{`${problem} The people already added were kept.`}</Notice>}
        {state !== "sending" && (
          <div className="flex flex-col gap-3 sm:flex-row sm:justify-end">
            {state === "failed" && (
              <Button variant="secondary" onClick={onRetry}>
                Try again
              </Button>
            )}
            <ButtonLink href="/people">Go to People</ButtonLink>
          </div>
        )}
      </div>
    </Panel>
  )
}
