// Creates an invitation, for anyone or bound to an address. Its link is shown here, once. Loaded when it opens.
import { useEffect, useState } from "react"
import { useForm } from "react-hook-form"
import IconAlertTriangle from "~icons/alert-triangle"
import type { NewInvitation } from "../../../../api/sign-up.ts"
import { INVITATION } from "../../../../domain/account/sign-up-messages.ts"
import { invitationPath } from "../../../../domain/paths.ts"
import { useSite } from "../../../layout/site.ts"
import { ApiError, call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { CopyButton } from "../../../ui/copy-button.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Checkbox } from "../../../ui/form/checkbox.tsx"
import { resolveWith } from "../../../ui/form/form-resolver.ts"
import { TextField } from "../../../ui/form/text-field.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
import { showFailure } from "../../show-failure.ts"
import { DialogButtons } from "../dialog-parts.tsx"

export interface InviteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** the list has to be loaded again */
  onMade: () => void
}

export function InviteDialog({ open, onOpenChange, onMade }: InviteDialogProps) {
  const [made, setMade] = useState<Made | null>(null)
  const close = () => onOpenChange(false)
  useEffect(() => {
    if (open) setMade(null)
  }, [open])
  const showMade = (answer: Made | null) => {
    setMade(answer)
    onMade()
  }
  return (
    <Dialog
      title={made === null ? "Invite someone" : INVITATION[made.isSent ? "sent" : "created"]}
      description={made === null ? "Each invitation link creates one account." : undefined}
      open={open}
      onOpenChange={onOpenChange}
    >
      {made === null ? <Order onMade={showMade} onClose={close} /> : <Shown made={made} onClose={close} />}
    </Dialog>
  )
}

interface Made extends NewInvitation {
  isSent: boolean
}

interface OrderProps {
  /** null: perhaps, nobody knows */
  onMade: (made: Made | null) => void
  onClose: () => void
}

function Order({ onMade, onClose }: OrderProps) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: resolveWith(async () => (await import("../../../../domain/account/sign-up.ts")).invitationForm),
    defaultValues: { email: "", send: false },
  })
  const { errors, isSubmitting } = formState

  const order = handleSubmit(async ({ email, send }) => {
    try {
      const answer = await call("POST /api/admin/invitations", { body: { email, send } })
      onMade({ ...answer, isSent: send })
    } catch (error) {
      const { fields, status } = error instanceof ApiError ? error : {}
      const wrong = fields?.email
      if (status === 0) {
        showToast({ title: INVITATION.unanswered, description: INVITATION.unansweredDetail, tone: "bad" })
        return onMade(null)
      }
      if (wrong === undefined) return showFailure(INVITATION.createFailed, error)
      setError("email", { message: wrong })
      setFocus("email")
    }
  })

  return (
    <form method="post" action="/admin" onSubmit={order} noValidate className="flex flex-col gap-5">
      <TextField
        label="Email (optional)"
        help="Only this address can use the invitation. Leave blank to let anyone with the link use the invitation."
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        error={errors.email?.message}
        {...register("email")}
      />
      <Checkbox label="Send the invitation to this address" {...register("send")} />
      <DialogButtons onClose={onClose}>
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? "Creating..." : "Create invitation"}
        </Button>
      </DialogButtons>
    </form>
  )
}

function Shown({ made, onClose }: { made: Made; onClose: () => void }) {
  const { origin } = useSite()
  const { invitation, code, isSent } = made
  const link = (origin || location.origin) + invitationPath(code)
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="text-ink-soft">
        {isSent ? "The link is on its way to " : "This link creates one account for "}
        {invitation.email === "" ? (
          "anyone who has it"
        ) : (
          <strong className="font-semibold text-ink wrap-anywhere">{invitation.email}</strong>
        )}
        .
      </p>
      <div className="flex flex-col gap-2">
        <p className="rounded-xl bg-well p-3.5 font-mono text-sm break-all">{link}</p>
        <p className="flex items-center gap-2">
          <IconAlertTriangle size={20} data-accent="ochre" className="shrink-0 text-accent" />
          You won't see it again.
        </p>
      </div>
      <DialogButtons close="Done" onClose={onClose}>
        <CopyButton text={link} label="Copy Link" variant="primary" />
      </DialogButtons>
    </div>
  )
}
