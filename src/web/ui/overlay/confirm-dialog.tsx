// Asks before a destructive action.
import { type ReactNode, useState } from "react"
import type { ConfirmSheetProps } from "./dialog-sheet.tsx"
import { lazyOverlay } from "./lazy-overlay.tsx"

const Sheet = lazyOverlay<ConfirmSheetProps>(async () => (await import("./dialog-sheet.tsx")).ConfirmSheet)

export const ConfirmDialog = (props: ConfirmSheetProps) => <Sheet {...props} onMissing={props.onCancel} />

type Question = Pick<ConfirmSheetProps, "title" | "about" | "question" | "confirm" | "onConfirm">

/** For questions that differ from time to time. `dialog` shows what `ask` was given. */
export function useConfirm(): { ask: (question: Question) => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  // While it fades out, it keeps its text.
  const [asked, setAsked] = useState<Question>({ title: "", question: "", confirm: "", onConfirm: () => {} })
  const ask = (question: Question) => {
    setAsked(question)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const confirm = () => {
    close()
    asked.onConfirm()
  }
  const dialog = <ConfirmDialog {...asked} open={isOpen} cancel="Cancel" onConfirm={confirm} onCancel={close} />
  return { ask, dialog }
}
