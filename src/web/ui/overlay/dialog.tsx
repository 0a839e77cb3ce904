// A dialog over the page and, if any, the button that opens it.
import { cloneElement, type ReactElement, type ReactNode, useRef, useState } from "react"
import type { DialogSheetProps } from "./dialog-sheet.tsx"
import { lazyOverlay } from "./lazy-overlay.tsx"

const Sheet = lazyOverlay<DialogSheetProps>(async () => (await import("./dialog-sheet.tsx")).DialogSheet)

type DialogProps = Omit<DialogSheetProps, "open" | "openedBy" | "children"> & {
  children: ReactNode | ((close: () => void) => ReactNode)
  /** the button that opens it; leave out when `open` decides */
  trigger?: ReactElement<Record<string, unknown>>
  /** leave out when the button alone decides */
  open?: boolean
}

export function Dialog({ trigger, open, onOpenChange, children, ...rest }: DialogProps) {
  const [isOwnOpen, setOwnOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = open ?? isOwnOpen
  const change = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
  }
  const close = () => change(false)
  return (
    <>
      {trigger &&
        cloneElement(trigger, {
          ref: button,
          onClick: () => change(true),
          "aria-haspopup": "dialog",
          "aria-expanded": isOpen,
        })}
      <Sheet {...rest} {...(trigger && { openedBy: button })} open={isOpen} onOpenChange={change} onMissing={close}>
        {typeof children === "function" ? children(close) : children}
      </Sheet>
    </>
  )
}
