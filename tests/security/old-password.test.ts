// A password that was stolen and is replaced: sign-ins that were on their way end with it.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { member, pass, tokenOf } from "../support/factor-people.ts"
import { newestLink } from "../support/mailbox.ts"
import { PASSWORD, postJson } from "../support/people.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
  pass(site, 3_600_000)
})
afterEach(() => {
  vi.useRealTimers()
})

const THIEVES = 30
const MAX_DELAY_MS = 60

/** One sign-in after the other, each on its way before the last one has arrived. @returns the sessions that are left */
async function sessionsLeft(email: string, change: () => Promise<unknown>): Promise<number> {
  const signIn = async (n: number) => {
    await new Promise((resolve) => setTimeout(resolve, (n * MAX_DELAY_MS) / THIEVES))
    const body = { email, password: PASSWORD }
    return postJson(site, "/auth/v1/token?grant_type=password", body, {}, `198.51.100.${n}`)
  }
  const thieves = Array.from({ length: THIEVES }, (_, n) => signIn(n))
  await change()
  const opened = (await Promise.all(thieves)).filter(({ ok }) => ok)
  const tokens = await Promise.all(opened.map(async (answer) => (await answer.json()).access_token))
  const answers = tokens.map((token) => site.app.request("/api/me", { headers: { authorization: `Bearer ${token}` } }))
  return (await Promise.all(answers)).filter(({ status }) => status === 200).length
}

test("a new password leaves no session of the old one, also of sign-ins at that moment", async () => {
  for (let round = 0; round < 3; round++) {
    const { client, email } = await member(site, `robbed-${round}`)
    const left = await sessionsLeft(email, async () => {
      expect((await client.updateUser({ password: "a completely new harbour" })).error).toBeNull()
    })
    expect(left).toBe(0)
  }
})

test("neither does “this was not me”", async () => {
  for (let round = 0; round < 3; round++) {
    const { client, email } = await member(site, `regained-${round}`)
    const headers = { authorization: `Bearer ${await tokenOf(client)}` }
    await postJson(site, "/api/account/app-passwords", { name: "Phone" }, headers)
    const token = new URL(await newestLink(site.services, email)).hash.replace("#token=", "")
    const left = await sessionsLeft(email, async () => {
      expect((await postJson(site, "/api/account/undo", { token })).status).toBe(200)
    })
    expect(left).toBe(0)
  }
})
