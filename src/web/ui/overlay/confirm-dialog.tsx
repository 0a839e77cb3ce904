// Asks before a destructive action.
import type { ConfirmSheetProps } from "./confirm-sheet.tsx"
import { lazyOverlay } from "./lazy-overlay.tsx"

const Sheet = lazyOverlay<ConfirmSheetProps>(async () => (await import("./confirm-sheet.tsx")).ConfirmSheet)

export const ConfirmDialog = (props: ConfirmSheetProps) => <Sheet {...props} onMissing={props.onCancel} />
