// Who may do what (specification section 6): every caller on every route. A route that is not named here must refuse everybody
// but an active user (below /api/admin: but an administrator); who else may call it is to be said here first.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { user_roles } from "../../src/server/db/schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, PASSWORD, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"
import { CALLERS, type CallerName, newCaller, nextIp, type TestCaller } from "./callers.ts"

interface Rule {
  /** what is asked for, when the route alone does not say */
  name?: string
  route: string
  /** concrete address; the route itself when it has no parameters */
  path?: string
  /** whose account the body names */
  target?: "own" | "other" | "other-deactivated"
  body?: (caller: TestCaller, target: string) => unknown
  /** one status for all, or in the order of CALLERS: anonymous, user, deactivated, recovery, moderator, admin */
  expected: number | [number, number, number, number, number, number]
}

const FUNCTIONS = "/api/functions"
const userId = (_caller: TestCaller, target: string) => ({ user_id: target })
const SIGNED_IN: Rule["expected"] = [401, 200, 403, 401, 200, 200]
const ANY_SESSION: Rule["expected"] = [401, 200, 200, 401, 200, 200]

const RULES: Rule[] = [
  { route: "GET /api/health/live", expected: 200 },
  { route: "GET /api/profiles/:key", path: "/api/profiles/shown", expected: 200 },
  { route: "GET /:file{[^/]*\\.vcf}", path: "/shown.vcf", expected: 200 },
  { route: "GET /card/:cardId", path: "/card/nosuchcard", expected: 404 },
  { route: "GET /api/cards/:cardId", path: "/api/cards/nosuchcard", expected: 404 },
  {
    route: "POST /api/cards/:cardId/activate",
    path: "/api/cards/nosuchcard/activate",
    expected: [401, 404, 403, 401, 404, 404],
  },
  { route: "POST /api/availability", body: () => ({ username: "free-name" }), expected: 200 },

  { route: "GET /api/me", expected: ANY_SESSION },
  { route: "PUT /api/profile", body: () => ({ full_name: "Somebody" }), expected: SIGNED_IN },
  { route: "POST /api/profile/photo", expected: SIGNED_IN },
  { route: "GET /api/account/export", expected: ANY_SESSION },
  {
    route: "POST /api/account/delete-now",
    body: () => ({ password: PASSWORD }),
    expected: [401, 409, 200, 401, 409, 409],
  },

  ...[`${FUNCTIONS}/delete-user-account`, "/api/rpc/soft_delete_profile"].flatMap((path): Rule[] => [
    { route: `POST ${path}`, target: "own", body: userId, expected: [401, 200, 403, 401, 200, 403] },
    { route: `POST ${path}`, target: "other", body: userId, expected: [401, 403, 403, 401, 403, 200] },
  ]),
  { route: `POST ${FUNCTIONS}/reactivate-user-account`, target: "own", body: userId, expected: ANY_SESSION },
  {
    route: `POST ${FUNCTIONS}/reactivate-user-account`,
    target: "other-deactivated",
    body: userId,
    expected: [401, 403, 403, 401, 403, 200],
  },

  { route: "GET /auth/v1/user", expected: [401, 200, 200, 200, 200, 200] },
  {
    route: "PUT /auth/v1/user",
    name: "another address",
    body: () => ({ email: "new@example.com" }),
    expected: [401, 200, 403, 403, 200, 200],
  },
  {
    route: "PUT /auth/v1/user",
    name: "another password",
    body: () => ({ password: "a quieter harbour" }),
    expected: [401, 200, 403, 200, 200, 200],
  },
  { route: "POST /auth/v1/logout", expected: [401, 204, 204, 204, 204, 204] },
  { route: "GET /auth/v1/settings", expected: 200 },
  { route: "GET /auth/v1/health", expected: 200 },
  { route: "GET /auth/v1/.well-known/jwks.json", expected: 200 },
  { route: "GET /auth/v1/verify", expected: 303 },
  { route: "POST /auth/v1/recover", body: () => ({ email: "nobody@example.com" }), expected: 200 },
  { route: "POST /auth/v1/resend", body: () => ({ type: "signup", email: "nobody@example.com" }), expected: 200 },
]

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  await signUpAndVerify(site, { username: "shown" })
})
afterAll(() => site.close())
// New people come from one address in the tests: its limits have an hour to forget them.
beforeEach(() => site.advance(3_600_000))

async function targetOf({ target }: Rule, caller: TestCaller): Promise<string> {
  if (target === undefined || target === "own") return caller.user_id
  return (await newCaller(site, target === "other" ? "user" : "deactivated")).user_id
}

async function ask(route: string, path: string, token: string | null, body: unknown): Promise<number> {
  const method = route.split(" ")[0] ?? ""
  const isPhoto = path === "/api/profile/photo"
  const headers: Record<string, string> = { "content-type": isPhoto ? "image/jpeg" : "application/json" }
  if (token !== null) headers.authorization = `Bearer ${token}`
  const sent = isPhoto ? new Uint8Array(await photograph(20, 20)) : JSON.stringify(body ?? {})
  const request = new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(method === "GET" ? {} : { body: sent }),
  })
  return (await site.app.request(request, undefined, fromIp(nextIp()))).status
}

describe.each(RULES.map((rule) => ({ title: rule.name ?? rule.target ?? "", ...rule })))("$route $title", (rule) => {
  test.each(CALLERS.map((name, at) => [name, at] as const))("%s", async (name: CallerName, at: number) => {
    const caller = await newCaller(site, name)
    const path = rule.path ?? rule.route.split(" ")[1] ?? ""
    const body = rule.body?.(caller, await targetOf(rule, caller))
    const expected = typeof rule.expected === "number" ? rule.expected : rule.expected[at]
    expect(await ask(rule.route, path, caller.token, body)).toBe(expected)
  })
})

test("a route that no rule names refuses whoever is not an active user", async () => {
  const named = new Set(RULES.map(({ route }) => route))
  const unnamed = site.app.routes
    .filter(({ method, path }) => method !== "ALL" && !named.has(`${method} ${path}`))
    .map(({ method, path }) => ({ route: `${method} ${path}`, path: path.replace(/:\w+/g, crypto.randomUUID()) }))
  const callers: [CallerName, string | null][] = []
  for (const name of CALLERS) callers.push([name, (await newCaller(site, name)).token])
  for (const { route, path } of unnamed)
    for (const [name, token] of callers) {
      const onlyAdministrators = path.startsWith("/api/admin/")
      const mayCall = onlyAdministrators ? name === "admin" : ["user", "moderator", "admin"].includes(name)
      if (mayCall) continue
      const status = await ask(route, path, token, {})
      expect([route, name, status >= 400 && status < 500]).toEqual([route, name, true])
    }
})

test("a role that is taken away, a sign-out and a deactivation count from the next request on", async () => {
  const victim = await newCaller(site, "deactivated")
  const admin = await newCaller(site, "admin")
  const reactivate = () =>
    ask(`POST ${FUNCTIONS}`, `${FUNCTIONS}/reactivate-user-account`, admin.token, { user_id: victim.user_id })
  expect(await reactivate()).toBe(200)
  await site.services.database.db.delete(user_roles)
  expect(await reactivate()).toBe(403)

  const user = await newCaller(site, "user")
  expect(await ask("GET", "/api/me", user.token, null)).toBe(200)
  expect(await ask("POST", "/auth/v1/logout", user.token, {})).toBe(204)
  expect(await ask("GET", "/api/me", user.token, null)).toBe(401)
})
