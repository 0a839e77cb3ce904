// Two-step verification while it is on: since when, remaining recovery codes, new ones, and turning it off.
import { useState } from "react"
import IconShieldCheck from "~icons/shield-check"
import { Button } from "../../../ui/button.tsx"
import { dayOf } from "../../../ui/dates.ts"
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx"
import type { TwoStep } from "./factors.ts"

interface TurnedOnProps extends TwoStep {
  onCodes: () => Promise<void>
  onRemove: (factorId: string) => Promise<void>
}

const QUESTIONS = {
  codes: {
    title: "Make new recovery codes?",
    question: "The ones you have stop working.",
    confirm: "Make new codes",
  },
  remove: {
    title: "Turn off two-step verification?",
    question: "Signing in will ask for your password only, and your recovery codes stop working.",
    confirm: "Turn off",
  },
}

export function TurnedOn({ factors, remaining, onCodes, onRemove }: TurnedOnProps) {
  const [asking, setAsking] = useState<keyof typeof QUESTIONS | null>(null)
  const [first] = factors
  const go = () => {
    setAsking(null)
    if (asking === "codes") void onCodes()
    if (asking === "remove" && first) void onRemove(first.id)
  }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-4">
        <IconShieldCheck size={28} stroke={1.5} className="shrink-0 text-good" aria-hidden="true" />
        <div>
          <p className="font-semibold">On{first && ` since ${dayOf(first.created_at)}`}</p>
          <p className="text-sm text-ink-soft">
            {remaining === 1 ? "1 recovery code left" : `${remaining} recovery codes left`}
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={() => (remaining === 0 ? void onCodes() : setAsking("codes"))}>
          New recovery codes
        </Button>
        <Button variant="danger" onClick={() => setAsking("remove")}>
          Turn off
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        {...QUESTIONS[asking ?? "codes"]}
        cancel="Cancel"
        onConfirm={go}
        onCancel={() => setAsking(null)}
      />
    </div>
  )
}
