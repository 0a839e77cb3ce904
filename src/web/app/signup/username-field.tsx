// The username of a sign-up: corrected while it is typed, and checked after a pause, as on the landing page.
import { type ChangeEvent, useEffect, useRef, useState } from "react"
import { type UseFormRegisterReturn, type UseFormReturn, useWatch } from "react-hook-form"
import type { SignupForm } from "../../../domain/forms.ts"
import { USERNAME_MAX, USERNAME_MIN } from "../../../domain/limits.ts"
import { FIELD } from "../../../domain/messages.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import { useSite } from "../../layout/site.ts"
import { call } from "../../session/api.ts"
import { TextField } from "../../ui/form/text-field.tsx"
import { correctUsername } from "../../ui/form/typed-username.ts"

/** A request for each key would reach the rate limit. */
const ASK_AFTER_MS = 500
const CHARACTERS = /^[a-z0-9_-]+$/
const fits = (name: string): boolean =>
  name.length >= USERNAME_MIN && name.length <= USERNAME_MAX && CHARACTERS.test(name)

type UsernameFieldProps = Pick<UseFormReturn<SignupForm>, "clearErrors" | "control" | "setError"> & {
  /** registered by the form, in the order of its fields */
  field: UseFormRegisterReturn & { error: string | undefined }
}

export function UsernameField({ clearErrors, control, setError, field: { onChange, ...field } }: UsernameFieldProps) {
  const { origin } = useSite()
  const name = useWatch({ control, name: "username" })
  const [free, setFree] = useState("")
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(asking.current), [])

  const ask = async (field: HTMLInputElement, username = field.value) => {
    // The form asks again before it is sent, and says what went wrong.
    const answer = await call("POST /api/availability", { body: { username } }).catch(() => null)
    if (field.value !== username) return
    if (answer?.username === true) setFree(username)
    if (answer?.username === false) setError("username", { message: FIELD.usernameTaken })
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(asking.current)
    const { target } = event
    if (correctUsername(target, event.nativeEvent)) {
      clearErrors("username")
      if (fits(target.value)) asking.current = setTimeout(() => void ask(target), ASK_AFTER_MS)
    }
    void onChange(event)
  }
  return (
    <TextField
      label="Username"
      help={
        <>
          Your page: {displayUrl(origin)}/<strong className="font-semibold text-ink">{name || "username"}</strong>{" "}
          <span role="status" className="font-medium text-good">
            {free !== "" && free === name && "is free"}
          </span>
        </>
      }
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={change}
      {...field}
    />
  )
}
