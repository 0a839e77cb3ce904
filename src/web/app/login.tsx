// /login: sign in, and go back to the page one came from (specification sections 2, 4 and 5).
import { useState } from "react"
import { useForm } from "react-hook-form"
import { useLocation, useNavigate } from "react-router"
import { loginForm } from "../../domain/forms.ts"
import { AUTH } from "../../domain/messages.ts"
import { takePreventRedirect } from "../session/flags.ts"
import { returnPath } from "../session/return-path.ts"
import { useSession } from "../session/session-store.ts"
import { signIn } from "../session/sign-in.ts"
import { isAppPath } from "../ui/app-paths.ts"
import { Button } from "../ui/button.tsx"
import { ButtonLink } from "../ui/button-link.tsx"
import { resolveWith } from "../ui/form-resolver.ts"
import { PasswordField } from "../ui/password-field.tsx"
import { TextField } from "../ui/text-field.tsx"
import { TextLink } from "../ui/text-link.tsx"
import { carryToast, showToast } from "../ui/toast-manager.ts"
import { NarrowPage } from "./narrow-page.tsx"
import { resendAction } from "./resend.ts"
import { pageTitle } from "./titles.ts"

export const meta = pageTitle("Sign In")

export default function Login() {
  const session = useSession()
  const [isEntering, setEntering] = useState(false)
  if (session.status === "loading" && !isEntering) return <Waiting />
  if (session.status === "signed-in" && !isEntering) return <AlreadyLoggedIn />
  return <LoginForm onEntering={setEntering} isEntering={isEntering} />
}

function Waiting() {
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 items-center justify-center">
      <p role="status" className="text-ink-soft">
        Loading...
      </p>
    </div>
  )
}

function AlreadyLoggedIn() {
  return (
    <NarrowPage title="Already Logged In" intro="You are signed in on this device.">
      <div className="flex flex-col gap-3">
        <ButtonLink href="/edit-profile">Edit Profile</ButtonLink>
        <ButtonLink href="/" variant="secondary">
          Go to Home
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}

function LoginForm({ isEntering, onEntering }: { isEntering: boolean; onEntering: (entering: boolean) => void }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { register, handleSubmit, formState } = useForm({
    resolver: resolveWith(loginForm),
    defaultValues: { email: "", password: "" },
  })
  const { errors } = formState

  const enter = handleSubmit(async ({ email, password }) => {
    onEntering(true)
    const failure = await signIn(email, password)
    if (failure !== null) {
      const action = failure.isUnconfirmed ? resendAction(email) : undefined
      showToast({ title: AUTH.signInFailed, description: failure.message, tone: "bad", ...(action && { action }) })
      onEntering(false)
      return
    }
    const welcome = { title: AUTH.welcome, description: AUTH.signedIn, tone: "good" } as const
    const path = returnPath(search)
    if (takePreventRedirect()) {
      showToast(welcome)
      onEntering(false)
    } else if (isAppPath(path)) {
      showToast(welcome)
      await navigate(path, { replace: true })
    } else {
      carryToast(welcome)
      location.assign(path)
    }
  })

  return (
    <NarrowPage
      title="Sign In"
      intro="Enter your email and password to access your account"
      below={
        <>
          Don't have an account? <TextLink href="/signup">Sign up</TextLink>
        </>
      }
    >
      <form method="post" action="/login" onSubmit={enter} noValidate className="flex flex-col gap-5">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
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
    </NarrowPage>
  )
}
