// Recovery codes: the way back for anyone who lost the second factor.
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import type { TestClient } from "../../../../../tests/support/auth-client.ts"
import { ask, protectedMember, signedIn } from "../../../../../tests/support/factor-people.ts"
import { failWrites } from "../../../../../tests/support/failing-writes.ts"
import { emailsTo } from "../../../../../tests/support/mailbox.ts"
import { signUpAndVerify } from "../../../../../tests/support/people.ts"
import { recovery_codes } from "../../../platform/db/auth-schema.ts"

const PATH = "/api/account/recovery-codes"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
})
afterEach(() => {
  vi.useRealTimers()
})

async function newCodes(client: TestClient["client"]): Promise<string[]> {
  const response = await ask(site, client, "POST", PATH)
  expect(response.status).toBe(200)
  return (await response.json()).codes
}

const spend = (client: TestClient["client"], code: string) => ask(site, client, "POST", `${PATH}/redemption`, { code })

test("ten codes, shown once; newer ones void the older; the owner is notified", async () => {
  const { client, email, user_id } = await protectedMember(site, "careful")
  const [older, newer] = [await newCodes(client), await newCodes(client)]
  expect(new Set([...older, ...newer]).size).toBe(20)
  for (const code of newer) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){4}-[A-Z2-7]{3}$/)
  expect(await (await ask(site, client, "GET", PATH)).json()).toEqual({ remaining: 10 })
  const rows = await site.services.database.db.select().from(recovery_codes).where(eq(recovery_codes.user_id, user_id))
  expect(rows).toHaveLength(10)
  expect(JSON.stringify([rows, site.logged])).not.toContain(newer[0])
  expect((await emailsTo(site.services, email)).at(-1)?.text_body).not.toContain(newer[0])
  expect((await emailsTo(site.services, email)).at(-1)?.subject).toContain("New recovery codes")
  expect((await spend(client, older[0] ?? "")).status).toBe(422)
})

const fullWidth = (character: string) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)

test("one code removes factors and codes, ends every other session, and lets this one in", async () => {
  const { client, email, user_id } = await protectedMember(site, "phoneless")
  const [first = "", second = ""] = await newCodes(client)
  const { client: lost } = await signedIn(site, email)
  expect((await ask(site, lost, "GET", "/api/me")).status).toBe(403)
  // Typed from paper: case, spaces, dashes and full width do not matter.
  const typed = first
    .toLowerCase()
    .replaceAll("-", " ")
    .replace(/[a-z2-7]/g, fullWidth)
  expect(await (await spend(lost, ` ${typed} `)).json()).toEqual({ success: true })
  expect((await ask(site, lost, "GET", "/api/me")).status).toBe(200)
  expect((await client.getUser()).error).not.toBeNull()
  await lost.refreshSession()
  expect((await lost.mfa.listFactors()).data?.all).toEqual([])
  expect((await lost.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  })
  expect((await spend(lost, second)).status).toBe(422)
  expect((await emailsTo(site.services, email)).at(-1)?.subject).toContain("recovery code was used")
  const { db } = site.services.database
  expect(await db.$count(recovery_codes, eq(recovery_codes.user_id, user_id))).toBe(0)
})

test("fifty at once with one code: one wins", async () => {
  const { client, email } = await protectedMember(site, "raced")
  const [code = ""] = await newCodes(client)
  const { client: half } = await signedIn(site, email)
  const answers = await Promise.all(Array.from({ length: 50 }, () => spend(half, code)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => ![200, 422, 429].includes(status))).toEqual([])
})

test("wrong codes are limited, and another person's codes are wrong ones", async () => {
  const owner = await protectedMember(site, "owner")
  const [code = ""] = await newCodes(owner.client)
  const { client } = await protectedMember(site, "other")
  const answers = []
  for (let i = 0; i < 6; i += 1) answers.push(await spend(client, code))
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429])
  expect(answers.at(-1)?.headers.get("retry-after")).toBe("300")
  const [first = new Response()] = answers
  expect((await first.json()).error).toEqual({
    code: "mfa_verification_failed",
    message: "That recovery code didn't work. Each one works only once.",
  })
})

test("an attempt that fails in the database is not counted", async () => {
  const { client, email } = await protectedMember(site, "unlucky")
  const [code = ""] = await newCodes(client)
  const { client: lost } = await signedIn(site, email)
  const mend = await failWrites(site, "recovery_codes")
  for (let at = 0; at < 7; at++) expect((await spend(lost, code)).status).toBe(500)
  await mend()
  expect((await spend(lost, code)).status).toBe(200)
})

test("codes need a second factor, shown in this session; recovery sessions and requests without a session get none", async () => {
  const { email } = await signUpAndVerify(site, { username: "plain" })
  const { client } = await signedIn(site, email)
  const refused = await ask(site, client, "POST", PATH)
  expect([refused.status, (await refused.json()).error.code]).toEqual([404, "mfa_factor_not_found"])
  expect(await (await ask(site, client, "GET", PATH)).json()).toEqual({ remaining: 0 })
  expect((await site.app.request(`${PATH}/redemption`, { method: "POST" })).status).toBe(401)
  const owner = await protectedMember(site, "half")
  const { client: half } = await signedIn(site, owner.email)
  expect((await (await ask(site, half, "POST", PATH)).json()).error.code).toBe("mfa_required")
})

test("of two sets made at once one remains", async () => {
  const { client, user_id } = await protectedMember(site, "hasty")
  await Promise.all([newCodes(client), newCodes(client), newCodes(client)])
  const { db } = site.services.database
  expect(await db.$count(recovery_codes, eq(recovery_codes.user_id, user_id))).toBe(10)
})
