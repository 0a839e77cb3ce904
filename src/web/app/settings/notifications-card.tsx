// 'Email Notifications': which emails you choose. Those about the security of the account always come.
import { type FormEvent, useState } from "react"
import type { Notices } from "../../../domain/people/given-options.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { SelectField } from "../../ui/form/select-field.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { showFailure } from "../show-failure.ts"
import { Loaded, useAsked } from "../use-asked.tsx"
import { askPeopleSettings, changePeopleSettings } from "./people-settings.ts"

const NOTICE_TEXT: [Notices, string][] = [
  ["daily", "At most once a day"],
  ["each", "For each person"],
  ["off", "Never"],
]

export function NotificationsCard() {
  const asked = useAsked(askPeopleSettings)
  return (
    <Panel
      title="Email Notifications"
      intro="We always email you about the security of your account. The rest is up to you."
    >
      <Loaded asked={asked}>{({ notices }) => <PeopleNotices saved={notices} />}</Loaded>
    </Panel>
  )
}

function PeopleNotices({ saved }: { saved: Notices }) {
  const [chosen, setChosen] = useState(saved)
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await changePeopleSettings({ notices: chosen })
      showToast({ title: "Notifications saved", tone: "good" })
    } catch (error) {
      showFailure("Error saving your settings", error)
    }
    setBusy(false)
  }
  return (
    <form method="post" action="/settings" onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
      <SelectField
        label="When people leave their info"
        help="Emails show only the name, never the details."
        options={NOTICE_TEXT}
        value={chosen}
        onChange={({ target }) => setChosen(target.value as Notices)}
      />
      <Button size="sm" type="submit" variant="secondary" wide className="sm:ml-auto sm:flex" busy={isBusy}>
        Save
      </Button>
    </form>
  )
}
