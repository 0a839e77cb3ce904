// 'Forgot password?': sends the reset email. The answer is the same whether or not the address is known.
import { useState } from "react"
import { SETTINGS } from "../../../domain/account/settings-messages.ts"
import { RECOVERY_LINK_MINUTES } from "../../../domain/limits.ts"
import { authErrorMessage, withAuth } from "../../session/auth-client.ts"
import { Button } from "../../ui/button.tsx"
import { buttonStyle } from "../../ui/button-style.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { TextField } from "../../ui/form/text-field.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"

/** Below a form. @param typed the address in the login form, if any */
export function ForgotPassword({ typed }: { typed: () => string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title="Reset your password"
      description="We'll email you a link to choose a new one."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={buttonStyle(
            { variant: "quiet", size: "sm" },
            "mx-auto mt-1 -mb-2.5 flex! text-ink-soft hover:text-ink",
          )}
        >
          Forgot password?
        </button>
      }
    >
      <AskForLink email={typed()} onSent={() => setOpen(false)} />
    </Dialog>
  )
}

function AskForLink({ email, onSent }: { email: string; onSent: () => void }) {
  const { field, handleSubmit, formState } = useSchemaForm((forms) => forms.emailForm(), { email })
  const { isSubmitting } = formState
  const send = handleSubmit(async ({ email }) => {
    const redirectTo = `${location.origin}/reset-password`
    const { error } = await withAuth((client) => client.resetPasswordForEmail(email, { redirectTo }))
    if (error !== null) {
      showToast({ title: SETTINGS.resetFailed, description: authErrorMessage(error), tone: "bad" })
      return
    }
    onSent()
    showToast({
      title: SETTINGS.resetSent,
      description: `If there is an account for ${email}, a link is on its way. It works for ${RECOVERY_LINK_MINUTES} minutes.`,
      tone: "good",
    })
  })
  return (
    <form method="post" action="/login" onSubmit={send} noValidate className="flex flex-col gap-5">
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        {...field("email")}
      />
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? "Sending..." : "Send reset link"}
      </Button>
    </form>
  )
}
