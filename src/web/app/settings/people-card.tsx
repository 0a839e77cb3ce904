// 'People You Meet': where you are today, and how long what visitors leave is kept.
import { type FormEvent, useState } from "react"
import { RETENTION_DAYS, RETENTIONS, type RetentionDays } from "../../../domain/people/given-options.ts"
import { PERSON_EVENT_MAX } from "../../../domain/people/people-limits.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { SelectField } from "../../ui/form/select-field.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { useConfirm } from "../../ui/overlay/confirm-dialog.tsx"
import { showFailure } from "../show-failure.ts"
import { Loaded, useAsked } from "../use-asked.tsx"
import { askPeopleSettings, changePeopleSettings, type PeopleSettings } from "./people-settings.ts"

export function PeopleCard() {
  const asked = useAsked(askPeopleSettings)
  return (
    <Panel
      title="People You Meet"
      intro="What happens when visitors leave their details on your page. Turn this on or off in Edit Profile."
    >
      <Loaded asked={asked}>{(settings) => <Choices settings={settings} />}</Loaded>
    </Panel>
  )
}

function Choices({ settings }: { settings: PeopleSettings }) {
  const [chosen, setChosen] = useState(settings)
  const [kept, setKept] = useState(settings.retention_days)
  const [isBusy, setBusy] = useState(false)
  const { ask, dialog } = useConfirm()
  const set = (changed: Partial<PeopleSettings>) => setChosen((before) => ({ ...before, ...changed }))
  const { retention_days } = chosen
  const isShorter = retention_days > 0 && (kept === 0 || retention_days < kept)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isShorter) return void save()
    ask({
      title: `Keep visitors' details for ${RETENTIONS[retention_days as RetentionDays]}?`,
      question: "Contacts left before that will be deleted for good, along with your notes about them.",
      confirm: "Save",
      onConfirm: () => void save(),
    })
  }
  const save = async () => {
    setBusy(true)
    try {
      const { event: name } = chosen
      const event_until = name.trim() === "" ? null : endOfToday()
      await changePeopleSettings({ retention_days, event: name, event_until })
      setKept(retention_days)
      showToast({ title: "Saved", tone: "good" })
    } catch (error) {
      showFailure("Error saving your choices", error)
    }
    setBusy(false)
  }
  return (
    <form method="post" action="/settings" onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label="Today I'm at"
        help="Everyone you meet before midnight is filed under this event."
        placeholder="Spring Fair, Hall 3"
        autoComplete="off"
        maxLength={PERSON_EVENT_MAX}
        value={chosen.event}
        onChange={({ target }) => set({ event: target.value })}
      />
      <SelectField
        label="Keep visitors' details"
        help="Visitors see this before they send. A shorter time also applies to details you already have."
        options={RETENTION_DAYS.map((days) => [
          String(days),
          days === 0 ? "Until either of us deletes them" : RETENTIONS[days],
        ])}
        value={String(chosen.retention_days)}
        onChange={({ target }) => set({ retention_days: Number(target.value) })}
      />
      <Button type="submit" variant="secondary" wide className="sm:ml-auto sm:flex" busy={isBusy}>
        Save
      </Button>
      {dialog}
    </form>
  )
}

function endOfToday(): string {
  const end = new Date()
  end.setHours(24, 0, 0, 0)
  return end.toISOString()
}
