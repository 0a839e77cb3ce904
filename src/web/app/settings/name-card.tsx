// The button beside a card that names it, such as “Wallet”.
import { useState } from "react"
import IconEdit from "~icons/edit"
import { Button } from "../../ui/button.tsx"
import { lazyOverlay } from "../../ui/overlay/lazy-overlay.tsx"
import type { NameCardDialogProps } from "./name-card-dialog.tsx"

const NameCardDialog = lazyOverlay<NameCardDialogProps>(
  async () => (await import("./name-card-dialog.tsx")).NameCardDialog,
)

export function NameCard(props: Pick<NameCardDialogProps, "card" | "onNamed">) {
  const { nickname, card_id } = props.card
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`${nickname === "" ? "Name" : "Rename"} card ${card_id}`}
        aria-haspopup="dialog"
        className="-my-2 -ml-2 text-ink-soft"
        onClick={() => setOpen(true)}
      >
        <IconEdit size={20} />
      </Button>
      <NameCardDialog {...props} open={isOpen} onClose={close} onMissing={close} />
    </>
  )
}
