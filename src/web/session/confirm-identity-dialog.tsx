// 'Confirm it is you': asks for the password, or for the code if there is a second factor, or for a passkey. One per page, for every
// call (request.ts).
import { useState } from "react"
import IconBuilding from "~icons/building"
import IconFingerprint from "~icons/fingerprint"
import { PASSKEY } from "../../domain/account/account-messages.ts"
import { useSite } from "../layout/site.ts"
import { Button } from "../ui/button.tsx"
import { Notice } from "../ui/feedback/notice.tsx"
import { useSchemaForm } from "../ui/form/form-resolver.ts"
import { PasswordField } from "../ui/form/password-field.tsx"
import { CodeField } from "../ui/form/text-field.tsx"
import { DialogSheet } from "../ui/overlay/dialog-sheet.tsx"
import { call, sentenceOf } from "./api.ts"
import { leaveForProof } from "./company-login.ts"
import { canProveByPasskey, proveByPasskey } from "./passkeys.ts"
import type { IdentityQuestion } from "./request.ts"

interface ConfirmDialogProps {
  /** the question, kept while the dialog closes */
  question: IdentityQuestion
  open: boolean
  /** tells password managers whose password this is */
  email: string
}

/** Null when it was correct; otherwise the message. */
const prove = (proof: { password: string } | { code: string }): Promise<string | null> =>
  call("POST /api/account/identity-proof", { body: proof }).then(
    () => null,
    (error: unknown) => sentenceOf(error),
  )

export function ConfirmDialog({ question: { methods, settle }, open, email }: ConfirmDialogProps) {
  const byCode = methods.includes("totp")
  return (
    <DialogSheet
      open={open}
      onOpenChange={() => settle(false)}
      title="Confirm it is you"
      description={
        byCode
          ? "To protect your account, enter the code your authenticator app shows now."
          : methods.includes("password")
            ? "To protect your account, enter your password again."
            : methods.includes("company")
              ? "To protect your account, sign in with your company again."
              : "To protect your account, use your passkey again."
      }
    >
      {methods.includes("passkey") && canProveByPasskey() && (
        <ByPasskey isOnly={methods.length === 1} onProved={() => settle(true)} />
      )}
      {methods.length === 1 && methods.includes("passkey") && !canProveByPasskey() && (
        <Notice>{PASSKEY.impossible}</Notice>
      )}
      {byCode && <ByCode onProved={() => settle(true)} />}
      {methods.includes("password") && <ByPassword email={email} onProved={() => settle(true)} />}
      {methods.includes("company") && <ByCompany />}
    </DialogSheet>
  )
}

function ByPasskey({ isOnly, onProved }: { isOnly: boolean; onProved: () => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    setProblem(null)
    const message = await proveByPasskey()
    return message === null ? onProved() : setProblem(message)
  }
  return (
    <div className={`flex flex-col gap-3 ${isOnly ? "" : "mb-6 border-line border-b pb-6"}`}>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <Button variant={isOnly ? "primary" : "secondary"} size="lg" onAct={confirm}>
        <IconFingerprint size={22} stroke={1.5} />
        Use a passkey
      </Button>
    </div>
  )
}

/** It leaves the page and comes back to it: what was asked for has to be asked for again. */
function ByCompany() {
  const { company_logins } = useSite()
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className="mt-4 flex flex-col gap-3">
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {company_logins.map(({ id, name }) => (
        <Button key={id} variant="secondary" size="lg" onAct={async () => setProblem(await leaveForProof(id))}>
          <IconBuilding size={22} stroke={1.5} />
          Confirm with {name}
        </Button>
      ))}
    </div>
  )
}

function ByPassword({ email, onProved }: { email: string; onProved: () => void }) {
  const { field, handleSubmit, formState, reject } = useSchemaForm((forms) => forms.currentPasswordForm(), {
    currentPassword: "",
  })
  const confirm = handleSubmit(async ({ currentPassword }) => {
    const message = await prove({ password: currentPassword })
    return message === null ? onProved() : reject("currentPassword", message)
  })
  return (
    <form method="post" action="/settings" onSubmit={confirm} noValidate className="flex flex-col gap-5">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current Password" autoComplete="current-password" {...field("currentPassword")} />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Confirm
      </Button>
    </form>
  )
}

function ByCode({ onProved }: { onProved: () => void }) {
  const { field, handleSubmit, formState, reject } = useSchemaForm((forms) => forms.codeForm(), { code: "" })
  const confirm = handleSubmit(async ({ code }) => {
    const message = await prove({ code })
    return message === null ? onProved() : reject("code", message)
  })
  return (
    <form method="post" action="/settings" onSubmit={confirm} noValidate className="flex flex-col gap-5">
      <CodeField label="Code" {...field("code")} />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Confirm
      </Button>
    </form>
  )
}
