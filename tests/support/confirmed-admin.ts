// An administrator that the operator named, where sign-up is closed.
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import type { TestApp } from "./app.ts"
import { PASSWORD, type Person, signIn } from "./people.ts"

export async function createConfirmedAdmin(site: TestApp, username: string): Promise<Person> {
  const email = `${username}@example.com`
  const account = { email, username, full_name: "Ren Sato", password: PASSWORD }
  await createConfirmedAccount(site.services.auth, { ...account, roles: ["user", "admin"] })
  return { username, email, ...(await signIn(site, email)) }
}
