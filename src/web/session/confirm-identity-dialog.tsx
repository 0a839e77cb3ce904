// 'Confirm it's you': asks for the password, or for the second factor if there is one, or for a passkey. One per page, for every
// call (request.ts).
import { type ReactNode, useEffect, useState } from "react"
import IconBuilding from "~icons/building"
import IconFingerprint from "~icons/fingerprint"
import IconKey from "~icons/key"
import { FACTOR } from "../../domain/account/account-messages.ts"
import { PASSKEY } from "../../domain/account/passkey-messages.ts"
import type { ProofMethod } from "../../domain/errors.ts"
import { useSite } from "../layout/site.ts"
import { Button } from "../ui/button.tsx"
import { Notice } from "../ui/feedback/notice.tsx"
import { useSchemaForm } from "../ui/form/form-resolver.ts"
import { PasswordField } from "../ui/form/password-field.tsx"
import { CodeField } from "../ui/form/text-field.tsx"
import { DialogSheet } from "../ui/overlay/dialog-sheet.tsx"
import { call, isCanceled, sentenceOf } from "./api.ts"
import { leaveForProof, type OwnLogin, ownLogins } from "./company-login.ts"
import type { IdentityQuestion } from "./fetch-with-proofs.ts"
import { canProveByPasskey, passkeysPossible, proveByPasskey } from "./passkeys.ts"
import { touchSecurityKey } from "./security-keys.ts"
import { useSession } from "./session-store.ts"

interface ConfirmDialogProps {
  /** the question, kept while the dialog closes */
  question: IdentityQuestion
  open: boolean
  /** tells password managers whose password this is */
  email: string
}

/** Null when it was correct, or when something else counts by now: the call that waits is refused again, and asks for that. */
const prove = (proof: { password: string } | { code: string }): Promise<string | null> =>
  call("POST /api/account/identity-proof", { body: proof }).then(
    () => null,
    (error: unknown) => (isCanceled(error) ? null : sentenceOf(error)),
  )

export function ConfirmDialog({ question: { methods, settle }, open, email }: ConfirmDialogProps) {
  const isSignedIn = useSession().status === "signed-in"
  // Another tab has ended the session: no one can answer.
  useEffect(() => {
    if (!isSignedIn) settle(false)
  }, [isSignedIn, settle])
  const byCode = methods.includes("totp")
  const impossible = impossibleHere(methods)
  return (
    <DialogSheet
      open={open}
      onOpenChange={() => settle(false)}
      title="Confirm it's you"
      description={`To protect your account, ${askedFirst(methods)}.`}
    >
      {methods.includes("passkey") && canProveByPasskey() && (
        <ByTouch isOnly={methods.length === 1} prove={proveByPasskey} onProved={() => settle(true)}>
          <IconFingerprint size={22} stroke={1.5} />
          Use a passkey
        </ByTouch>
      )}
      {methods.includes("webauthn") && passkeysPossible() && (
        <ByTouch isOnly={!byCode} prove={touchSecurityKey} onProved={() => settle(true)}>
          <IconKey size={22} stroke={1.5} />
          Use a security key
        </ByTouch>
      )}
      {impossible !== undefined && <Notice>{impossible}</Notice>}
      {byCode && <ByCode isOnly={methods.length === 1} onProved={() => settle(true)} />}
      {methods.includes("password") && (
        <ByPassword email={email} isOnly={methods.length === 1} onProved={() => settle(true)} />
      )}
      {methods.includes("company") && <ByCompany />}
    </DialogSheet>
  )
}

/** What the dialog asks for first; anything else that counts has a button. */
function askedFirst(methods: readonly ProofMethod[]): string {
  if (methods.includes("totp")) return "enter the code your authenticator app shows now"
  if (methods.includes("webauthn")) return "use your security key again"
  if (methods.includes("password")) return "enter your password again"
  return methods.includes("company") ? "sign in with your company again" : "use your passkey again"
}

/** Why this browser can do none of these, or undefined. */
function impossibleHere(methods: readonly ProofMethod[]): string | undefined {
  const others = methods.filter((method) => method !== "passkey" && method !== "webauthn")
  const canTouch = methods.includes("webauthn") ? passkeysPossible() : canProveByPasskey()
  if (others.length > 0 || canTouch) return undefined
  return methods.includes("webauthn") ? FACTOR.keyNotHere : PASSKEY.impossible
}

interface ByTouchProps {
  isOnly: boolean
  /** null when it worked, or a message */
  prove: () => Promise<string | null>
  onProved: () => void
  children: ReactNode
}

function ByTouch({ isOnly, prove, onProved, children }: ByTouchProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    setProblem(null)
    const message = await prove()
    return message === null ? onProved() : setProblem(message)
  }
  return (
    <div className={`flex flex-col gap-5 ${isOnly ? "" : "mb-6 border-line border-b pb-6"}`}>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {/* On the close button, Enter would cancel. */}
      <Button
        variant={isOnly ? "primary" : "secondary"}
        size="lg"
        data-first-focus={isOnly || undefined}
        onAct={confirm}
      >
        {children}
      </Button>
    </div>
  )
}

/** It leaves the page and comes back to it: what was asked for has to be asked for again. */
function ByCompany() {
  const { company_logins } = useSite()
  const [problem, setProblem] = useState<string | null>(null)
  const isOne = company_logins.length === 1
  /** undefined: not known yet */
  const [own, setOwn] = useState(isOne ? company_logins : undefined)
  useEffect(() => {
    if (isOne) return
    const isOwn = (logins: OwnLogin[]) =>
      company_logins.filter(({ id }) => logins.some(({ provider }) => provider === id))
    void ownLogins().then(
      (logins) => setOwn(isOwn(logins)),
      () => setOwn(company_logins),
    )
  }, [isOne, company_logins])
  return (
    <div className="mt-4 flex flex-col gap-3">
      {problem !== null && (
        <Notice tone="bad" className="mb-2">
          {problem}
        </Notice>
      )}
      {own?.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          size="lg"
          className="wrap-anywhere"
          onAct={async () => setProblem(await leaveForProof(id))}
        >
          <IconBuilding size={22} stroke={1.5} />
          Confirm with {name}
        </Button>
      ))}
    </div>
  )
}

interface ByFieldProps {
  /** then it gets the focus, on a touch screen, too: there is nothing else to do here */
  isOnly: boolean
  onProved: () => void
}

function ByPassword({ email, isOnly, onProved }: ByFieldProps & { email: string }) {
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
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        data-first-focus={isOnly || undefined}
        {...field("currentPassword")}
      />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Confirm
      </Button>
    </form>
  )
}

function ByCode({ isOnly, onProved }: ByFieldProps) {
  const { field, handleSubmit, formState, reject } = useSchemaForm((forms) => forms.codeForm(), { code: "" })
  const confirm = handleSubmit(async ({ code }) => {
    const message = await prove({ code })
    return message === null ? onProved() : reject("code", message)
  })
  return (
    <form method="post" action="/settings" onSubmit={confirm} noValidate className="flex flex-col gap-5">
      <CodeField label="Code" data-first-focus={isOnly || undefined} {...field("code")} />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Confirm
      </Button>
    </form>
  )
}
