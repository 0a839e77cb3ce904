// Users and their roles, for administrators.
import * as z from "zod/mini"
import { ROLES } from "../domain/account/roles.ts"
import { roleForm, userListQuery } from "../domain/account/user-forms.ts"
import type { Endpoints } from "./endpoint.ts"
import { id, moment, next, success } from "./fields.ts"

const roles = z.array(z.enum(ROLES))

const user = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  profile_picture: z.string().check(z.describe("Its address works while the profile is public.")),
  accent: z.string().check(z.describe("Empty: its color follows from the username.")),
  signin_email: z.string(),
  confirmed: z.boolean().check(z.describe("False: the address is not confirmed yet.")),
  roles,
  has_factor: z.boolean(),
  created_at: moment,
  last_sign_in_at: z.nullable(moment),
  deleted_at: z.nullable(moment),
  deletion_scheduled_at: z.nullable(moment),
  hidden_at: z.nullable(moment).check(z.describe("When a moderator hid the profile.")),
})
export type ListedUser = z.infer<typeof user>

const page = z.object({
  users: z.array(user).check(z.describe("Newest first.")),
  next,
})
export type UserPage = z.infer<typeof page>

export const userEndpoints = {
  "GET /api/admin/users": { summary: "Users, page by page.", caller: "admin", query: userListQuery, answer: page },
  "POST /api/admin/users/{id}/roles": {
    summary: "Adds a role.",
    caller: "admin-with-proof",
    form: roleForm,
    answer: z.object({ roles }),
  },
  "DELETE /api/admin/users/{id}/roles/{role}": {
    summary: "Removes a role.",
    caller: "admin-with-proof",
    answer: z.object({ roles }),
  },
  "POST /api/admin/users/{id}/data-exports": {
    summary: "Everything the user's account holds, as a zip file, to answer a data request. An email tells them.",
    caller: "admin-with-proof",
    file: "application/zip",
  },
  "DELETE /api/admin/users/{id}": {
    summary:
      "Deletes a user who was deactivated at least three days ago, instead of after 30 days. An email tells them.",
    caller: "admin-with-proof",
    answer: success,
  },
  "POST /api/admin/users/{id}/password-reset": {
    summary: "Emails the user a link to reset the password.",
    caller: "admin-with-proof",
    answer: success,
  },
  "DELETE /api/admin/users/{id}/factors": {
    summary: "Removes the user's second factor.",
    caller: "admin-with-proof",
    answer: success,
  },
} as const satisfies Endpoints
