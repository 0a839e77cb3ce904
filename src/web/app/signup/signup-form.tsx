// The sign-up form. The availability of name and address is checked before the account is created (section 5).
import { useEffect, useRef, useState } from "react"
import { useLocation } from "react-router"
import IconFingerprint from "~icons/fingerprint"
import { PASSKEY } from "../../../domain/account/passkey-messages.ts"
import { INVITATION, SIGNUP } from "../../../domain/account/sign-up-messages.ts"
import { useSite } from "../../layout/site.ts"
import { Or } from "../../session/company-buttons.tsx"
import { canSignUpByPasskey } from "../../session/passkeys.ts"
import { Button } from "../../ui/button.tsx"
import { CopyButton } from "../../ui/copy-button.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { Checkbox } from "../../ui/form/checkbox.tsx"
import { useSchemaForm } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { type SignupProblem, signUp, signUpWithPasskey } from "./create-account.ts"
import type { Typed } from "./signup-preview.tsx"
import { UsernameField } from "./username-field.tsx"

const EMPTY = {
  username: "",
  fullName: "",
  email: "",
  password: "",
  confirmPassword: "",
  termsAgreed: false,
  invitation: "",
}

interface CreateAccountFormProps {
  onCreated: (email: string) => void
  /** called with each key in the names */
  onTyped: (typed: Typed) => void
}

export function CreateAccountForm({ onCreated, onTyped }: CreateAccountFormProps) {
  const { hash, search } = useLocation()
  const { sign_in, sign_up } = useSite()
  const hasPasswordSignIn = sign_in.includes("password")
  const isReady = useHydrated()
  const [problem, setProblem] = useState<SignupProblem | null>(null)
  /** which of the two buttons was pressed last */
  const isByPasskey = useRef(false)
  const form = useSchemaForm((forms) => (isByPasskey.current ? forms.passkeySignupForm() : forms.signupForm()), EMPTY)
  const { field, handleSubmit, formState, setError, setFocus, setValue, subscribe } = form
  const { isSubmitting } = formState

  // The page is rendered once for everyone, so values from the address are filled in afterwards.
  useEffect(() => {
    const username = new URLSearchParams(search).get("username")
    if (username !== null) setValue("username", username)
    const invitation = new URLSearchParams(hash.slice(1)).get("invite")
    if (invitation !== null) setValue("invitation", invitation)
  }, [search, hash, setValue])

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          onTyped(values)
          // The message goes with its cause.
          setProblem((shown) => (shown?.fields !== undefined && `${name}` in shown.fields ? null : shown))
        },
      }),
    [onTyped, subscribe],
  )

  const create = handleSubmit(async (form) => {
    setProblem(null)
    if (sign_up === "invite" && !form.invitation?.trim()) {
      setError("invitation", { message: INVITATION.codeMissing })
      return setFocus("invitation")
    }
    const found = await (isByPasskey.current ? signUpWithPasskey : signUp)(form)
    if (found === null) {
      showToast({
        title: SIGNUP.created,
        description: "Please check your email for a verification link.",
        tone: "good",
      })
      onCreated(form.email)
      return
    }
    setProblem(found)
    const [first, ...others] = Object.entries(found.fields ?? {}) as [keyof typeof EMPTY, string][]
    if (first === undefined) {
      scrollTo({ top: 0 })
      return
    }
    for (const [name, message] of [first, ...others]) setError(name, { message })
    setFocus(first[0])
  })

  const createBy = (passkey: boolean) => {
    isByPasskey.current = passkey
    return create()
  }

  if (!hasPasswordSignIn && isReady && !canSignUpByPasskey())
    return (
      <div className="flex flex-col gap-5">
        <Notice title={PASSKEY.notHere}>
          <p className="max-sm:hidden pointer-coarse:hidden">{SIGNUP.otherBrowser}</p>
          <p className="hidden max-sm:block pointer-coarse:block">{SIGNUP.otherBrowserOnPhone}</p>
        </Notice>
        <CopyButton text={location.href} label="Copy Link" variant="primary" size="lg" />
      </div>
    )
  return (
    <form
      method="post"
      action="/signup"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void createBy(!hasPasswordSignIn)
      }}
    >
      {problem && (
        <div className="mb-6">
          <Notice tone={problem.isCanceled ? "neutral" : "bad"}>
            <p>
              {problem.message}
              {problem.isCanceled && (hasPasswordSignIn ? " Try again, or choose a password." : " Please try again.")}
            </p>
            {problem.isCanceled && (
              <Button variant="secondary" size="sm" className="mt-4" onClick={() => void createBy(true)}>
                <IconFingerprint size={20} stroke={1.5} />
                Try again with a passkey
              </Button>
            )}
          </Notice>
          {problem.isCanceled && hasPasswordSignIn && <Or className="mt-6" />}
        </div>
      )}
      <fieldset disabled={!isReady} className="flex min-w-0 flex-col gap-5">
        <legend className="sr-only">Your account</legend>
        {sign_up === "invite" && (
          <TextField
            label="Invitation Code"
            help="The link in your invitation fills this in."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field("invitation")}
          />
        )}
        <UsernameField {...form} field={field("username")} />
        <TextField label="Full Name" autoComplete="name" {...field("fullName")} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
          {...field("email")}
        />
        {hasPasswordSignIn && (
          <>
            <PasswordField
              label="Password"
              help="At least 8 characters"
              autoComplete="new-password"
              {...field("password")}
            />
            <PasswordField label="Confirm Password" autoComplete="new-password" {...field("confirmPassword")} />
          </>
        )}
        <Checkbox label={<Terms />} {...field("termsAgreed")} />
        {hasPasswordSignIn && (
          <Button type="submit" size="lg" busy={isSubmitting && !isByPasskey.current} disabled={isSubmitting}>
            {isSubmitting && !isByPasskey.current ? "Creating account..." : "Create Account"}
          </Button>
        )}
        {sign_in.includes("passkey") && !problem?.isCanceled && (!isReady || canSignUpByPasskey()) && (
          <div className="flex flex-col gap-2">
            {hasPasswordSignIn && <Or className="mb-3" />}
            <Button
              variant={hasPasswordSignIn ? "secondary" : "primary"}
              size="lg"
              busy={isSubmitting && isByPasskey.current}
              disabled={isSubmitting}
              onClick={() => void createBy(true)}
            >
              <IconFingerprint size={22} stroke={1.5} />
              Sign up with a passkey
            </Button>
            <p className="text-center text-sm text-ink-soft">One touch instead of a password</p>
          </div>
        )}
      </fieldset>
    </form>
  )
}

/** Opened in a new tab, so that nothing typed is lost. */
function Terms() {
  const look = "underline decoration-line-strong underline-offset-4 hover:decoration-accent"
  const page = { target: "_blank", rel: "noopener", className: look }
  return (
    <>
      I agree to the{" "}
      <a href="/terms" {...page}>
        Terms
      </a>
      ,{" "}
      <a href="/privacy" {...page}>
        Privacy Policy
      </a>{" "}
      and{" "}
      <a href="/acceptable-use" {...page} className={`${look} whitespace-nowrap`}>
        Acceptable Use Policy
      </a>
    </>
  )
}
