// /people/new: adds a person by hand, or with what a scanned code said.
import { useEffect, useRef, useState } from "react"
import { useForm } from "react-hook-form"
import { useLocation, useNavigate } from "react-router"
import { PEOPLE } from "../../../../domain/people/people-messages.ts"
import { ApiError, call } from "../../../session/api.ts"
import { RequireUser } from "../../../session/require-user.tsx"
import { isStored } from "../../../session/storage.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { resolveWith } from "../../../ui/form/form-resolver.ts"
import { SaveBar } from "../../../ui/layout/save-bar.tsx"
import { ButtonLink } from "../../../ui/text-link.tsx"
import { LeaveWarning } from "../../edit-profile/leave-warning.tsx"
import { PageTitle } from "../../page-title.tsx"
import { showFailure } from "../../show-failure.ts"
import { pageTitle } from "../../titles.ts"
import { forgetInterrupted, interruptedOf, keepInterrupted } from "../interrupted.ts"
import { PersonFields, type PersonValues } from "../person-form.tsx"
import { useKnownTags } from "../use-known-tags.ts"
import { EMPTY_PERSON, type NewPersonState } from "./new-person.ts"

export const meta = pageTitle("Add a Person")

export default function NewPerson() {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <PageTitle
        parent={{ href: "/people", name: "People" }}
        title="Add a Person"
        lead="Write down what you'd forget by tomorrow."
      />
      <RequireUser waiting={<PanelWaiting />}>{({ user }) => <Form userId={user.id} />}</RequireUser>
    </div>
  )
}

interface Interrupted {
  values: PersonValues
  /** what the page was opened with */
  state: NewPersonState | null
}

function Form({ userId }: { userId: string }) {
  const location = useLocation()
  // What was scanned since goes first; the other waits for the next empty form.
  const [interrupted] = useState(() => (location.state === null ? interruptedOf<Interrupted>(userId) : null))
  const state = interrupted === null ? (location.state as NewPersonState | null) : interrupted.state
  const typed = interrupted?.values ?? state?.details
  const navigate = useNavigate()
  const knownTags = useKnownTags()
  const leaving = useRef(false)
  const form = useForm<PersonValues>({
    resolver: resolveWith(async () =>
      (await import("../../../../domain/people/person.ts")).changedPersonForm(),
    ) as never,
    defaultValues: { ...EMPTY_PERSON, event: "" },
  })
  useEffect(() => {
    // Values that differ from the empty ones: leaving them would lose them.
    for (const [name, value] of Object.entries(typed ?? {}))
      form.setValue(name as keyof PersonValues, value, { shouldDirty: true })
  }, [form, typed])
  useEffect(() => {
    let isOver = false
    call("GET /api/people-settings")
      .then(({ settings }) => {
        // What was typed meanwhile counts. Nothing is lost with it, so it is no change either.
        if (!isOver && !form.getFieldState("event").isDirty) form.resetField("event", { defaultValue: settings.event })
      })
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [form])
  const { isDirty } = form.formState
  const isTyped = useRef(false)
  isTyped.current = isDirty
  useEffect(() => {
    if (interrupted !== null) forgetInterrupted(userId)
    return () => {
      // Every other way of leaving asks first.
      if (!isStored() && isTyped.current && !leaving.current)
        keepInterrupted({ values: form.getValues(), state } satisfies Interrupted, userId)
    }
  }, [form, interrupted, state, userId])
  const sent = useRef({ text: "", key: "" })
  /** The same for the same person: if only the answer was lost, they are not added again. */
  const keyOf = (person: object): string => {
    const text = JSON.stringify(person)
    if (text !== sent.current.text) sent.current = { text, key: crypto.getRandomValues(new Uint32Array(4)).join("-") }
    return sent.current.key
  }
  const save = form.handleSubmit(async (values) => {
    const source = state === null ? ("added" as const) : ("scanned" as const)
    const person = { ...values, source, ...(state?.profile && { profile: state.profile }) }
    try {
      const answer = await call("POST /api/people", { body: { ...person, idempotency_key: keyOf(person) } })
      leaving.current = true
      showToast({ title: PEOPLE.added, tone: "good" })
      await navigate(`/people/${answer.person.id}`, { replace: true })
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      for (const [name, message] of fields) form.setError(name as keyof PersonValues, { message })
      if (fields.length === 0) showFailure(PEOPLE.failed, error)
    }
  })
  return (
    <form method="post" noValidate onSubmit={save} aria-label="Add a Person" className="flex flex-col gap-6">
      {state?.profile !== undefined && (
        <Notice tone="good" title={`@${state.profile} is on this site`}>
          Their details are included and stay up to date. Add what only you know.
        </Notice>
      )}
      {state?.hint !== undefined && <Notice>{state.hint}</Notice>}
      <PersonFields form={form} knownTags={knownTags} />
      <SaveBar>
        <ButtonLink href="/people" variant="secondary" size="lg">
          Cancel
        </ButtonLink>
        <Button type="submit" size="lg" className="flex-1 sm:flex-none" busy={form.formState.isSubmitting}>
          Save Person
        </Button>
      </SaveBar>
      <LeaveWarning isDirty={isDirty} text={PEOPLE.leave} leaving={leaving} />
    </form>
  )
}
