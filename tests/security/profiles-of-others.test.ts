// Every route that names one of your profiles: with a further one of your own, and with another person's.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { BUDGET } from "../../src/domain/budgets.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, type Person, postJson, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"

let site: TestApp
let anna: Person
let ben: Person
/** ids of further profiles */
let annasChoir = ""
let bensShop = ""
let annasCard = ""

const json = async (answer: Response) => (await answer.json()) as { profile?: { id: string }; username?: string }
const create = (person: Person, username: string) =>
  postJson(site, "/api/account/profiles", { username, full_name: "Anna Meier" }, person.headers)

beforeAll(async () => {
  site = await testApp()
  anna = await signUpAndVerify(site, { username: "anna" })
  ben = await signUpAndVerify(site, { username: "ben" })
  annasChoir = (await json(await create(anna, "anna-choir"))).profile?.id ?? ""
  bensShop = (await json(await create(ben, "ben-shop"))).profile?.id ?? ""
  const { cards, clock } = site.services
  annasCard = await cards.generate(clock())
  await cards.linkPending(annasCard, anna.user_id, clock())
})
afterAll(() => site.close())

type Ask = (id: string) => Promise<Response>
const asked = (path: (id: string) => string, method = "GET", body?: (id: string) => unknown): Ask => {
  return async (id) =>
    site.app.request(
      path(id),
      { method, headers: anna.headers, ...(body && { body: JSON.stringify(body(id)) }) },
      fromIp("192.0.2.1"),
    )
}
const upload =
  (kind: string): Ask =>
  async (id) =>
    site.app.request(
      `/api/account/profiles/${id}/${kind}`,
      {
        method: "PUT",
        headers: { ...anna.headers, "content-type": "image/jpeg" },
        body: new Uint8Array(await photograph(20, 20)),
      },
      fromIp("192.0.2.1"),
    )
const profile = (id: string) => `/api/account/profiles/${id}`

const ROUTES: [name: string, ask: Ask][] = [
  ["reading a profile", asked(profile)],
  ["saving a profile", asked(profile, "PUT", () => ({ full_name: "Taken Over" }))],
  ["saving a profile by its version", asked(profile, "PUT", () => ({ full_name: "Taken Over", bio: "" }))],
  ["uploading a photo", upload("photo")],
  ["reading a photo", asked((id) => `${profile(id)}/photo`)],
  ["removing a photo", asked((id) => `${profile(id)}/photo`, "DELETE")],
  ["uploading a banner", upload("banner")],
  ["reading a banner", asked((id) => `${profile(id)}/banner`)],
  ["removing a banner", asked((id) => `${profile(id)}/banner`, "DELETE")],
  ["reading insights", asked((id) => `/api/insights?profile=${id}`)],
  [
    "pointing one's card",
    asked(
      () => `/api/account/cards/${annasCard}/profile`,
      "PUT",
      (profile_id) => ({ profile_id }),
    ),
  ],
  ["deleting a profile", asked(profile, "DELETE")],
]

describe.each(ROUTES)("%s", (_name, ask) => {
  test("finds neither another person's first profile nor their further ones", async () => {
    const before = await site.services.profiles.allOf(ben.user_id)
    expect((await ask(ben.user_id)).status).toBe(404)
    expect((await ask(bensShop)).status).toBe(404)
    expect((await ask(crypto.randomUUID())).status).toBe(404)
    expect((await ask("x")).status).toBeGreaterThanOrEqual(400)
    expect(await site.services.profiles.allOf(ben.user_id)).toEqual(before)
    expect((await json(await site.app.request(`/api/cards/${annasCard}`))).username).not.toBe("ben-shop")
  })

  test("works with one's own", async () => {
    expect((await ask(annasChoir)).status).toBe(200)
  })
})

test("another person's phone number cannot be guessed by saving it", async () => {
  await site.services.database.pool.query("update profiles set business_phone = '12' where id = $1", [bensShop])
  const guess = (business_phone: string) =>
    asked(profile, "PUT", () => ({ full_name: "Anna", business_phone }))(bensShop)
  expect((await guess("12")).status).toBe((await guess("13")).status)
})

test("of many profiles created at once only as many are made as an account may have", async () => {
  const carla = await signUpAndVerify(site, { username: "carla" })
  const names = Array.from({ length: 9 }, (_, n) => `carla-${n}`)
  const statuses = await Promise.all(names.map(async (name) => (await create(carla, name)).status))
  expect(statuses.filter((status) => status === 201)).toHaveLength(4)
  expect(statuses.filter((status) => status === 409)).toHaveLength(5)
  expect(await site.services.profiles.allOf(carla.user_id)).toHaveLength(5)
})

test("creating and deleting over and over is limited, so that nobody collects addresses", async () => {
  const dora = await signUpAndVerify(site, { username: "dora" })
  for (let n = 0; n < BUDGET.profilePerAccount.max; n++) {
    const { id } = (await json(await create(dora, `dora-${n}`))).profile ?? { id: "" }
    await site.app.request(profile(id), { method: "DELETE", headers: dora.headers })
  }
  const refused = await create(dora, "dora-again")
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
})

test("of two people who want one address at once, one gets it", async () => {
  const emil = await signUpAndVerify(site, { username: "emil" })
  const frida = await signUpAndVerify(site, { username: "frida" })
  const statuses = await Promise.all([emil, frida].map(async (person) => (await create(person, "wanted")).status))
  expect(statuses.sort()).toEqual([201, 409])
})

test("the public profile does not tell whose other profiles there are", async () => {
  const shown = await (await site.app.request("/api/profiles/ben-shop")).text()
  expect(shown).toContain("ben-shop")
  expect(shown).not.toContain(ben.user_id)
  expect(shown).not.toContain(ben.email)
})
