// Where people left their details, on sites that look up places: the form says so, and the owner and the giver see it.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { newestLink } from "../../../../tests/support/mailbox.ts"
import { fromIp, type Person, postJson, signUpAndVerify } from "../../../../tests/support/people.ts"

const PROXY = "10.0.0.1"
const LISBON = { "cf-ipcity": "Lisboa", "cf-region": "Lisbon", "cf-ipcountry": "PT" }

let site: TestApp
let mika: Person

beforeAll(async () => {
  site = await testApp({ GEO_HEADERS: "cloudflare", TRUSTED_PROXIES: "10.0.0.0/8" })
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Sato" })
})
afterAll(() => site.close())

const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, ip = PROXY) =>
  site.app.request(path, { method: "POST", headers, body: new URLSearchParams(fields) }, fromIp(ip))
const people = async () =>
  (await (await site.app.request("/api/people", { headers: mika.headers })).json()).people as Record<string, string>[]

test("the visitor is told before, the owner sees the city, and the giver sees what the owner sees", async () => {
  const form = await (await site.app.request("/exchange/mika")).text()
  expect(form).toContain(
    "By sending this, you agree that Mika Sato may keep these details, your city and which card you tapped, if any, until you or they delete them.",
  )
  const email = "ada@example.com"
  await send("/exchange/mika", { name: "Ada Lovelace", email }, { ...LISBON, "x-forwarded-for": "192.0.2.1" })
  expect(await people()).toMatchObject([{ full_name: "Ada Lovelace", place: "Lisboa, Portugal" }])
  const token = new URL(await newestLink(site.services, email)).searchParams.get("token") ?? ""
  const shown = await send("/exchange/my/details", { act: "confirm", token })
  expect(await shown.text()).toContain("Left on May 1, 2026 in Lisboa, Portugal.")
})

test("a member's place is kept too, and headers that no proxy of the operator sent say nothing", async () => {
  const ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Ito" })
  site.advance(1000)
  await postJson(site, "/api/exchange/mika", { profile_id: ren.user_id }, { ...ren.headers, ...LISBON }, PROXY)
  site.advance(1000)
  await send("/exchange/mika", { name: "Eve Forger", phone: "+1 555 0100" }, LISBON, "203.0.113.9")
  expect((await people()).map(({ full_name, place }) => [full_name, place])).toEqual([
    ["Eve Forger", ""],
    ["Ren Ito", "Lisboa, Portugal"],
    ["Ada Lovelace", "Lisboa, Portugal"],
  ])
})
