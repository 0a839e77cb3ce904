// Offers to resend the verification email: one button if the address is known, otherwise a field for it.
import { useState } from "react"
import { RESEND, resendVerification } from "../../session/account-actions.ts"
import { Button } from "../../ui/button.tsx"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { TextField } from "../../ui/form/text-field.tsx"

export function ResendForm({ email, question }: { email?: string; question: string }) {
  return (
    <div className="flex flex-col gap-4 border-line border-t pt-6">
      {email === undefined ? <AskAddress question={question} /> : <SendTo email={email} question={question} />}
    </div>
  )
}

function SendTo({ email, question }: { email: string; question: string }) {
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await resendVerification(email)
    setSending(false)
  }
  return (
    <p className="text-sm text-ink-soft">
      {question}{" "}
      <button
        type="button"
        aria-disabled={isSending || undefined}
        onClick={() => !isSending && void send()}
        className="inline cursor-pointer font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-accent aria-disabled:opacity-60"
      >
        send the email again
      </button>
      .
    </p>
  )
}

function AskAddress({ question }: { question: string }) {
  const { field, handleSubmit, formState } = useSchemaForm((forms) => forms.emailForm(), { email: "" })
  return (
    <form
      method="post"
      action="/verify-email"
      noValidate
      onSubmit={handleSubmit(({ email }) => resendVerification(email))}
      className="flex flex-col gap-5"
    >
      <p className="mb-1 text-sm text-ink-soft">{question}</p>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        {...field("email")}
      />
      <Button type="submit" variant="secondary" size="lg" busy={formState.isSubmitting}>
        {RESEND}
      </Button>
    </form>
  )
}
