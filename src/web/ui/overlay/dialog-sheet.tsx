// What a dialog shows over the page: a bottom sheet on a phone, centered on wider screens. Loaded when the first one opens.
import { AlertDialog } from "@base-ui/react/alert-dialog"
import { Dialog as Base } from "@base-ui/react/dialog"
import { type ReactNode, type RefObject, useEffect, useRef } from "react"
import IconX from "~icons/x"
import { Button } from "../button.tsx"
import { clearReadToast } from "../feedback/toast-manager.ts"
import { ButtonRow } from "../layout/button-row.tsx"
import { useInertBehind } from "./inert-behind.ts"

export interface DialogSheetProps {
  title: ReactNode
  /** for screen readers only: the first field says it, and leaves room beside it for the close button */
  isTitleHidden?: boolean
  description?: ReactNode
  children: ReactNode
  open: boolean
  onOpenChange?: (open: boolean) => void
  /** what opened it, and gets the focus back; by default, what had the focus before */
  openedBy?: RefObject<HTMLElement | null>
  /** false: no close button, no click outside, no Escape */
  closable?: boolean
}

const BACKDROP =
  "scrim fixed inset-0 z-40 min-h-dvh transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"

const POPUP =
  "sheet fixed inset-x-0 bottom-0 z-50 outline-none shadow-float transition-[transform,opacity] duration-200 data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0 sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:data-ending-style:-translate-y-[46%] sm:data-starting-style:-translate-y-[46%]"

/** What was said before the dialog opened has been read, or is about something else. */
function useNoOldToast(isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) clearReadToast()
  }, [isOpen])
}

const FIELD = "input:not([type=hidden], [hidden], [disabled], [readonly]), textarea"

export function DialogSheet({
  title,
  isTitleHidden = false,
  description,
  children,
  open,
  onOpenChange,
  openedBy,
  closable = true,
}: DialogSheetProps) {
  const body = useRef<HTMLDivElement>(null)
  useInertBehind(open)
  useNoOldToast(open)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (next || closable) onOpenChange?.(next)
      }}
      disablePointerDismissal={!closable}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={POPUP}
          // A button that the dialog names gets the focus, or the first field, except on touch screens, where that would open the keyboard.
          // How the dialog was opened is not known here: its own trigger is only sometimes what opened it.
          initialFocus={() =>
            body.current?.querySelector<HTMLElement>("[data-first-focus]") ??
            (matchMedia("(pointer: coarse)").matches || (body.current?.querySelector<HTMLElement>(FIELD) ?? true))
          }
          {...(openedBy && { finalFocus: openedBy })}
        >
          <div className={isTitleHidden ? "float-right -mt-1 -mr-px sm:-mt-3" : "flex items-start gap-4"}>
            <Base.Title className={isTitleHidden ? "sr-only" : "flex-1 font-serif text-lg font-semibold"}>
              {title}
            </Base.Title>
            {closable && (
              <Base.Close
                aria-label="Close"
                className="-mt-1.5 -mr-2 flex size-11 cursor-pointer items-center justify-center rounded-full text-ink-soft hover:bg-well hover:text-ink"
              >
                <IconX size={20} />
              </Base.Close>
            )}
          </div>
          {description !== undefined && (
            <Base.Description className="mt-1 text-ink-soft">{description}</Base.Description>
          )}
          <div ref={body} className={isTitleHidden ? undefined : description === undefined ? "mt-4" : "mt-6"}>
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export interface ConfirmSheetProps {
  open: boolean
  title: string
  /** which one of several similar things: a card's ID, a person's name */
  about?: string | undefined
  question: string
  /** label of the destructive button */
  confirm: string
  cancel: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a destructive action: the safe button first, the destructive one named after what it does. */
export function ConfirmSheet({
  open,
  title,
  about,
  question,
  confirm,
  cancel,
  onConfirm,
  onCancel,
}: ConfirmSheetProps) {
  useInertBehind(open)
  useNoOldToast(open)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup className={POPUP}>
          <AlertDialog.Title className="font-serif text-lg font-semibold">{title}</AlertDialog.Title>
          {about && <p className="mt-2 font-medium wrap-anywhere">{about}</p>}
          <AlertDialog.Description className="mt-2 text-ink-soft">{question}</AlertDialog.Description>
          <div className="mt-6">
            <ButtonRow>
              <Button variant="secondary" onClick={onCancel}>
                {cancel}
              </Button>
              {/* While it fades out, the second press of a double click still reaches it. */}
              <Button variant="danger" onClick={() => open && onConfirm()}>
                {confirm}
              </Button>
            </ButtonRow>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
