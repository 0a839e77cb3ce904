// How a change of the account's protection ended; the server may first want to see who is asking.
import type { AuthError } from "@supabase/auth-js"
import { AUTH } from "../../../../domain/messages.ts"
import type { ApiError } from "../../../session/api.ts"

/** `confirm`: the server wants the password or a code first. */
export type Outcome<Value> =
  | { done: true; value: Value }
  | { done: false; confirm: boolean; message: string; code: string | undefined }

export const refused = (error: AuthError | ApiError): Outcome<never> => ({
  done: false,
  confirm: error.code === "reauthentication_needed",
  message: error.message || AUTH.unknown,
  code: error.code,
})
