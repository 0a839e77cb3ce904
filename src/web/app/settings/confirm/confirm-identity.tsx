// 'Confirm it is you': the password, or the code of the second factor where there is one.
import { useForm } from "react-hook-form"
import { codeForm, currentPasswordForm } from "../../../../domain/forms.ts"
import { confirmByCode, confirmByPassword } from "../../../session/confirm-identity.ts"
import { Button } from "../../../ui/button.tsx"
import { CodeField } from "../../../ui/code-field.tsx"
import { Dialog } from "../../../ui/dialog.tsx"
import { resolveWith } from "../../../ui/form-resolver.ts"
import { PasswordField } from "../../../ui/password-field.tsx"

interface ConfirmIdentityProps {
  email: string
  hasFactor: boolean
  onConfirmed: () => void
  onCancel: () => void
}

export function ConfirmIdentity({ email, hasFactor, onConfirmed, onCancel }: ConfirmIdentityProps) {
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title="Confirm it is you"
      description={
        hasFactor
          ? "Enter the code your authenticator app shows now."
          : "You signed in a while ago. Enter your password once more."
      }
    >
      {hasFactor ? <ByCode onConfirmed={onConfirmed} /> : <ByPassword email={email} onConfirmed={onConfirmed} />}
    </Dialog>
  )
}

function ByPassword({ email, onConfirmed }: Pick<ConfirmIdentityProps, "email" | "onConfirmed">) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: resolveWith(currentPasswordForm),
    defaultValues: { currentPassword: "" },
  })
  const confirm = handleSubmit(async ({ currentPassword }) => {
    const message = await confirmByPassword(email, currentPassword)
    if (message === null) return onConfirmed()
    setError("currentPassword", { message })
    setFocus("currentPassword", { shouldSelect: true })
  })
  return (
    <form method="post" action="/settings" onSubmit={confirm} noValidate className="flex flex-col gap-5">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={formState.errors.currentPassword?.message}
        {...register("currentPassword")}
      />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Confirm
      </Button>
    </form>
  )
}

function ByCode({ onConfirmed }: Pick<ConfirmIdentityProps, "onConfirmed">) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: resolveWith(codeForm),
    defaultValues: { code: "" },
  })
  const confirm = handleSubmit(async ({ code }) => {
    const message = await confirmByCode(code)
    if (message === null) return onConfirmed()
    setError("code", { message })
    setFocus("code", { shouldSelect: true })
  })
  return (
    <form method="post" action="/settings" onSubmit={confirm} noValidate className="flex flex-col gap-5">
      <CodeField label="Code" error={formState.errors.code?.message} {...register("code")} />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Confirm
      </Button>
    </form>
  )
}
