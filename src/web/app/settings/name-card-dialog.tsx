// The dialog that names a card. Loaded when it opens.
import { useState } from "react"
import type { OwnCard } from "../../../api/cards.ts"
import { CARD } from "../../../domain/card/card-messages.ts"
import { CARD_NICKNAME_MAX } from "../../../domain/limits.ts"
import { ApiError, call } from "../../session/api.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { roomNearLimit } from "../../ui/form/room-left.ts"
import { TextField } from "../../ui/form/text-field.tsx"
import { ButtonRow } from "../../ui/layout/button-row.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"
import { showFailure } from "../show-failure.ts"

export interface NameCardDialogProps {
  open: boolean
  card: OwnCard
  onNamed: (nickname: string) => void
  onClose: () => void
}

export const NameCardDialog = (props: NameCardDialogProps) => (
  <Dialog
    title={props.card.nickname === "" ? "Name this card" : "Rename this card"}
    description={`Card ending in ${props.card.card_id.slice(-4)}`}
    open={props.open}
    onOpenChange={props.onClose}
  >
    <NameForm {...props} />
  </Dialog>
)

function NameForm({ card: { card_id, nickname }, onNamed, onClose }: Omit<NameCardDialogProps, "open">) {
  const [typed, setTyped] = useState(nickname)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const save = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await call("PUT /api/account/cards/{card_id}/nickname", { params: { card_id }, body: { nickname: typed } })
      const saved = typed.trim()
      onNamed(saved)
      showToast({ title: saved === "" ? CARD.nameRemoved : CARD.named, tone: "good" })
      onClose()
    } catch (failure) {
      const sentence = failure instanceof ApiError ? failure.fields.nickname : undefined
      setError(sentence)
      if (sentence === undefined) showFailure(CARD.nameFailed, failure)
    }
    setBusy(false)
  }

  return (
    <form
      method="post"
      action="/settings"
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void save()
      }}
    >
      <TextField
        label="Card name"
        help={CARD.nicknameHelp}
        value={typed}
        error={error}
        room={roomNearLimit(typed, CARD_NICKNAME_MAX)}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value)
          setError(undefined)
        }}
      />
      <ButtonRow>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy}>
          Save
        </Button>
      </ButtonRow>
    </form>
  )
}
