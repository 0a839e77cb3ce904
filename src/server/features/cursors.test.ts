// The cursors of all lists, over HTTP: what is no cursor gets the same refusal from each of them.

import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../tests/support/app.ts"
import { createConfirmedAdmin } from "../../../tests/support/confirmed-admin.ts"
import type { Person } from "../../../tests/support/people.ts"
import { API } from "../../api/api.ts"
import { partsOf } from "../../api/endpoint.ts"
import { GENERAL } from "../../domain/messages.ts"
import { REQUEST } from "../../domain/request-messages.ts"

const LISTS = Object.entries(API).flatMap(([key, endpoint]) =>
  "query" in endpoint && "cursor" in endpoint.query.shape ? [partsOf(key).path] : [],
)

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await testApp()
  admin = await createConfirmedAdmin(site, "chief")
})
afterAll(() => site.close())

const ask = (path: string, cursor: string) =>
  site.app.request(`${path}?${new URLSearchParams({ cursor })}`, { headers: admin.headers })

test("every list of the API that has pages is asked", () => {
  expect(LISTS.sort()).toEqual([
    "/api/account/cards",
    "/api/admin/audit",
    "/api/admin/cards",
    "/api/admin/invitations",
    "/api/admin/users",
    "/api/moderation/hidden",
    "/api/moderation/reports",
    "/api/people",
  ])
})

const id = "0f8fad5b-d9cb-469f-a165-70867728950e"
test.each([
  "x",
  "_",
  "\0",
  "1",
  id,
  `_${id}`,
  `-1_${id}`,
  `1.5_${id}`,
  `1_${"0".repeat(36)}`,
  `1_${id}_`,
  `1_${id.toUpperCase()}`,
  `99999999999999999_${id}`,
  `2026-05-01T12:00:00.000Z~${id}`,
  `${"9".repeat(5000)}_${id}`,
  "' or 1=1 --",
])("%j is refused by every list in the same words", async (cursor) => {
  for (const path of LISTS) {
    const answer = await ask(path, cursor)
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      422,
      {
        error: {
          code: "validation_failed",
          message: REQUEST.checkFields,
          fields: { cursor: GENERAL.badRequest },
        },
      },
    ])
  }
})

test.each([`0_${id}`, `9999999999999999_${id}`, ""])("%j is a cursor for every list", async (cursor) => {
  for (const path of LISTS) {
    const answer = await ask(path, cursor)
    expect([path, answer.status, (await answer.json()).next]).toEqual([path, 200, null])
  }
})
