// Address and password; an address that was just confirmed is filled in. Failures are shown as a toast, not in the form (specification sections 4 and 8).
import { useEffect, useState } from "react"
import { useForm } from "react-hook-form"
import { useLocation } from "react-router"
import { loginForm } from "../../../domain/forms.ts"
import { AUTH } from "../../../domain/messages.ts"
import { loginEmail } from "../../session/login-email.ts"
import { withReturn } from "../../session/return-path.ts"
import { signIn } from "../../session/sign-in.ts"
import { setSignInProgress, useSignInProgress } from "../../session/sign-in-progress.ts"
import { Button } from "../../ui/button.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { PasswordField } from "../../ui/form/password-field.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import { TextLink } from "../../ui/text-link.tsx"
import { NarrowPage } from "../narrow-page.tsx"
import { resendAction } from "../verify-email/resend.ts"
import { ForgotPassword } from "./forgot-password.tsx"

export const SIGN_IN = { title: "Sign In", intro: "Enter your email and password to access your account" }

export function LoginForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const isEntering = useSignInProgress() !== null
  const { search } = useLocation()
  const [known] = useState(loginEmail)
  const { register, handleSubmit, formState, getValues, setFocus } = useForm({
    resolver: resolveWith(loginForm),
    defaultValues: { email: known, password: "" },
  })
  const { errors } = formState
  useEffect(() => {
    if (known !== "") setFocus("password")
  }, [known, setFocus])

  const enter = handleSubmit(async ({ email, password }) => {
    setSignInProgress("password")
    const failure = await signIn(email, password)
    if (failure === null) return onSignedIn()
    const action = failure.isUnconfirmed && { action: resendAction(email) }
    showToast({ title: AUTH.signInFailed, description: failure.message, tone: "bad", about: "sign-in", ...action })
    setSignInProgress(null)
  })

  return (
    <NarrowPage
      {...SIGN_IN}
      below={
        <>
          Don't have an account? <TextLink href={withReturn("/signup", search)}>Sign up</TextLink>
        </>
      }
    >
      <form method="post" action="/login" onSubmit={enter} noValidate className="flex flex-col gap-5">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
          error={errors.email?.message}
          {...register("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password")}
        />
        <Button type="submit" size="lg" busy={isEntering}>
          {isEntering ? "Logging in..." : "Log In"}
        </Button>
      </form>
      <div className="mt-3 -mb-2 flex justify-center">
        <ForgotPassword typed={() => getValues("email")} />
      </div>
    </NarrowPage>
  )
}
