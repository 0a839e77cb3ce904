// What the portal's dialogs share: how something went, and their buttons.
import type { ComponentType, ReactNode } from "react"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { TONE_BOX, TONE_ICON, TONE_ICON_COLOR, type Tone } from "../../ui/feedback/notice.tsx"
import type { IconProps } from "../../ui/icons/icon.tsx"
import { ButtonRow } from "../../ui/layout/button-row.tsx"

interface OutcomeProps {
  tone?: Tone
  icon?: ComponentType<IconProps>
  /** of the icon: it moves while something is awaited */
  iconLook?: string
  className?: string
  children: ReactNode
}

export const Outcome = ({
  tone = "good",
  icon: Icon = TONE_ICON[tone],
  iconLook = "",
  className,
  children,
}: OutcomeProps) => (
  <div
    role={tone === "bad" ? "alert" : "status"}
    className={classNames(
      "flex flex-col items-center justify-center gap-2 rounded-2xl border p-4 text-center text-balance text-ink wrap-anywhere",
      TONE_BOX[tone],
      className,
    )}
  >
    <Icon size={40} stroke={1.5} className={classNames(TONE_ICON_COLOR[tone], iconLook)} />
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
