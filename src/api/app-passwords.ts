// App passwords: what phones and programs sign in with to the address book at /dav.
import * as z from "zod/mini"
import { appPasswordForm } from "../domain/account/app-password.ts"
import type { Endpoints } from "./endpoint.ts"
import { id, moment, success } from "./fields.ts"

const appPassword = z.object({
  id,
  name: z.string(),
  created_at: moment,
  last_used_at: z.nullable(moment).check(z.describe("Accurate to a few minutes; null: never.")),
})
export type AppPassword = z.infer<typeof appPassword>

export const appPasswordEndpoints = {
  "GET /api/account/app-passwords": {
    summary: "Your app passwords, oldest first. The passwords themselves are not kept.",
    caller: "user",
    answer: z.object({
      app_passwords: z.array(appPassword),
      address: z.nullable(z.string()).check(z.describe("Of your address book; null on a site without https.")),
    }),
  },
  "POST /api/account/app-passwords": {
    summary: "Creates an app password, shown once. It opens your address book at /dav, and nothing else.",
    caller: "user",
    form: appPasswordForm(),
    answer: z.object({ app_password: appPassword, secret: z.string() }),
    status: 201,
  },
  "DELETE /api/account/app-passwords/{id}": { summary: "Revokes an app password.", caller: "user", answer: success },
} as const satisfies Endpoints
