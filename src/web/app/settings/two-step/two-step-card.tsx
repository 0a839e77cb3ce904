// 'Two-step Verification': a code of an authenticator app in addition to the password.
import { useState } from "react"
import { sentenceOf } from "../../../session/api.ts"
import { refreshMe } from "../../../session/session-store.ts"
import { isCancelled } from "../../../session/step-up.ts"
import { Button } from "../../../ui/button.tsx"
import { PanelFailed, PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { useAsked } from "../use-asked.ts"
import { EnrolDialog } from "./enrol-dialog.tsx"
import { askTwoStep, type Enrolment, enrol, makeRecoveryCodes, removeFactor } from "./factors.ts"
import { RecoveryCodes } from "./recovery-codes.tsx"
import { TurnedOn } from "./turned-on.tsx"

type Open = { dialog: "enrol"; enrolment: Enrolment } | { dialog: "codes"; codes: string[] } | null

const FAILED = "Error changing two-step verification"

/** People who canceled the confirmation know that nothing has changed. */
async function attempt<Value>(change: () => Promise<Value>, onDone: (value: Value) => void): Promise<void> {
  try {
    onDone(await change())
  } catch (error) {
    if (!isCancelled(error)) showToast({ title: FAILED, description: sentenceOf(error), tone: "bad" })
  }
}

export function TwoStepCard() {
  const [asked, again] = useAsked(askTwoStep)
  const [open, setOpen] = useState<Open>(null)
  const hasFactor = asked.state === "known" && asked.answer.factors.length > 0

  const begin = () => attempt(enrol, (enrolment) => setOpen({ dialog: "enrol", enrolment }))
  const makeCodes = () => attempt(makeRecoveryCodes, (codes) => setOpen({ dialog: "codes", codes }))
  const remove = (id: string) =>
    attempt(
      () => removeFactor(id),
      () => {
        showToast({ title: "Two-step verification is off", tone: "good" })
        void refreshMe()
        void again()
      },
    )
  const verified = () => {
    setOpen(null)
    void refreshMe()
    showToast({ title: "Two-step verification is on", description: "Other devices were signed out.", tone: "good" })
    void again()
    void makeCodes()
  }

  return (
    <Panel
      title="Two-step Verification"
      intro="A code from an app on your phone, besides your password. A stolen password alone then opens nothing."
    >
      {asked.state === "loading" && <PanelWaiting />}
      {asked.state === "failed" && <PanelFailed problem={asked.problem} onRetry={again} />}
      {asked.state === "known" && !hasFactor && <SetUp onBegin={begin} />}
      {asked.state === "known" && hasFactor && <TurnedOn {...asked.answer} onCodes={makeCodes} onRemove={remove} />}
      {open?.dialog === "enrol" && (
        <EnrolDialog enrolment={open.enrolment} onVerified={verified} onCancel={() => setOpen(null)} />
      )}
      {open?.dialog === "codes" && (
        <RecoveryCodes
          codes={open.codes}
          host={location.host}
          onKept={() => {
            setOpen(null)
            void again()
          }}
        />
      )}
    </Panel>
  )
}

function SetUp({ onBegin }: { onBegin: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    await onBegin()
    setBusy(false)
  }
  return (
    <Button variant="secondary" wide className="sm:ml-auto sm:flex" busy={isBusy} onClick={() => void begin()}>
      Set up
    </Button>
  )
}
