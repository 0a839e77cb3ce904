// /people/:personId: one person, and the form that changes them.
import { useCallback, useState } from "react"
import { useParams } from "react-router"
import IconUserOff from "~icons/user-off"
import type { Person } from "../../../../api/people.ts"
import { ApiError, call } from "../../../session/api.ts"
import { RequireUser } from "../../../session/require-user.tsx"
import { PanelFailed, PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { EmptyPanel } from "../../../ui/layout/empty.tsx"
import { ButtonLink, TextLink } from "../../../ui/text-link.tsx"
import { pageTitle } from "../../titles.ts"
import { useAsked } from "../../use-asked.tsx"
import { interruptedOf } from "../interrupted.ts"
import { EditPerson, type Interrupted } from "./edit-person.tsx"
import { PersonView } from "./person-view.tsx"

export const meta = pageTitle("Person")

export default function PersonPage() {
  const { personId = "" } = useParams()
  return (
    <div className="relative mx-auto flex w-full max-w-3xl flex-col gap-6">
      <p className="back -mb-2 text-sm">
        <TextLink href="/people">People</TextLink>
      </p>
      <RequireUser waiting={<PanelWaiting />}>
        {({ user }) => <Asked key={personId} id={personId} userId={user.id} />}
      </RequireUser>
    </div>
  )
}

function Asked({ id, userId }: { id: string; userId: string }) {
  const asked = useAsked(useCallback(() => call("GET /api/people/{id}", { params: { id } }), [id]))
  const [changed, setChanged] = useState<Person | null>(null)
  const [interrupted, setInterrupted] = useState(() => interruptedOf<Interrupted>(userId, id))
  const [editing, setEditing] = useState<"nothing" | "person" | "note">(interrupted === null ? "nothing" : "person")
  if (asked.state === "loading") return <PanelWaiting />
  if (asked.state === "failed")
    return asked.error instanceof ApiError && asked.error.status === 404 ? (
      <NoSuchPerson />
    ) : (
      <PanelFailed onRetry={asked.again} />
    )
  const person = changed ?? asked.answer.person
  const startFrom = (latest: Person) => {
    setInterrupted(null)
    setChanged(latest)
  }
  const stop = () => {
    setInterrupted(null)
    setEditing("nothing")
  }
  const show = (saved: Person) => {
    setChanged(saved)
    stop()
  }
  return editing !== "nothing" ? (
    <EditPerson
      key={`${person.revision} ${interrupted === null}`}
      person={person}
      userId={userId}
      interrupted={interrupted}
      isForNote={editing === "note"}
      onSaved={show}
      onLatest={startFrom}
      onCancel={stop}
    />
  ) : (
    <PersonView person={person} onEdit={() => setEditing("person")} onAddNote={() => setEditing("note")} />
  )
}

const NoSuchPerson = () => (
  <EmptyPanel
    icon={IconUserOff}
    as="h1"
    title="This contact no longer exists"
    action={<ButtonLink href="/people">Go to People</ButtonLink>}
  >
    It was deleted or merged, perhaps on another device.
  </EmptyPanel>
)
