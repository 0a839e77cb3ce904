// What a further profile of an account starts with: its own address and name.
import * as z from "zod/mini"
import { personName, signupFields } from "../forms.ts"
import { lazy } from "../lazy.ts"
import { FIELD } from "../messages.ts"

/** The address follows the rules of sign-up. */
export const newProfileForm = lazy(() =>
  z.object({ username: signupFields().shape.username, full_name: personName(FIELD.nameRequired, { field: "Name" }) }),
)
export type NewProfile = z.infer<ReturnType<typeof newProfileForm>>
