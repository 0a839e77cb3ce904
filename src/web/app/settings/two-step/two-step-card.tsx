// 'Two-step Verification': a code of an authenticator app in addition to the password.
import { useState } from "react"
import IconShieldCheck from "~icons/shield-check"
import { refreshMe } from "../../../session/session-store.ts"
import { Button } from "../../../ui/button.tsx"
import { dayOf } from "../../../ui/dates.ts"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { useConfirm } from "../../../ui/overlay/confirm-dialog.tsx"
import { showFailure } from "../../show-failure.ts"
import { Loaded, useAsked } from "../../use-asked.tsx"
import { askTwoStep, type Enrolment, enrol, makeRecoveryCodes, removeFactor, type TwoStep } from "./factors.ts"

type Dialogs = typeof import("./two-step-dialogs.tsx")

type Open = { dialog: "enrol"; enrolment: Enrolment } | { dialog: "codes"; codes: string[] } | null

async function attempt<Value>(change: () => Promise<Value>, onDone: (value: Value) => void): Promise<void> {
  try {
    onDone(await change())
  } catch (error) {
    showFailure("Error changing two-step verification", error)
  }
}

export function TwoStepCard() {
  const asked = useAsked(askTwoStep)
  const [open, setOpen] = useState<Open>(null)
  // Not by React's lazy: a dialog must follow the one before it at once, or the focus falls between the two.
  const [dialogs, setDialogs] = useState<Dialogs | null>(null)

  // The dialogs come first: codes that could not be shown would be lost.
  const loadDialogs = async () => setDialogs(await import("./two-step-dialogs.tsx"))
  const begin = () =>
    attempt(
      () => loadDialogs().then(enrol),
      (enrolment) => setOpen({ dialog: "enrol", enrolment }),
    )
  const newCodes = () => loadDialogs().then(makeRecoveryCodes)
  const makeCodes = () =>
    attempt(newCodes, (codes) => {
      setOpen({ dialog: "codes", codes })
      // Before the dialog closes: with "0 left" on the screen, the next new codes would be made without a question.
      void asked.again()
    })
  const changed = (title: string, description?: string) => {
    showToast({ title, description, tone: "good" })
    void refreshMe()
    void asked.again()
  }
  const remove = (id: string) =>
    attempt(
      () => removeFactor(id),
      () => changed("Two-step verification is off"),
    )
  const verified = () => {
    setOpen(null)
    changed("Two-step verification is on", "Other devices were signed out.")
    void makeCodes()
  }

  return (
    <Panel
      title="Two-step Verification"
      intro="A code from an app on your phone in addition to your password, so a stolen password isn't enough."
    >
      <Loaded asked={asked}>
        {({ factors: [factor], remaining }) =>
          factor === undefined ? (
            <Button variant="secondary" wide className="sm:ml-auto sm:flex" onAct={begin}>
              Set up
            </Button>
          ) : (
            <TurnedOn factor={factor} remaining={remaining} onCodes={makeCodes} onRemove={remove} />
          )
        }
      </Loaded>
      {dialogs && open?.dialog === "enrol" && (
        <dialogs.EnrolDialog enrolment={open.enrolment} onVerified={verified} onCancel={() => setOpen(null)} />
      )}
      {dialogs && open?.dialog === "codes" && (
        <dialogs.RecoveryCodes codes={open.codes} host={location.host} onKept={() => setOpen(null)} />
      )}
    </Panel>
  )
}

interface TurnedOnProps {
  factor: TwoStep["factors"][number]
  remaining: number
  onCodes: () => Promise<void>
  onRemove: (factorId: string) => Promise<void>
}

function TurnedOn({ factor, remaining, onCodes, onRemove }: TurnedOnProps) {
  const { ask, dialog } = useConfirm()
  const askForCodes = () =>
    ask({
      title: "Make new recovery codes?",
      question: "The ones you have stop working.",
      confirm: "Make new codes",
      onConfirm: () => void onCodes(),
    })
  const askToRemove = () =>
    ask({
      title: "Turn off two-step verification?",
      question: "Signing in will ask for your password only, and your recovery codes stop working.",
      confirm: "Turn off",
      onConfirm: () => void onRemove(factor.id),
    })
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-4">
        <IconShieldCheck size={28} stroke={1.5} className="shrink-0 text-good" />
        <div>
          <p className="font-semibold">On since {dayOf(factor.created_at)}</p>
          <p className="text-sm text-ink-soft">
            {remaining === 1 ? "1 recovery code left" : `${remaining} recovery codes left`}
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={() => (remaining === 0 ? void onCodes() : askForCodes())}>
          New recovery codes
        </Button>
        <Button variant="danger" onClick={askToRemove}>
          Turn off
        </Button>
      </div>
      {dialog}
    </div>
  )
}
