// A request that is held open: its head is judged at once, and its sender decides when the body ends. By then the session may have
// ended or the role may be gone, and the request must change nothing.
import { type IncomingMessage, request } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { codeAt } from "../support/authenticator.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { newestLink } from "../support/mailbox.ts"
import { PASSWORD, postJson, signIn, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"
import { newCaller, nextIp } from "./callers.ts"
import { CALLS } from "./calls.ts"

let site: ListeningApp
let number = 0
beforeAll(async () => {
  site = await listeningApp()
})
afterAll(() => site.close())

let open: (() => void)[] = []
afterEach(() => {
  for (const destroy of open) destroy()
  open = []
})

interface Held {
  /** Sends the rest of the body. @returns the answer */
  release(): Promise<{ status: number; text: string }>
}

/** Resolves when the server has judged the head: a little later than its first byte of the body. */
async function hold(route: string, token: string, body: Buffer, type = "application/json"): Promise<Held> {
  const [method = "", path = ""] = route.split(" ")
  const headers = { authorization: `Bearer ${token}`, "content-type": type, "content-length": body.length }
  const sent = request(`${site.origin}${path}`, { method, headers })
  open.push(() => sent.destroy())
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on("response", resolve)
    sent.on("error", reject)
  })
  answered.catch(() => undefined)
  sent.write(body.subarray(0, 1))
  await new Promise((resolve) => setTimeout(resolve, 150))
  return {
    async release() {
      sent.end(body.subarray(1))
      const answer = await answered
      let text = ""
      for await (const chunk of answer) text += chunk
      return { status: answer.statusCode ?? 0, text }
    },
  }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const query = (text: string, ...values: unknown[]) => site.services.database.pool.query(text, values)

describe("whose session ends before the body has come, is refused", () => {
  const held = CALLS.filter(({ who, body }) => who !== "anonymous" && body !== undefined)

  test("and there are such calls", () => expect(held.length).toBeGreaterThanOrEqual(10))

  test.each(held)("$route", async ({ route, who, body }) => {
    site.advance(3_600_000)
    const caller = await newCaller(site, who)
    const waiting = await hold(route, caller.token ?? "", json(body?.(caller, ++number)))
    await query("delete from sessions where user_id = $1", caller.user_id)
    const { status, text } = await waiting.release()
    expect([status, text]).toEqual([expect.toSatisfy((code) => code === 401 || code === 403), expect.any(String)])
  })

  test.each(["photo", "banner"])("PUT /api/profile/%s", async (kind) => {
    const { user_id, access_token } = await signUpAndVerify(site)
    const waiting = await hold(`PUT /api/profile/${kind}`, access_token, await photograph(), "image/jpeg")
    await query("delete from sessions where user_id = $1", user_id)
    expect((await waiting.release()).status).toBe(401)
    const { rows } = await query("select profile_picture, banner_picture from profiles where id = $1", user_id)
    expect(rows).toEqual([{ profile_picture: "", banner_picture: "" }])
  })
})

test("whose role is taken before the body has come, does nothing with it", async () => {
  const admin = await newCaller(site, "admin")
  const waiting = await hold("POST /api/admin/cards", admin.token ?? "", json({ count: 3 }))
  await query("delete from user_roles where user_id = $1", admin.user_id)
  expect((await waiting.release()).status).toBe(403)
})

test("an intruder's password change that is held open fails after the owner's reset", async () => {
  const owner = await signUpAndVerify(site)
  const intruder = await signIn(site, owner.email)
  const waiting = await hold("PUT /auth/v1/user", intruder.access_token, json({ password: "taken over by night 9" }))
  await postJson(site, "/auth/v1/recover", { email: owner.email }, {}, nextIp())
  const link = new URL(await newestLink(site.services, owner.email))
  const answer = await site.app.request(link.pathname + link.search)
  const token = new URL(answer.headers.get("location") ?? "").searchParams.get("access_token")
  const fresh = "given back by the post 3"
  const reset = await site.app.request("/auth/v1/user", {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ password: fresh }),
  })
  expect(reset.status).toBe(200)
  expect((await waiting.release()).status).toBe(403)
  const attempt = (password: string) =>
    postJson(site, "/auth/v1/token?grant_type=password", { email: owner.email, password }, {}, nextIp())
  expect((await attempt("taken over by night 9")).status).toBe(400)
  expect((await attempt(fresh)).status).toBe(200)
})

test("of a reset and an intruder's password change at once, a confirmed reset stands", async () => {
  for (let round = 0; round < 6; round++) {
    site.advance(3_600_000)
    const owner = await signUpAndVerify(site)
    const intruder = await signIn(site, owner.email)
    await postJson(site, "/auth/v1/recover", { email: owner.email }, {}, nextIp())
    const link = new URL(await newestLink(site.services, owner.email))
    const answer = await site.app.request(link.pathname + link.search)
    const token = new URL(answer.headers.get("location") ?? "").searchParams.get("access_token")
    const change = (bearer: string | null, password: string) =>
      fetch(`${site.origin}/auth/v1/user`, {
        method: "PUT",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify({ password, current_password: PASSWORD }),
      })
    const passwords = { intruder: `taken over by night ${round}`, owner: `given back by the post ${round}` }
    const [theirs, ours] = await Promise.all([
      change(intruder.access_token, passwords.intruder),
      change(token, passwords.owner),
    ])
    const works = async (password: string) =>
      (await postJson(site, "/auth/v1/token?grant_type=password", { email: owner.email, password }, {}, nextIp())).ok
    expect([ours.ok, theirs.ok]).toContain(true)
    expect(await works(passwords.owner)).toBe(ours.ok)
    expect(await works(passwords.intruder)).toBe(!ours.ok)
  }
})

test("a session that owes a code cannot use an app that is not verified yet", async () => {
  const owner = await signUpAndVerify(site)
  const ask = async (path: string, body: unknown, token: string) => {
    const answer = await postJson(site, `/auth/v1/factors${path}`, body, { authorization: `Bearer ${token}` }, nextIp())
    return { status: answer.status, body: await answer.json() }
  }
  const enroll = async (name: string, token: string) =>
    (await ask("", { factor_type: "totp", friendly_name: name }, token)).body
  const verify = async (factor: { id: string; totp: { secret: string } }, token: string) => {
    const challenge = await ask(`/${factor.id}/challenge`, {}, token)
    site.advance(30_000)
    const code = codeAt(factor.totp.secret, site.services.clock())
    return ask(`/${factor.id}/verify`, { challenge_id: challenge.body.id, code }, token)
  }
  const phone = await enroll("Phone", owner.access_token)
  const full = (await verify(phone, owner.access_token)).body.access_token
  const planted = await enroll("Planted", full)
  const owing = (await signIn(site, owner.email)).access_token
  expect((await ask(`/${planted.id}/challenge`, {}, owing)).body).toMatchObject({ code: "mfa_factor_not_found" })
  const made_up = { challenge_id: "1.x", code: "000000" }
  expect((await ask(`/${planted.id}/verify`, made_up, owing)).body).toMatchObject({ code: "mfa_factor_not_found" })
  expect((await verify(phone, owing)).status).toBe(200)
})
