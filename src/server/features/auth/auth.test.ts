import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { signUpAndVerify } from "../../../../tests/support/people.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

test("a person signs up, confirms the address, signs in and is recognized", async () => {
  const person = await signUpAndVerify(site, { username: "ada", email: "Ada@Example.com" })
  const answer = await site.app.request("/auth/v1/user", { headers: person.headers })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ id: person.user_id, email: "ada@example.com" })
})

test("the key set may be cached for ten minutes", async () => {
  const answer = await site.app.request("/auth/v1/.well-known/jwks.json")
  expect(answer.headers.get("cache-control")).toBe("public, max-age=600")
  expect((await answer.json()).keys).toHaveLength(1)
})
