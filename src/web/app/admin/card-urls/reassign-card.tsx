// Gives an activated card to another account.
import { useState } from "react"
import type { CardUrl } from "../../../../api/cards.ts"
import { USERNAME_MAX } from "../../../../domain/limits.ts"
import { ApiError, call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { TextField } from "../../../ui/form/text-field.tsx"
import { showFailure } from "../../show-failure.ts"
import { DialogButtons } from "../dialog-parts.tsx"

interface ReassignCardProps {
  card: CardUrl
  /** the list has to be loaded again */
  onDone: () => void
  onClose: () => void
}

export function ReassignCard({ card, onDone, onClose }: ReassignCardProps) {
  const [username, setUsername] = useState("")
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const reassign = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const body = { username, from: card.user_id }
      await call("PUT /api/admin/cards/{card_id}/owner", { params: { card_id: card.card_id }, body })
      showToast({ title: "Card reassigned", tone: "good" })
      onDone()
      onClose()
    } catch (failure) {
      const sentence = failure instanceof ApiError ? failure.fields.username : undefined
      setError(sentence)
      if (sentence === undefined) showFailure("Couldn't change the card", failure)
      if (failure instanceof ApiError && failure.code === "card_changed") {
        onDone()
        onClose()
      }
    }
    setBusy(false)
  }

  return (
    <form
      method="post"
      action="/admin"
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void reassign()
      }}
    >
      <p>
        {card.username === null ? (
          "The account it was linked to was deleted."
        ) : (
          <>
            Currently linked to <bdi className="font-semibold">{card.full_name || card.username}</bdi>{" "}
            <span className="inline-block max-w-full align-bottom wrap-anywhere">(@{card.username}).</span>
          </>
        )}
      </p>
      <TextField
        label="New owner's username"
        value={username}
        error={error}
        maxLength={USERNAME_MAX + "@".length}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setUsername(event.target.value)
          setError(undefined)
        }}
      />
      <DialogButtons onClose={onClose}>
        <Button type="submit" busy={isBusy} disabled={username.trim() === ""}>
          Reassign
        </Button>
      </DialogButtons>
    </form>
  )
}
