// What the portal's dialogs share: how something went, and their buttons.
import type { ComponentType, ReactNode } from "react"
import { Button } from "../../ui/button.tsx"
import type { ButtonLook } from "../../ui/button-style.ts"
import { classNames } from "../../ui/class-names.ts"
import { TONE_BOX, TONE_ICON, TONE_ICON_COLOR, type Tone } from "../../ui/feedback/notice.tsx"
import type { IconProps } from "../../ui/icons/icon.tsx"
import { ButtonRow } from "../../ui/layout/button-row.tsx"

interface OutcomeProps {
  tone?: Tone
  icon?: ComponentType<IconProps>
  /** of the icon: it moves while something is awaited */
  iconLook?: string
  children: ReactNode
}

/** Success is one line. The others are all as high as the longest text, so that the dialog stays where it is. */
export function Outcome({ tone = "good", icon: Icon = TONE_ICON[tone], iconLook = "", children }: OutcomeProps) {
  const isLine = tone === "good"
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={classNames(
        "flex rounded-xl border px-4 text-ink wrap-anywhere",
        isLine
          ? "items-start gap-3 py-2.5 text-pretty"
          : "min-h-41 flex-col items-center justify-center gap-2 py-4 text-center text-balance",
        TONE_BOX[tone],
      )}
    >
      <Icon
        size={isLine ? 20 : 40}
        stroke={isLine ? undefined : 1.5}
        className={classNames("shrink-0", TONE_ICON_COLOR[tone], isLine ? "mt-0.75" : iconLook)}
      />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

interface DialogButtonsProps {
  /** the label of the button that only closes the dialog */
  close?: string
  /** of that button: the main one where nothing else is left to do */
  variant?: ButtonLook["variant"]
  onClose: () => void
  /** the main button, above the other one on a phone */
  children?: ReactNode
}

export const DialogButtons = ({ close = "Cancel", variant = "secondary", onClose, children }: DialogButtonsProps) => (
  <ButtonRow>
    <Button variant={variant} onClick={onClose}>
      {close}
    </Button>
    {children}
  </ButtonRow>
)
