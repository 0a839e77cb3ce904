// Creates an invitation, for anyone or bound to an address. Its link is shown here, once.
import { useState } from "react"
import { useForm } from "react-hook-form"
import type { NewInvitation } from "../../../../api/sign-up.ts"
import { INVITATION } from "../../../../domain/account/sign-up-messages.ts"
import { invitationPath } from "../../../../domain/paths.ts"
import { useSite } from "../../../layout/site.ts"
import { ApiError, call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { CopyButton } from "../../../ui/copy-button.tsx"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Checkbox } from "../../../ui/form/checkbox.tsx"
import { resolveWith } from "../../../ui/form/form-resolver.ts"
import { TextField } from "../../../ui/form/text-field.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
import { showFailure } from "../../show-failure.ts"

interface InviteDialogProps {
  /** the list has to be loaded again */
  onMade: () => void
}

export const InviteDialog = ({ onMade }: InviteDialogProps) => (
  <Dialog
    title="Invite someone"
    description="Each invitation link creates one account."
    trigger={<Button variant="secondary">Invite someone</Button>}
  >
    {(close) => <Order onMade={onMade} onClose={close} />}
  </Dialog>
)

interface Made extends NewInvitation {
  isSent: boolean
}

function Order({ onMade, onClose }: InviteDialogProps & { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: resolveWith(async () => (await import("../../../../domain/account/sign-up.ts")).invitationForm),
    defaultValues: { email: "", send: false },
  })
  const { errors, isSubmitting } = formState

  const order = handleSubmit(async ({ email, send }) => {
    try {
      const answer = await call("POST /api/admin/invitations", { body: { email, send } })
      setMade({ ...answer, isSent: send })
      onMade()
    } catch (error) {
      const { fields, status } = error instanceof ApiError ? error : {}
      const wrong = fields?.email
      if (status === 0) {
        showToast({ title: INVITATION.unanswered, description: INVITATION.unansweredDetail, tone: "bad" })
        return onMade()
      }
      if (wrong === undefined) return showFailure(INVITATION.createFailed, error)
      setError("email", { message: wrong })
      setFocus("email")
    }
  })

  if (made !== null) return <Shown made={made} onClose={onClose} />
  return (
    <form method="post" action="/admin" onSubmit={order} noValidate className="flex flex-col gap-5">
      <TextField
        label="Email (optional)"
        help="Only this address can use the invitation. Leave it empty to let anyone with the link use it."
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        error={errors.email?.message}
        {...register("email")}
      />
      <Checkbox label="Send the invitation to this address" {...register("send")} />
      <Button type="submit" busy={isSubmitting}>
        {isSubmitting ? "Creating..." : "Create invitation"}
      </Button>
    </form>
  )
}

function Shown({ made, onClose }: { made: Made; onClose: () => void }) {
  const { origin } = useSite()
  const { invitation, code, isSent } = made
  const link = (origin || location.origin) + invitationPath(code)
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="good" title={isSent ? INVITATION.sent : INVITATION.created}>
        {isSent && (
          <p className="wrap-anywhere">
            The link is on its way to <strong>{invitation.email}</strong>.
          </p>
        )}
        <p>Copy the link now if you need it. You won't see it again.</p>
      </Notice>
      <div className="flex flex-col gap-3">
        <p className="rounded-xl border border-line bg-well p-3.5 font-mono text-sm wrap-anywhere">{link}</p>
        <CopyButton text={link} variant="primary" />
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
