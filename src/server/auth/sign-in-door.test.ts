// Whoever floods the sign-in is refused at the door as the application behind it would refuse; everybody else passes.
import { request } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../tests/support/app.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../../../tests/support/people.ts"
import { JSON_BODY_MAX_BYTES } from "../../domain/limits.ts"
import { listen } from "../listen.ts"
import { createSignInDoor } from "./sign-in-door.ts"

let site: TestApp
let port: number
/** what became of the requests that were taken in at the door */
let taken: ("answered" | "inside")[] = []
let stop: () => void
let anna: Person

beforeAll(async () => {
  site = await testApp({ TRUSTED_PROXIES: "127.0.0.1" })
  anna = await signUpAndVerify(site)
  const door = createSignInDoor(site.services)
  const watched: typeof door = (asked, response, inside) => {
    const at = taken.length
    const isTaken = door(asked, response, () => {
      taken[at] = "inside"
      inside()
    })
    if (isTaken) taken[at] = "answered"
    return isTaken
  }
  const server = await listen(site.app, [watched], { host: "127.0.0.1", port: 0 })
  port = (server.address() as AddressInfo).port
  stop = () => server.close()
})
afterAll(async () => {
  stop()
  await site.close()
})
beforeEach(() => {
  site.advance(3_600_000)
  taken = []
})

interface Asked {
  ip: string
  headers?: Record<string, string | number>
  /** the same for the application, but not what the door looks for */
  inside?: boolean
  /** the body is announced, and never sent */
  isSilent?: boolean
}

function ask(body: string, { ip, headers = {}, inside = false, isSilent = false }: Asked) {
  const path = `/auth/v1/token?grant_type=password${inside ? "&" : ""}`
  const sent = { "content-type": "application/json", "content-length": Buffer.byteLength(body), "x-forwarded-for": ip }
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const asking = request(
        { host: "127.0.0.1", port, path, method: "POST", headers: { ...sent, ...headers }, agent: false },
        (response) => {
          const chunks: Buffer[] = []
          response.on("data", (chunk) => chunks.push(chunk))
          response.on("end", () => {
            const { date, "x-request-id": id, ...rest } = response.headers
            expect([date, id]).not.toContain(undefined)
            resolve({ status: response.statusCode, headers: rest, body: Buffer.concat(chunks).toString() })
            asking.destroy()
          })
        },
      )
      asking.once("error", reject)
      if (isSilent) asking.flushHeaders()
      else asking.end(body)
    },
  )
}
const attempt = (email: string, password: string, how: Asked) => ask(JSON.stringify({ email, password }), how)

async function spend(email: string): Promise<void> {
  for (let at = 0; at < 11; at++) await attempt(email, "wrong", { ip: `172.16.0.${at}`, inside: true })
}
async function spendAddress(ip: string): Promise<void> {
  for (let at = 0; at < 51; at++) await attempt(`nobody-${at}@example.com`, "wrong", { ip, inside: true })
}

test("while nobody has spent his attempts it takes nothing in", async () => {
  expect((await attempt(anna.email, "wrong", { ip: "172.16.1.1" })).status).toBe(400)
  expect((await attempt(anna.email, PASSWORD, { ip: "172.16.1.1" })).status).toBe(200)
  expect(taken).toEqual([])
})

test("an account whose attempts are spent: the application's own answer and log lines, and no hash", async () => {
  await spend(anna.email)
  const { passwords } = site.services.auth
  const before = passwords.computed()
  const lines = async (inside: boolean) => {
    const { length } = site.logged
    const answer = await attempt(` ${anna.email.toUpperCase()} `, PASSWORD, { ip: "172.16.1.2", inside })
    return { answer, logged: site.logged.slice(length).map(({ at, id, ms, ...rest }) => rest) }
  }
  const atTheDoor = await lines(false)
  expect(taken).toEqual(["answered"])
  const inside = await lines(true)
  expect(taken).toEqual(["answered"])
  expect(atTheDoor).toEqual(inside)
  expect(atTheDoor.answer).toMatchObject({ status: 429, headers: { "retry-after": "300" } })
  expect(atTheDoor.logged.map(({ event }) => event)).toEqual(["auth.sign_in_refused", "request"])
  expect(passwords.computed()).toBe(before)
})

test("an address whose attempts are spent is refused before its body has come", async () => {
  await spendAddress("172.16.2.2")
  const refused = await attempt("anybody@example.com", "wrong", { ip: "172.16.2.2", isSilent: true })
  expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "300" } })
  expect(JSON.parse(refused.body)).toMatchObject({ code: "over_request_rate_limit" })
  expect(taken).toEqual(["answered"])
  expect(refused).toEqual(await attempt("anybody@example.com", "wrong", { ip: "172.16.2.2", inside: true }))
  expect((await attempt("anybody@example.com", "wrong", { ip: "172.16.2.3" })).status).toBe(400)
  site.advance(300_000)
  expect((await attempt("anybody@example.com", "wrong", { ip: "172.16.2.2" })).status).toBe(400)
})

test("under a flood others sign in with what was read at the door, and what is no sign-in is told so", async () => {
  await spend("somebody-else@example.com")
  const ip = "172.16.3.3"
  const odd = ["no JSON", "[]", "null", '{"email":7,"password":"x"}', '{"email":"a@example.com"}', ""]
  for (const body of odd) {
    const atTheDoor = await ask(body, { ip })
    expect(atTheDoor).toEqual(await ask(body, { ip, inside: true }))
    expect([400, 422]).toContain(atTheDoor.status)
  }
  expect((await attempt(anna.email, PASSWORD, { ip })).status).toBe(200)
  expect(taken).toEqual([...odd, anna].map(() => "inside"))
  const tooLarge = { "content-length": JSON_BODY_MAX_BYTES + 1 }
  expect((await attempt(anna.email, PASSWORD, { ip, headers: tooLarge, isSilent: true })).status).toBe(413)
  expect((await attempt(anna.email, PASSWORD, { ip, headers: { "content-type": "text/plain" } })).status).toBe(415)
  expect(taken).toHaveLength(odd.length + 1)
})
