// Gives a passkey another name. Loaded when it is asked for.
import { useState } from "react"
import { PASSKEY } from "../../../domain/account/passkey-messages.ts"
import { PASSKEY_NAME_MAX } from "../../../domain/limits.ts"
import { withAuth } from "../../session/auth-client.ts"
import { passkeyMessage } from "../../session/passkeys.ts"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"
import { askAllAgain } from "../use-asked.tsx"

interface RenameDialogProps {
  id: string
  name: string
  onClose: () => void
  onRenamed: () => Promise<void>
}

export function RenameDialog({ id, name, onClose, onRenamed }: RenameDialogProps) {
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    if (typed.trim() === "") return setProblem(PASSKEY.nameMissing)
    const { error } = await withAuth((client) => client.passkey.update({ passkeyId: id, friendlyName: typed }))
    if (error === null) return onRenamed()
    setProblem(passkeyMessage(error, PASSKEY.failed))
    // Another tab or device removed it.
    if (error.code === "webauthn_credential_not_found") await askAllAgain()
  }
  return (
    <Dialog open onOpenChange={onClose} title="Rename this passkey">
      <form
        method="post"
        action="/settings"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label="Passkey name"
          value={typed}
          maxLength={PASSKEY_NAME_MAX}
          onChange={(event) => setTyped(event.target.value)}
          error={problem}
        />
        <Button type="submit" size="lg">
          Save
        </Button>
      </form>
    </Dialog>
  )
}
