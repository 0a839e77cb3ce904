// Changes of a password, and what each of them counts.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../../../../../tests/support/people.ts"
import { quickPasswords } from "../../../../../tests/support/quick-passwords.ts"
import { createPasswords } from "./passwords.ts"

let site: TestApp
const [idle, full] = [quickPasswords(), createPasswords(0, 0)]
const passwords = { ...idle }
beforeAll(async () => {
  site = await testApp({}, passwords)
})
afterAll(() => site.close())

test("a change counts only if the server gets to it, and the right current password never does", async () => {
  const { headers } = await signUpAndVerify(site)
  const change = async (body: object) => (await postJson(site, "/auth/v1/user", body, headers, undefined, "PUT")).status
  const next = (at: number) => `a new lighthouse number ${at}`
  Object.assign(passwords, full)
  for (let at = 0; at < 12; at++) expect(await change({ password: next(0) })).toBe(503)
  Object.assign(passwords, idle)
  expect(await change({ password: next(0), current_password: PASSWORD })).toBe(200)
  for (let at = 1; at < 10; at++) expect(await change({ password: next(at), current_password: next(at - 1) })).toBe(200)
  // Of ten attempts at the current password in five minutes, none is used up; of ten changes an hour, all are.
  for (let at = 0; at < 10; at++) expect(await change({ password: next(10), current_password: "wrong" })).toBe(400)
  site.advance(5 * 60_000)
  expect(await change({ password: next(10), current_password: next(9) })).toBe(429)
})
