// A flood of sign-ups from any number of networks: it gets no further than the quiet threshold, and people can still sign up.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { PASSWORD, postJson } from "../support/people.ts"
import { solved } from "../support/proof.ts"

const ATTACKERS = 2_000
const QUIET = 150

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const signUp = (username: string, ip: string, headers: Record<string, string> = {}) => {
  const body = { email: `${username}@example.com`, password: PASSWORD, data: { username, full_name: "Ada Lovelace" } }
  return postJson(site, "/auth/v1/signup", body, headers, ip)
}
const count = async (text: string): Promise<number> =>
  (await site.services.database.pool.query(`select count(*)::int as n from ${text}`)).rows[0].n
const ipOf = (at: number) => `100.64.${at >> 8}.${at & 255}`

test("2,000 sign-ups from 2,000 networks create no more accounts than a quiet ten minutes do", {
  timeout: 180_000,
}, async () => {
  const { passwords } = site.services.auth
  const refused: number[] = []
  const AT_ONCE = 40
  for (let from = 0; from < ATTACKERS; from += AT_ONCE) {
    const round = Array.from({ length: AT_ONCE }, (_, at) => signUp(`bot-${from + at}`, ipOf(from + at)))
    for (const { status } of await Promise.all(round)) if (status !== 200) refused.push(status)
  }
  expect(await count("users")).toBe(QUIET)
  expect(await count("mail_outbox")).toBe(QUIET)
  expect(refused.length).toBe(ATTACKERS - QUIET)
  expect(new Set(refused)).toEqual(new Set([428]))
  // What was refused has cost no hash.
  expect(passwords.computed()).toBe(QUIET)
})

test("during the flood people sign up with their browser's proof, and others reset their password", async () => {
  const refused = await signUp("grace", "192.0.2.200")
  expect(refused.status).toBe(428)
  const { challenge } = await refused.json()
  // Refusals alone make it no harder for anyone.
  expect(challenge.max_number).toBe(300_000)
  expect((await signUp("grace", "192.0.2.200", solved(challenge))).status).toBe(200)
  const reset = await postJson(site, "/auth/v1/recover", { email: "grace@example.com" }, {}, "192.0.2.200")
  expect(reset.status).toBe(200)
})

test("the flood does not use up the site's hourly cap, and no proof is needed in the next quiet minutes", async () => {
  site.advance(600_000)
  expect((await signUp("after-the-flood", "192.0.2.201")).status).toBe(200)
  expect((await signUp("another-one", "192.0.2.202")).status).toBe(200)
})
