// What the portal's dialogs share: how something went, and their buttons.
import type { ComponentType, ReactNode } from "react"
import IconCircleCheck from "~icons/circle-check"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import type { IconProps } from "../../ui/icons/icon.tsx"
import { ButtonRow } from "../../ui/layout/button-row.tsx"

const BOX = {
  good: "border-good/30 bg-good-paper",
  bad: "border-bad/30 bg-bad-paper",
  neutral: "border-line bg-well",
}
const COLOR = { good: "text-good", bad: "text-bad", neutral: "text-ink-soft" }

interface OutcomeProps {
  tone?: keyof typeof BOX
  icon?: ComponentType<IconProps>
  /** of the icon: it moves while something is awaited */
  iconLook?: string
  className?: string
  children: ReactNode
}

export const Outcome = ({
  tone = "good",
  icon: Icon = IconCircleCheck,
  iconLook = "",
  className,
  children,
}: OutcomeProps) => (
  <div
    role={tone === "bad" ? "alert" : "status"}
    className={classNames(
      "flex flex-col items-center justify-center gap-2 rounded-2xl border p-4 text-center text-balance text-ink wrap-anywhere",
      BOX[tone],
      className,
    )}
  >
    <Icon size={40} stroke={1.5} className={classNames(COLOR[tone], iconLook)} />
    <div>{children}</div>
  </div>
)

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
