// What the portal's dialogs share: how something went, and their buttons.
import type { ReactNode } from "react"
import IconCircleCheck from "~icons/circle-check"
import { Button } from "../../ui/button.tsx"
import { ButtonRow } from "../../ui/layout/button-row.tsx"

interface OutcomeProps {
  /** by default, that of success */
  icon?: ReactNode
  role?: "status" | "alert"
  children: ReactNode
}

export const Outcome = ({ icon = SUCCESS, role = "status", children }: OutcomeProps) => (
  <div
    role={role}
    className="flex flex-col items-center gap-2 rounded-2xl bg-well px-4 py-4 text-center text-balance text-ink-soft wrap-anywhere"
  >
    {icon}
    <div>{children}</div>
  </div>
)

const SUCCESS = <IconCircleCheck size={40} stroke={1.5} className="text-good" />

interface DialogButtonsProps {
  /** the label of the button that only closes the dialog */
  close?: string
  onClose: () => void
  /** the main button, above the other one on a phone */
  children?: ReactNode
}

export const DialogButtons = ({ close = "Cancel", onClose, children }: DialogButtonsProps) => (
  <ButtonRow>
    <Button variant="secondary" onClick={onClose}>
      {close}
    </Button>
    {children}
  </ButtonRow>
)
