// Which contacts are suggested as one person, and that an owner is not asked twice.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"

let site: TestApp

beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

async function ask({ headers }: Person, method: string, path: string, body?: unknown, type = "application/json") {
  const content = typeof body === "string" ? body : JSON.stringify(body)
  const init = { method, headers: { ...headers, "content-type": type }, ...(body !== undefined && { body: content }) }
  const answer = await site.app.request(`/api/people${path}`, init)
  const text = await answer.text()
  return text === "" ? null : JSON.parse(text)
}

const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n")
const imported = (owner: Person, file: string) => ask(owner, "POST", "/imports?duplicates=add", file, "text/vcard")
const idsOf = ({ people }: { people: { id: string }[] }) => people.map(({ id }) => id)
const separate = (owner: Person, ids: string[]) => ask(owner, "POST", "/separations", { ids })
const found = async (owner: Person): Promise<{ groups: { people: { id: string }[] }[]; has_more: boolean }> =>
  ask(owner, "GET", "/duplicates")

test("those that were kept separate make room for the next ones, until there are none", async () => {
  const owner = await signUpAndVerify(site)
  const pairs = Array.from({ length: 60 }, (_, at) => card(`FN:Person ${at}`).repeat(2)).join("")
  await imported(owner, pairs)
  const first = await found(owner)
  expect([first.groups.length, first.has_more]).toEqual([50, true])
  for (const group of first.groups) await separate(owner, idsOf(group))
  const second = await found(owner)
  expect([second.groups.length, second.has_more]).toEqual([10, false])
  for (const group of second.groups) await separate(owner, idsOf(group))
  expect(await found(owner)).toEqual({ groups: [], has_more: false })
})

test("people who were kept separate stay so, whatever else they share and however they are edited", async () => {
  const [owner, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  const twins = card("FN:Ada Lovelace", "EMAIL:ada@example.com", "TEL:+44 20 7946 0018").repeat(2)
  for (const each of [owner, other]) await imported(each, twins)
  const [group = { people: [] }] = (await found(owner)).groups
  await separate(other, idsOf(group))
  expect((await found(owner)).groups).toHaveLength(1)
  expect((await found(other)).groups).toHaveLength(1)

  await separate(owner, idsOf(group))
  expect((await found(owner)).groups).toEqual([])
  await ask(owner, "PUT", `/${group.people[0]?.id}`, { job_title: "Analyst" })
  expect((await found(owner)).groups).toEqual([])

  // Someone new is a new question, and so is something new that they share.
  await imported(owner, card("FN:A. Lovelace", "EMAIL:ada@example.com"))
  const [wider = { people: [] }] = (await found(owner)).groups
  expect(wider.people).toHaveLength(3)
  await separate(owner, idsOf(wider))
  expect((await found(owner)).groups).toEqual([])
  const entries = [{ kind: "email", label: "", value: "both@example.com" }]
  for (const id of idsOf(group)) await ask(owner, "PUT", `/${id}`, { entries })
  expect((await found(owner)).groups).toMatchObject([{ why: "email" }])
})

test("of more people than a group shows, everyone's turn comes", async () => {
  const owner = await signUpAndVerify(site)
  await imported(owner, Array.from({ length: 25 }, (_, at) => card(`FN:P${at}`, "EMAIL:info@example.com")).join(""))
  const seen = new Set<string>()
  for (let rounds = 0; rounds < 3; rounds++) {
    const [group = { people: [] }] = (await found(owner)).groups
    for (const id of idsOf(group)) seen.add(id)
    await separate(owner, idsOf(group))
  }
  expect(seen.size).toBe(25)
  expect((await found(owner)).groups).toEqual([])
})
