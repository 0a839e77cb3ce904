// The people that a user has met: added, found, changed and deleted by their owner only.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"

let site: TestApp
let mika: Person
let ren: Person

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika" })
  ren = await signUpAndVerify(site, { username: "ren" })
})
afterAll(() => site.close())

const ADA = {
  full_name: "Ada Lovelace",
  job_title: "Analyst",
  business_name: "Engine Co",
  entries: [{ kind: "email", label: "Work", value: "ada@example.com" }],
  note: "Bring the punched cards",
  tags: ["fair"],
}

async function ask(person: Person, method: string, path: string, body?: unknown) {
  const init = { method, headers: { ...person.headers, "content-type": "application/json" } }
  const answer = await site.app.request(path, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return { status: answer.status, json: await answer.json() }
}

test("a person is added, found by any detail, changed and deleted", async () => {
  const { status, json } = await ask(mika, "POST", "/api/people", ADA)
  expect([status, json.person]).toMatchObject([201, { ...ADA, source: "added" }])
  const path = `/api/people/${json.person.id}`
  for (const q of ["lovel", "ENGINE", "ada@", "punched", "fair"])
    expect((await ask(mika, "GET", `/api/people?q=${q}`)).json.people).toHaveLength(1)
  expect((await ask(mika, "GET", "/api/people?q=nothing")).json.people).toEqual([])

  const changed = await ask(mika, "PUT", path, { ...ADA, job_title: "Countess" })
  expect(changed.json.person).toMatchObject({ job_title: "Countess", entries: ADA.entries })
  expect(changed.json.person.revision).toBeGreaterThan(json.person.revision)

  expect((await ask(mika, "DELETE", path)).status).toBe(200)
  expect((await ask(mika, "GET", path)).status).toBe(404)
  expect((await ask(mika, "DELETE", path)).status).toBe(404)
})

test("another user neither finds nor changes nor deletes a person", async () => {
  const { json } = await ask(mika, "POST", "/api/people", ADA)
  const path = `/api/people/${json.person.id}`
  expect((await ask(ren, "GET", "/api/people")).json.people).toEqual([])
  for (const [method, body] of [["GET"], ["PUT", ADA], ["DELETE"]] as const)
    expect((await ask(ren, method, path, body)).status).toBe(404)
  expect((await ask(mika, "GET", path)).json.person).toMatchObject(ADA)
})

test("a field that is wrong is named, and nothing is stored", async () => {
  const before = (await ask(ren, "GET", "/api/people")).json.people.length
  const entries = [{ kind: "email", label: "", value: "no address" }]
  const { status, json } = await ask(ren, "POST", "/api/people", { ...ADA, full_name: " ", entries })
  expect([status, json.error.fields]).toEqual([
    422,
    { full_name: "Name is required", "entries.0.value": "Please enter a valid email" },
  ])
  expect((await ask(ren, "GET", "/api/people")).json.people).toHaveLength(before)
})
