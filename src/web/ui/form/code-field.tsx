// Six digits of an authenticator app: one wide field with even spacing, which phones can fill in.
import type { ComponentProps } from "react"
import { TOTP_DIGITS } from "../../../domain/limits.ts"
import { TextField } from "./text-field.tsx"

export function CodeField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      autoComplete="one-time-code"
      inputMode="numeric"
      // Room for the space that some apps copy too.
      maxLength={TOTP_DIGITS + 1}
      {...props}
      className="text-center text-xl tabular-nums tracking-[0.4em] indent-[0.4em]"
    />
  )
}
