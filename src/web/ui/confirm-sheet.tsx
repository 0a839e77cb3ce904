// A question before something is lost: the safe answer first, the losing one named after what it does.
import { AlertDialog as Base } from "@base-ui/react/alert-dialog"
import { Button } from "./button.tsx"
import { BACKDROP, POPUP } from "./dialog-sheet.tsx"

export interface ConfirmSheetProps {
  open: boolean
  title: string
  question: string
  /** what the losing button says */
  confirm: string
  cancel: string
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmSheet({ open, title, question, confirm, cancel, onConfirm, onCancel }: ConfirmSheetProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup className={POPUP}>
          <Base.Title className="font-serif text-lg font-semibold">{title}</Base.Title>
          <Base.Description className="mt-2 text-ink-soft">{question}</Base.Description>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={onCancel}>
              {cancel}
            </Button>
            <Button variant="danger" onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
