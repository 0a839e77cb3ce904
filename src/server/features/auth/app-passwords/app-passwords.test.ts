// App passwords: made, shown once, listed, used and revoked; and everything that ends them.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient } from "../../../../../tests/support/auth-client.ts"
import { codeAt } from "../../../../../tests/support/authenticator.ts"
import { basic, DAV_ORIGIN, type DavClient, davClient } from "../../../../../tests/support/dav.ts"
import { emailsTo, newestLink, tokenHashOf } from "../../../../../tests/support/mailbox.ts"
import { passkeyDevice } from "../../../../../tests/support/passkey-device.ts"
import { addPasskey } from "../../../../../tests/support/passkey-people.ts"
import {
  fromIp,
  PASSWORD,
  type Person,
  postJson,
  signIn,
  signUpAndVerify,
} from "../../../../../tests/support/people.ts"
import { underPolicy } from "../../../../../tests/support/policy.ts"
import { app_passwords, passkeys } from "../../../platform/db/auth-schema.ts"

const PATH = "/api/account/app-passwords"

let site: TestApp
let mika: Person
beforeAll(async () => {
  site = await testApp({ PUBLIC_ORIGIN: DAV_ORIGIN })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.advance(3_600_000)
  mika = await signUpAndVerify(site)
})

let asked = 0
async function ask(method: string, path: string, { headers }: Pick<Person, "headers">, body?: unknown) {
  asked += 1
  const answer = await site.app.request(
    path,
    { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
    fromIp(`198.18.${asked % 250}.1`),
  )
  return { status: answer.status, json: await answer.json().catch(() => null) }
}
const works = async (phone: DavClient) => (await phone.ask("PROPFIND", "")).status

test("one is shown once, kept as a hash, and listed with its last use", async () => {
  const { status, json } = await ask("POST", PATH, mika, { name: "  Mika's phone " })
  const created_at = site.services.clock().toISOString()
  expect([status, json]).toEqual([
    201,
    {
      app_password: { id: expect.any(String), name: "Mika's phone", created_at, last_used_at: null },
      secret: expect.stringMatching(/^(?:[a-z2-7]{4}-){6}[a-z2-7]{4}$/),
    },
  ])
  const rows = await site.services.database.db.select().from(app_passwords)
  expect(JSON.stringify(rows)).not.toContain(json.secret)
  expect(JSON.stringify(site.logged)).not.toContain(json.secret)
  const list = async () => (await ask("GET", PATH, mika)).json
  expect(await list()).toEqual({ app_passwords: [json.app_password], address: `${DAV_ORIGIN}/dav/` })

  site.advance(60_000)
  const used = site.services.clock().toISOString()
  const typed = json.secret.toUpperCase().replaceAll("-", " ")
  const answer = await site.app.request("/dav/", {
    method: "PROPFIND",
    headers: { authorization: basic(mika.email, typed) },
  })
  expect(answer.status).toBe(207)
  await vi.waitFor(async () => expect((await list()).app_passwords[0].last_used_at).toBe(used))
})

test("is made only with a proof of identity, and its owner is told by email and by the security log", async () => {
  site.advance(6 * 60_000)
  const refused = await ask("POST", PATH, mika, { name: "Phone" })
  expect(refused.json.error).toMatchObject({ code: "reauthentication_needed", methods: ["password"] })
  await ask("POST", "/api/account/identity-proof", mika, { password: PASSWORD })
  const made = await ask("POST", PATH, mika, { name: "Phone" })
  expect(made.status).toBe(201)
  const emails = await emailsTo(site.services, mika.email)
  expect(emails.at(-1)?.subject).toBe("An app password was created for your Meishi account")
  expect(JSON.stringify(emails)).not.toContain(made.json.secret)

  const path = `${PATH}/${made.json.app_password.id}`
  site.advance(6 * 60_000)
  expect((await ask("DELETE", path, mika)).json.error.code).toBe("reauthentication_needed")
  await ask("POST", "/api/account/identity-proof", mika, { password: PASSWORD })
  expect((await ask("DELETE", path, mika)).status).toBe(200)
  const { events } = (await ask("GET", "/api/account/security-events", mika)).json
  expect(events.map(({ event }: { event: string }) => event).slice(0, 2)).toEqual([
    "app_password_revoked",
    "app_password_created",
  ])
})

test("needs a name, and an account has at most twenty", async () => {
  for (const name of ["", "  ", "x".repeat(51), 7])
    expect((await ask("POST", PATH, mika, { name })).json.error.fields).toHaveProperty("name")
  const statuses = []
  for (let at = 0; at < 21; at++) {
    if (at === 10) {
      site.advance(3_600_000)
      Object.assign(mika, await signIn(site, mika.email))
    }
    statuses.push((await ask("POST", PATH, mika, { name: `Phone ${at}` })).status)
  }
  expect(statuses).toEqual([...Array(20).fill(201), 409])
})

test("is listed and revoked by its owner only", async () => {
  const phone = await davClient(site, mika)
  const ren = await signUpAndVerify(site)
  expect((await ask("GET", PATH, ren)).json.app_passwords).toEqual([])
  expect((await ask("DELETE", `${PATH}/${phone.id}`, ren)).status).toBe(404)
  expect((await ask("DELETE", `${PATH}/none`, mika)).status).toBe(404)
  expect(await works(phone)).toBe(207)
  const other = await davClient(site, mika, "Laptop")
  expect((await ask("DELETE", `${PATH}/${phone.id}`, mika)).status).toBe(200)
  expect([await works(phone), await works(other)]).toEqual([401, 207])
})

test("is part of the owner's data, without the password", async () => {
  const phone = await davClient(site, mika, "My phone")
  const answer = await site.app.request("/api/account/export", { headers: mika.headers })
  const { unzipSync, strFromU8 } = await import("fflate")
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const account = JSON.parse(strFromU8(files["account.json"] ?? new Uint8Array()))
  const created_at = site.services.clock().toISOString()
  expect(account.app_passwords).toEqual([{ name: "My phone", created_at, last_used_at: null }])
  expect(JSON.stringify(account)).not.toContain(phone.secret)
})

describe("it ends", () => {
  test.each<[string, (phone: DavClient) => Promise<unknown>]>([
    ["when the password is changed", () => ask("PUT", "/auth/v1/user", mika, { password: "another lighthouse 8" })],
    [
      "when the password is reset",
      async () => {
        await postJson(site, "/auth/v1/recover", { email: mika.email }, {}, "198.18.0.9")
        const link = new URL(await newestLink(site.services, mika.email))
        const answer = await site.app.request(`${link.pathname}${link.search}`)
        const token = new URL(answer.headers.get("location") ?? "", DAV_ORIGIN).searchParams.get("access_token")
        return ask(
          "PUT",
          "/auth/v1/user",
          { headers: { ...mika.headers, authorization: `Bearer ${token}` } },
          { password: "another lighthouse 8" },
        )
      },
    ],
    [
      "with the link of the email about it",
      async () => {
        const text = (await emailsTo(site.services, mika.email)).at(-1)?.text_body ?? ""
        const token = /undo#token=(\S+)/.exec(text)?.[1]
        const { json } = await ask("POST", "/api/account/undo/preview", { headers: mika.headers }, { token })
        expect(json.change).toBe("app_password")
        return ask("POST", "/api/account/undo", { headers: mika.headers }, { token })
      },
    ],
    [
      "when the account is deactivated",
      () => ask("POST", "/api/functions/delete-user-account", mika, { user_id: mika.user_id }),
    ],
    [
      "when a second factor is added",
      async () => {
        const enrolled = await ask("POST", "/auth/v1/factors", mika, { factor_type: "totp", friendly_name: "App" })
        const { id, totp } = enrolled.json
        const challenge = await ask("POST", `/auth/v1/factors/${id}/challenge`, mika, {})
        const code = codeAt(totp.secret, site.services.clock())
        return ask("POST", `/auth/v1/factors/${id}/verify`, mika, { challenge_id: challenge.json.id, code })
      },
    ],
  ])("%s", async (_, end) => {
    const phone = await davClient(site, mika)
    expect(await works(phone)).toBe(207)
    expect(await end(phone)).toMatchObject({ status: 200 })
    expect(await works(phone)).toBe(401)
  })

  test("for good: reactivating the account does not bring it back", async () => {
    const phone = await davClient(site, mika)
    await ask("POST", "/api/functions/delete-user-account", mika, { user_id: mika.user_id })
    const again = await signIn(site, mika.email)
    expect((await ask("POST", "/api/functions/reactivate-user-account", again, { user_id: mika.user_id })).status).toBe(
      200,
    )
    expect(await works(phone)).toBe(401)
  })

  test("not with a session, and not with another sign-in email", async () => {
    const phone = await davClient(site, mika)
    await ask("PUT", "/auth/v1/user", mika, { email: `new-${mika.email}` })
    const token_hash = tokenHashOf(await newestLink(site.services, `new-${mika.email}`))
    const changed = await postJson(site, "/auth/v1/verify", { token_hash, type: "email_change", password: PASSWORD })
    expect(changed.status).toBe(200)
    await ask("POST", "/auth/v1/logout?scope=global", mika)
    expect(await works(phone)).toBe(207)
  })
})

test("where everyone needs a second factor, a phone is cut off when a browser would be, until there is one", async () => {
  const strict = underPolicy(site, { SECOND_FACTOR: "everyone" })
  const phone = await davClient(strict, mika)
  const here = { ...phone, ask: (await davClient(site, mika)).ask }
  // The week begins with the first request, also if only the phone sends any.
  expect(await works(phone)).toBe(207)
  site.advance(7 * 86_400_000 - 1000)
  expect(await works(phone)).toBe(207)
  site.advance(1000)
  const { status, text } = await phone.ask("PROPFIND", "")
  expect([status, text]).toEqual([403, "You need two-step verification to do this. Set it up in your settings.\n"])
  expect(await works(here)).toBe(207)

  const { client } = authClient(site)
  await client.signInWithPassword({ email: mika.email, password: PASSWORD })
  expect((await addPasskey(client, passkeyDevice(), { origin: DAV_ORIGIN })).error).toBeNull()
  expect(await works(phone)).toBe(207)
  const { app } = underPolicy(strict, { SIGN_IN: ["password"] })
  const headers = { authorization: basic(mika.email, phone.secret) }
  expect((await app.request(phone.people, { method: "PROPFIND", headers })).status).toBe(403)
  await site.services.database.db.update(passkeys).set({ rp_id: "former.example" })
  expect(await works(phone)).toBe(403)
})
