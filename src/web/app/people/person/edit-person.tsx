// Changes a person. A version that was saved elsewhere meanwhile is never overwritten.
import { useEffect, useRef, useState } from "react"
import { useForm } from "react-hook-form"
import type { Person } from "../../../../api/people.ts"
import { PROFILE } from "../../../../domain/messages.ts"
import { PEOPLE } from "../../../../domain/people/people-messages.ts"
import { ApiError, call } from "../../../session/api.ts"
import { isStored } from "../../../session/storage.ts"
import { Button } from "../../../ui/button.tsx"
import { CopyButton } from "../../../ui/copy-button.tsx"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { focusHeading } from "../../../ui/focus-heading.ts"
import { resolveWith } from "../../../ui/form/form-resolver.ts"
import { SaveBar } from "../../../ui/layout/save-bar.tsx"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { ButtonLink } from "../../../ui/text-link.tsx"
import { LeaveWarning } from "../../edit-profile/leave-warning.tsx"
import { showFailure } from "../../show-failure.ts"
import { forgetInterrupted, keepInterrupted } from "../interrupted.ts"
import { PersonFields, type PersonValues } from "../person-form.tsx"
import { useKnownTags } from "../use-known-tags.ts"

/** What was changed when the session ended. */
export interface Interrupted {
  changes: Partial<PersonValues>
  /** that the changes started from */
  revision: number
}

interface EditPersonProps {
  person: Person
  userId: string
  interrupted: Interrupted | null
  /** the note is what someone came for */
  isForNote: boolean
  onSaved: (person: Person) => void
  /** the person as it is stored now, for the form to start again */
  onLatest: (person: Person) => void
  onCancel: () => void
}

const checkChanged = resolveWith(async () => (await import("../../../../domain/people/person.ts")).changedPersonForm())

/** What another program wrote and nobody touched here is neither checked nor sent: it may be more than the form takes. */
const changesOf = (values: PersonValues, person: Person): Partial<PersonValues> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(person[name as keyof PersonValues]),
    ),
  )

/** The person with these changes, if they are stored already: then only the answer to an earlier try was lost. */
async function storedAs(body: PersonValues, id: string): Promise<Person | null> {
  const latest = await call("GET /api/people/{id}", { params: { id } }).catch(() => null)
  return latest !== null && Object.keys(changesOf(body, latest.person)).length === 0 ? latest.person : null
}

function toHeading(heading: HTMLElement | null): void {
  if (heading === null) return
  scrollTo({ top: 0 })
  focusHeading(heading)
}

export function EditPerson({ person, userId, interrupted, isForNote, onSaved, onLatest, onCancel }: EditPersonProps) {
  const { id, full_name, job_title, business_name, entries, note, tags, event } = person
  const { revision } = interrupted ?? person
  const knownTags = useKnownTags()
  const { ask, dialog } = useConfirm()
  const leaving = useRef(false)
  const [elsewhere, setElsewhere] = useState<"nothing" | "changed" | "deleted">("nothing")
  const form = useForm<PersonValues>({
    resolver: ((values: PersonValues, ...more: [never, never]) =>
      checkChanged(changesOf(values, person), ...more)) as never,
    defaultValues: { full_name, job_title, business_name, entries, note, tags, event },
  })
  const { setFocus } = form
  useEffect(() => {
    if (isForNote) setFocus("note")
  }, [isForNote, setFocus])
  useEffect(() => {
    for (const [name, value] of Object.entries(interrupted?.changes ?? {}))
      form.setValue(name as keyof PersonValues, value, { shouldDirty: true })
  }, [form, interrupted])
  const { isDirty } = form.formState
  const isTyped = useRef(false)
  isTyped.current = isDirty
  useEffect(() => {
    forgetInterrupted(userId, id)
    return () => {
      // Every other way of leaving asks first.
      if (isStored() || !isTyped.current || leaving.current) return
      keepInterrupted({ changes: changesOf(form.getValues(), person), revision } satisfies Interrupted, userId, id)
    }
  }, [form, id, person, revision, userId])
  const fail = (error: unknown) => {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 412) setElsewhere("changed")
    else if (status === 404) setElsewhere("deleted")
    else showFailure(PEOPLE.failed, error)
  }
  const finish = (saved: Person) => {
    leaving.current = true
    showToast({ title: PEOPLE.saved, tone: "good" })
    onSaved(saved)
  }
  const save = form.handleSubmit(async (body) => {
    try {
      const saved = await call("PUT /api/people/{id}", { params: { id }, body, version: revision })
      finish(saved.person)
    } catch (error) {
      const stored = error instanceof ApiError && error.status === 412 ? await storedAs(body, id) : null
      if (stored !== null) return finish(stored)
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      for (const [name, message] of fields) form.setError(name as keyof PersonValues, { message })
      if (fields.length === 0) fail(error)
    }
  })
  const load = async () => {
    try {
      onLatest((await call("GET /api/people/{id}", { params: { id } })).person)
    } catch (error) {
      fail(error)
    }
  }
  const typedNote = elsewhere === "deleted" ? form.watch("note") : ""
  const cancel = () =>
    isDirty
      ? ask({ title: "Discard changes?", question: PROFILE.discard, confirm: "Discard", onConfirm: onCancel })
      : onCancel()
  return (
    <form method="post" noValidate onSubmit={save} aria-label="Edit Person" className="flex flex-col gap-6">
      {/* What was pressed is far below, and gone: why is said here. */}
      <h1
        key={elsewhere}
        ref={elsewhere === "deleted" ? toHeading : undefined}
        tabIndex={-1}
        className="-mt-1 font-serif text-2xl font-semibold"
      >
        Edit Person
      </h1>
      {elsewhere === "deleted" && (
        <Notice tone="bad" title={PEOPLE.missing} className="px-5! sm:px-7!">
          Your changes can't be saved. Your text stays here until you leave, so you can copy it.
        </Notice>
      )}
      <PersonFields form={form} knownTags={knownTags} isFixed={elsewhere === "deleted"} />
      {elsewhere === "changed" && (
        <Notice tone="bad" title="This person was changed elsewhere">
          <p>Your phone or another window saved a newer version. Loading it replaces what you typed here.</p>
          <Button variant="secondary" size="sm" className="mt-3" onAct={load}>
            Load the latest version
          </Button>
        </Notice>
      )}
      <SaveBar>
        {elsewhere === "deleted" ? (
          <>
            <ButtonLink href="/people" variant={typedNote === "" ? "primary" : "secondary"} size="lg">
              Back to People
            </ButtonLink>
            {typedNote !== "" && (
              <CopyButton
                variant="primary"
                size="lg"
                label="Copy note"
                text={typedNote}
                className="flex-1 sm:flex-none"
              />
            )}
          </>
        ) : (
          <>
            <Button variant="secondary" size="lg" onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit" size="lg" className="flex-1 sm:flex-none" busy={form.formState.isSubmitting}>
              Save Changes
            </Button>
          </>
        )}
      </SaveBar>
      {dialog}
      <LeaveWarning isDirty={isDirty} text={PEOPLE.leave} leaving={leaving} />
    </form>
  )
}
