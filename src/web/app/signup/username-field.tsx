// The username of a sign-up: corrected while it is typed, and checked after a pause, as on the landing page.
import { type ChangeEvent, useEffect, useState } from "react"
import { type UseFormRegisterReturn, type UseFormReturn, useWatch } from "react-hook-form"
import IconCheck from "~icons/check"
import { ACCOUNT_FIELD } from "../../../domain/account/field-messages.ts"
import type { SignupForm } from "../../../domain/forms.ts"
import { USERNAME_MAX, USERNAME_MIN } from "../../../domain/limits.ts"
import { isReservedName, isUuid } from "../../../domain/paths.ts"
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
  const { name: siteName, origin } = useSite()
  const name = useWatch({ control, name: "username" })
  const [free, setFree] = useState("")

  // Also for a name that the landing page's field has filled in.
  useEffect(() => {
    if (!fits(name)) return
    let isLatest = true
    const ask = async () => {
      if (isReservedName(name, siteName) || isUuid(name))
        return setError("username", { message: ACCOUNT_FIELD.usernameReserved })
      // The form asks again before it is sent, and says what went wrong.
      const answer = await call("POST /api/availability", { body: { username: name } }).catch(() => null)
      if (!isLatest) return
      if (answer?.username === true) setFree(name)
      if (answer?.username === false) setError("username", { message: ACCOUNT_FIELD.usernameTaken })
    }
    const asking = setTimeout(() => void ask(), ASK_AFTER_MS)
    return () => {
      isLatest = false
      clearTimeout(asking)
    }
  }, [name, siteName, setError])

  const isFree = free !== "" && free === name
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (correctUsername(event.target, event.nativeEvent)) clearErrors("username")
    void onChange(event)
  }
  return (
    <TextField
      label="Username"
      help={
        <>
          {!isFree && "Your page: "}
          {displayUrl(origin)}/<strong className="font-semibold text-ink">{name || "username"}</strong>{" "}
          <span role="status" className="font-medium whitespace-nowrap text-good">
            {isFree && (
              <>
                is available <IconCheck size={16} className="inline-block align-text-bottom" />
              </>
            )}
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
