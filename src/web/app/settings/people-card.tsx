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
import {
  askPeopleSettings,
  type ChangedPeopleSettings,
  changePeopleSettings,
  type PeopleSettings,
} from "./people-settings.ts"

export function PeopleCard() {
  const asked = useAsked(askPeopleSettings)
  return (
    <Panel
      title="People You Meet"
      intro="What happens when visitors leave their info on your page. Turn this on or off in Edit Profile."
    >
      <Loaded asked={asked}>{(settings) => <Choices settings={settings} />}</Loaded>
    </Panel>
  )
}

function Choices({ settings }: { settings: PeopleSettings }) {
  const [saved, setSaved] = useState(settings)
  // Nothing else is sent: another device may have changed the rest since this page was loaded.
  const [changed, setChanged] = useState<ChangedPeopleSettings>({})
  const [isBusy, setBusy] = useState(false)
  const { ask, dialog } = useConfirm()
  const set = (more: ChangedPeopleSettings) => setChanged((before) => ({ ...before, ...more }))
  const { event, retention_days: days } = changed
  const act = async (step: () => Promise<void>) => {
    setBusy(true)
    await step().catch((error) => showFailure("Error saving your settings", error))
    setBusy(false)
  }
  const save = async (current: PeopleSettings) => {
    const event_until = event?.trim() ? endOfToday() : null
    await changePeopleSettings(event === undefined ? changed : { ...changed, event_until })
    setSaved({ ...current, ...changed })
    // What was typed meanwhile is not saved yet.
    setChanged((before) => (before === changed ? {} : before))
    showToast({ title: "Saved", tone: "good" })
  }
  const submit = async () => {
    const current = await askPeopleSettings()
    const { retention_days: kept } = current
    if (!days || (kept > 0 && kept <= days)) return save(current)
    ask({
      title: `Keep visitors' details for ${RETENTIONS[days]}?`,
      question:
        "Details left longer ago than that will be permanently deleted, along with your notes about those people.",
      confirm: "Save",
      onConfirm: () => void act(() => save(current)),
    })
  }
  const onSubmit = (pressed: FormEvent) => {
    pressed.preventDefault()
    void act(submit)
  }
  return (
    <form method="post" action="/settings" onSubmit={onSubmit} className="flex flex-col gap-5">
      <TextField
        label="Today I'm at"
        help="Everyone you meet before midnight is filed under this event."
        placeholder="Spring Fair, Hall 3"
        autoComplete="off"
        maxLength={PERSON_EVENT_MAX}
        value={event ?? saved.event}
        onChange={({ target }) => set({ event: target.value })}
      />
      <SelectField
        label="Keep visitors' details"
        help="Visitors see this before they send their details. A shorter time also applies to details you already have."
        options={RETENTION_DAYS.map((days) => [
          String(days),
          days === 0 ? "Until you or the visitor deletes them" : RETENTIONS[days],
        ])}
        value={String(days ?? saved.retention_days)}
        onChange={({ target }) => set({ retention_days: Number(target.value) as RetentionDays })}
      />
      <Button size="sm" type="submit" variant="secondary" wide className="sm:ml-auto sm:flex" busy={isBusy}>
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
