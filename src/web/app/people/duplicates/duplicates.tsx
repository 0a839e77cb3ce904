// /people/duplicates: contacts that may be one person, to merge them or leave them.
import IconUserCheck from "~icons/user-check"
import type { ListedPerson } from "../../../../api/people.ts"
import { fullestName } from "../../../../domain/contact/names.ts"
import { PEOPLE } from "../../../../domain/people/people-messages.ts"
import { ApiError, call } from "../../../session/api.ts"
import { RequireUser } from "../../../session/require-user.tsx"
import { Avatar } from "../../../ui/avatar.tsx"
import { Button } from "../../../ui/button.tsx"
import { shortDayOf } from "../../../ui/dates.ts"
import { PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { EmptyPanel } from "../../../ui/layout/empty.tsx"
import { Panel } from "../../../ui/layout/panel.tsx"
import { TextLink } from "../../../ui/text-link.tsx"
import { PageTitle } from "../../page-title.tsx"
import { showFailure } from "../../show-failure.ts"
import { pageTitle } from "../../titles.ts"
import { Loaded, useAsked } from "../../use-asked.tsx"

export const meta = pageTitle("Duplicates")

export default function Duplicates() {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <PageTitle
        parent={{ href: "/people", name: "People" }}
        title="Duplicates"
        lead="Contacts that may be the same person."
      />
      <RequireUser waiting={<PanelWaiting />}>{() => <Groups />}</RequireUser>
    </div>
  )
}

const WHY = { email: "Same email", phone: "Same phone number", uid: "Same contact", name: "Same name" } as const

const askGroups = () => call("GET /api/people/duplicates")

function Groups() {
  const asked = useAsked(askGroups)
  return (
    <Loaded asked={asked}>
      {({ groups, has_more }) => {
        if (groups.length === 0)
          return (
            <EmptyPanel icon={IconUserCheck} as="h2" title="No duplicates">
              Everyone is listed once.
            </EmptyPanel>
          )
        return (
          <>
            <p className="-mt-6 text-pretty text-ink-soft">
              Merging keeps every detail, note and tag. A second company, job title or event is added to the note.
            </p>
            {groups.map(({ why, people }) => (
              <Group key={keyOf(people)} why={WHY[why]} people={people} onDone={asked.again} />
            ))}
            {has_more && <p className="text-center text-ink-soft">More will appear as you go.</p>}
          </>
        )
      }}
    </Loaded>
  )
}

const keyOf = (people: ListedPerson[]): string => people.map(({ id }) => id).join()

interface GroupProps {
  why: string
  people: ListedPerson[]
  onDone: () => Promise<void>
}

function Group({ why, people, onDone }: GroupProps) {
  // The oldest contact stays: it says how you met first. Its name becomes the fullest one.
  const oldestFirst = people.toSorted((a, b) => a.met_at.localeCompare(b.met_at))
  const body = { ids: oldestFirst.map(({ id }) => id) }
  const act = async (title: string, work: () => Promise<unknown>) => {
    try {
      await work()
      showToast({ title, tone: "good" })
      await onDone()
    } catch (error) {
      showFailure(PEOPLE.failed, error)
      if (error instanceof ApiError && error.status === 404) await onDone()
    }
  }
  const merge = () => act(PEOPLE.merged, () => call("POST /api/people/merges", { body }))
  const separate = () => act(PEOPLE.separated, () => call("POST /api/people/separations", { body }))
  return (
    <Panel title={why}>
      <ul className="-mt-2 divide-y divide-line">
        {people.map(({ id, full_name, business_name, job_title, email, phone, met_at }) => (
          <li key={id} className="flex items-center gap-3 py-3">
            <Avatar src="" name={full_name} className="size-11 rounded-full" />
            <div className="min-w-0 flex-1">
              <TextLink href={`/people/${id}`} dir="auto" className="block truncate font-semibold">
                {full_name || "No name"}
              </TextLink>
              <p className="text-sm text-ink-soft wrap-anywhere">
                {[job_title, business_name, email, phone].filter(Boolean).join(" · ")}
                <span className="block">Met {shortDayOf(met_at)}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div className="items-center justify-between gap-6 border-t border-line pt-4 sm:flex">
        <p className="text-sm text-ink-soft">
          Merged name:{" "}
          <bdi className="font-semibold text-ink">
            {fullestName(oldestFirst.map(({ full_name }) => full_name)) || "No name"}
          </bdi>
        </p>
        <div className="flex flex-wrap gap-3 max-sm:mt-4 sm:flex-nowrap">
          <Button variant="secondary" className="flex-auto whitespace-nowrap sm:flex-none" onAct={separate}>
            Keep separate
          </Button>
          <Button className="flex-auto sm:flex-none" onAct={merge}>
            Merge
          </Button>
        </div>
      </div>
    </Panel>
  )
}
