// Errors on our side: the answer is one sentence and reveals nothing internal; the log has the reason.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, type Person, postJson, signUpAndVerify } from "../support/people.ts"

let site: TestApp
let anna: Person
beforeAll(async () => {
  site = await testApp()
  anna = await signUpAndVerify(site)
  // A real error: tables that the program needs are gone.
  await site.services.database.pool.query("drop table card_urls, one_time_tokens, audit cascade")
})
afterAll(() => site.close())

const CARD = "/api/cards/abcdefghijklmnopqrstuvwxyz"
const ASKED: [name: string, table: string, ask: () => Promise<Response>][] = [
  ["a call", "card_urls", async () => site.app.request(CARD, {}, fromIp("192.0.2.1"))],
  [
    "a call of the auth protocol",
    "one_time_tokens",
    () => postJson(site, "/auth/v1/verify", { type: "signup", token_hash: "x" }),
  ],
  [
    "a function",
    "audit",
    () => postJson(site, "/api/functions/delete-user-account", { user_id: anna.user_id }, anna.headers),
  ],
]

test.each(ASKED)("%s answers 500 with a sentence, and reveals nothing internal (%s)", async (_name, table, ask) => {
  const { length } = site.logged
  const answer = await ask()
  const text = await answer.text()
  expect(answer.status).toBe(500)
  expect(text).toContain("Something went wrong")
  expect(text).not.toMatch(/select|insert|update|relation|card_urls|one_time_tokens|audit|src\/|node_modules|Error:/i)
  const id = answer.headers.get("x-request-id")
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const [line] = site.logged.slice(length).filter(({ event }) => event === "request.failed")
  expect(line).toMatchObject({ level: "error", id, error: expect.stringContaining(table) })
})
