// Asks before a destructive action: the safe button first, the destructive one named after what it does.
import { AlertDialog as Base } from "@base-ui/react/alert-dialog"
import { useState } from "react"
import { Button } from "../button.tsx"
import { BACKDROP, POPUP } from "./dialog-sheet.tsx"
import { useInertBehind } from "./inert-behind.ts"

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

export function ConfirmSheet(props: ConfirmSheetProps) {
  // While it fades out, it keeps its text.
  const [asked, setAsked] = useState(props)
  if (props.open && asked !== props) setAsked(props)
  useInertBehind(props.open)
  const { title, about, question, confirm, cancel, onConfirm, onCancel } = asked
  return (
    <Base.Root open={props.open} onOpenChange={(next) => !next && onCancel()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup className={POPUP}>
          <Base.Title className="font-serif text-lg font-semibold">{title}</Base.Title>
          {about !== undefined && <p className="mt-2 font-medium wrap-anywhere">{about}</p>}
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
