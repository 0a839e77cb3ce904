// 'Deactivate Account': hides everything and signs out; can be undone for 30 days (specification sections 2, 4, 5 and 8).
import { useState } from "react"
import { REACTIVATION_WINDOW_DAYS } from "../../../domain/limits.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { lazyOverlay } from "../../ui/overlay/lazy-overlay.tsx"
import type { DeactivateDialogProps } from "./deactivate-dialog.tsx"

const DeactivateDialog = lazyOverlay<DeactivateDialogProps>(
  async () => (await import("./deactivate-dialog.tsx")).DeactivateDialog,
)

export function DeactivateCard({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Panel
      title="Deactivate Account"
      intro={`Your profile is hidden right away. You have ${REACTIVATION_WINDOW_DAYS} days to reactivate your account; after that, everything is permanently deleted.`}
      className="beside"
    >
      <Button size="sm" variant="danger" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Deactivate Account
      </Button>
      <DeactivateDialog open={isOpen} userId={userId} onClose={close} onMissing={close} />
    </Panel>
  )
}
