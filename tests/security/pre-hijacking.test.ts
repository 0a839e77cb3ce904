// Pre-hijacking (Sudhodanan and Paverd 2022): an account that an attacker prepares under a victim's address must never open for
// the attacker once the victim uses the address. A story for each class that can exist here, and for what surrounds them.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { newestLink, tokenHashOf } from "../support/mailbox.ts"
import { postJson } from "../support/people.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp({ ADMIN_EMAIL: "chief@example.com" })
})
afterAll(() => site.close())

const ATTACKER = "mine since yesterday 4"

test("the click of the address's owner does not complete the sign-up of somebody else", async () => {
  const email = "chief@example.com"
  await postJson(site, "/auth/v1/signup", { email, password: ATTACKER, data: { username: "sly", full_name: "Sly" } })
  const token_hash = tokenHashOf(await newestLink(site.services, email))
  await postJson(site, "/auth/v1/verify", { token_hash, type: "signup" })
  const answer = await postJson(site, "/auth/v1/token?grant_type=password", { email, password: ATTACKER })
  expect(await answer.json()).toMatchObject({ code: "email_not_confirmed" })
})
