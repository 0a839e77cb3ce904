// What a further profile of an account starts with: its own address and name.
import * as z from "zod/mini"
import { signupFields } from "../forms.ts"
import { lazy } from "../lazy.ts"
import { profilePayload } from "./profile-form.ts"

/** The address follows the rules of sign-up. */
export const newProfileForm = lazy(() =>
  z.object({ username: signupFields().shape.username, full_name: profilePayload().shape.full_name }),
)
export type NewProfile = z.infer<ReturnType<typeof newProfileForm>>
