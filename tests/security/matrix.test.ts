// Who may do what (specification section 6): every caller on every route. A route that is not named here must refuse everybody
// but an active user (below /api/admin: but an administrator); who else may call it is to be said here first.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { PROOF_MINUTES } from "../../src/domain/limits.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, PASSWORD, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"
import { CALLERS, type CallerName, newCaller, nextIp, type TestCaller } from "./callers.ts"

interface Rule {
  /** what is asked for, when the route alone does not say */
  name?: string
  route: string
  /** concrete address, with {target} in it for whose account it names; the route itself when it has no parameters */
  path?: string
  /** whose account the body or the address names */
  target?: "own" | "other" | "other-deactivated"
  body?: (caller: TestCaller, target: string) => unknown
  /** one status for all, or each caller's: `{ ...active(200), recovery: 403 }` */
  expected: number | Answers
}

type Answers = Record<CallerName, number>

const FUNCTIONS = "/api/functions"
const NOBODY = crypto.randomUUID()
const userId = (_caller: TestCaller, target: string) => ({ user_id: target })

// What the four kinds of route answer: `status` to whom they are for, a refusal to the others.
const session = (status: number): Answers => ({
  anonymous: 401,
  recovery: 401,
  "owes factor": 403,
  deactivated: status,
  user: status,
  moderator: status,
  admin: status,
})
const active = (status: number): Answers => ({ ...session(status), deactivated: 403 })
const moderator = (status: number): Answers => ({ ...active(403), moderator: status, admin: status })
const admin = (status: number): Answers => ({ ...active(403), admin: status })
/** the auth protocol's own: also a session that only serves a reset, or that still owes its second factor */
const anyToken = (status: number): Answers => ({ ...session(status), recovery: status, "owes factor": status })

const RULES: Rule[] = [
  { route: "GET /api/health/live", expected: 200 },
  { route: "GET /api/health/ready", expected: 200 },
  { route: "GET /api/metrics", name: "without METRICS_TOKEN", expected: 404 },
  { route: "GET /api/profiles/:key", path: "/api/profiles/shown", expected: 200 },
  { route: "GET /:file{[^/]*\\.vcf}", path: "/shown.vcf", expected: 200 },
  { route: "GET /files/previews/:file{[^/]*\\.jpg}", path: "/files/previews/shown.jpg", expected: 200 },
  { route: "GET /sitemap.xml", expected: 200 },
  { route: "GET /:file{sitemap-[^/]+\\.xml}", path: "/sitemap-pages.xml", expected: 200 },
  { route: "GET /card/:cardId", path: "/card/nosuchcard", expected: 404 },
  { route: "GET /api/cards/:cardId", path: "/api/cards/nosuchcard", expected: 404 },
  {
    route: "POST /api/cards/:cardId/activate",
    path: "/api/cards/nosuchcard/activate",
    expected: active(404),
  },
  { route: "GET /api/account/cards", expected: active(200) },
  ...["unlink", "lost", "found"].flatMap((act): Rule[] => [
    {
      route: `POST /api/account/cards/:cardId/${act}`,
      path: `/api/account/cards/nosuchcard/${act}`,
      expected: active(404),
    },
    { route: `POST /api/admin/cards/:cardId/${act}`, path: `/api/admin/cards/nosuchcard/${act}`, expected: admin(404) },
  ]),
  {
    route: "POST /api/admin/cards/:cardId/reassign",
    path: "/api/admin/cards/nosuchcard/reassign",
    body: () => ({ username: "shown", from: null }),
    expected: admin(404),
  },
  { route: "GET /api/admin/cards", expected: admin(200) },
  {
    route: "POST /api/admin/cards",
    body: () => ({ batch: crypto.randomUUID(), count: 1 }),
    expected: admin(200),
  },
  {
    route: "GET /api/admin/card-batches/:batch",
    path: `/api/admin/card-batches/${NOBODY}`,
    expected: admin(404),
  },
  {
    route: "GET /api/admin/card-batches/:batch/csv",
    path: `/api/admin/card-batches/${NOBODY}/csv`,
    expected: admin(404),
  },
  { route: "GET /api/admin/users", expected: admin(200) },
  {
    route: "POST /api/admin/users/:id/roles",
    path: "/api/admin/users/{target}/roles",
    target: "other",
    body: () => ({ role: "moderator" }),
    expected: admin(200),
  },
  {
    route: "POST /api/admin/users/:id/roles",
    name: "to oneself",
    path: "/api/admin/users/{target}/roles",
    target: "own",
    body: () => ({ role: "admin" }),
    expected: admin(409),
  },
  {
    route: "DELETE /api/admin/users/:id/roles/:role",
    path: "/api/admin/users/{target}/roles/user",
    target: "other",
    expected: admin(200),
  },
  {
    route: "DELETE /api/admin/users/:id/roles/:role",
    name: "the own administration",
    path: "/api/admin/users/{target}/roles/admin",
    target: "own",
    expected: admin(403),
  },
  {
    route: "POST /api/admin/users/:id/password-reset",
    path: "/api/admin/users/{target}/password-reset",
    target: "other",
    expected: admin(200),
  },
  {
    route: "DELETE /api/admin/users/:id/factors",
    name: "without a second factor",
    path: "/api/admin/users/{target}/factors",
    target: "other",
    expected: admin(404),
  },
  { route: "GET /api/admin/invitations", expected: admin(200) },
  { route: "POST /api/admin/invitations", body: () => ({}), expected: admin(201) },
  {
    route: "DELETE /api/admin/invitations/:id",
    path: `/api/admin/invitations/${NOBODY}`,
    expected: admin(404),
  },
  { route: "POST /api/availability", body: () => ({ username: "free-name" }), expected: 200 },

  { route: "GET /api/me", expected: session(200) },
  { route: "PUT /api/profile", body: () => ({ full_name: "Somebody" }), expected: active(200) },
  { route: "POST /api/profile/photo", expected: active(200) },
  { route: "DELETE /api/profile/photo", expected: active(200) },
  { route: "POST /api/profile/banner", expected: active(200) },
  { route: "DELETE /api/profile/banner", expected: active(200) },
  { route: "GET /api/account/export", expected: session(200) },
  { route: "POST /api/visits", body: () => ({ profile: NOBODY, did: "view" }), expected: 204 },
  { route: "GET /api/insights", expected: active(200) },
  {
    route: "POST /api/account/delete-now",
    body: () => ({ password: PASSWORD }),
    expected: { ...session(409), deactivated: 200 },
  },

  { route: "GET /api/account/sessions", expected: active(200) },
  {
    route: "DELETE /api/account/sessions/:id",
    name: "nobody's",
    path: `/api/account/sessions/${NOBODY}`,
    expected: active(404),
  },
  ...["POST /api/account/undo", "POST /api/account/undo/preview"].map(
    (route): Rule => ({ route, name: "an unknown link", body: () => ({ token: "x" }), expected: 403 }),
  ),
  { route: "GET /api/account/security-events", expected: active(200) },
  { route: "POST /api/account/confirm", body: () => ({ password: PASSWORD }), expected: session(200) },
  { route: "GET /api/account/recovery-codes", expected: active(200) },
  { route: "POST /api/account/recovery-codes", name: "without a second factor", expected: active(404) },
  {
    route: "POST /api/account/recovery-codes/use",
    name: "a wrong one",
    body: () => ({ code: "AAAA-AAAA-AAAA-AAAA" }),
    expected: { ...session(422), "owes factor": 422 },
  },
  {
    route: "POST /auth/v1/factors",
    body: () => ({ factor_type: "totp", friendly_name: "Tablet" }),
    expected: { ...active(200), recovery: 403 },
  },
  ...["POST /auth/v1/factors/:id/challenge", "POST /auth/v1/factors/:id/verify"].map(
    (route): Rule => ({
      route,
      name: "somebody else's",
      path: route.replace("POST ", "").replace(":id", NOBODY),
      body: () => ({ challenge_id: "1.x", code: "123456" }),
      expected: { ...anyToken(404), recovery: 403 },
    }),
  ),
  {
    route: "DELETE /auth/v1/factors/:id",
    name: "somebody else's",
    path: `/auth/v1/factors/${NOBODY}`,
    expected: { ...active(404), recovery: 403 },
  },

  { route: "POST /api/reports", body: () => ({ username: "shown", reason: "spam" }), expected: 202 },
  { route: "GET /api/moderation/reports", expected: moderator(200) },
  { route: "GET /api/moderation/hidden", expected: moderator(200) },
  ...["hide", "restore"].map(
    (act): Rule => ({
      route: `POST /api/moderation/profiles/:id/${act}`,
      name: "nobody's",
      path: `/api/moderation/profiles/${NOBODY}/${act}`,
      expected: moderator(404),
    }),
  ),
  {
    route: "POST /api/moderation/profiles/:id/dismiss",
    name: "nobody's",
    path: `/api/moderation/profiles/${NOBODY}/dismiss`,
    body: () => ({ seen_until: "2026-05-01T12:00:00.000Z" }),
    expected: moderator(404),
  },
  ...["photo", "banner"].map(
    (kind): Rule => ({
      route: `GET /api/moderation/profiles/:id/${kind}`,
      name: "nobody's",
      path: `/api/moderation/profiles/${NOBODY}/${kind}`,
      expected: moderator(404),
    }),
  ),
  ...["photo", "banner"].map(
    (kind): Rule => ({ route: `GET /api/profile/${kind}`, name: "without one", expected: active(404) }),
  ),
  ...["system", "settings", "audit"].map((what): Rule => ({ route: `GET /api/admin/${what}`, expected: admin(200) })),

  ...[`${FUNCTIONS}/delete-user-account`, "/api/rpc/soft_delete_profile"].flatMap((path): Rule[] => [
    { route: `POST ${path}`, target: "own", body: userId, expected: { ...active(200), admin: 403 } },
    { route: `POST ${path}`, target: "other", body: userId, expected: admin(200) },
  ]),
  { route: `POST ${FUNCTIONS}/reactivate-user-account`, target: "own", body: userId, expected: session(200) },
  {
    route: `POST ${FUNCTIONS}/reactivate-user-account`,
    target: "other-deactivated",
    body: userId,
    expected: admin(200),
  },

  { route: "GET /auth/v1/user", expected: anyToken(200) },
  {
    route: "PUT /auth/v1/user",
    name: "another address",
    body: () => ({ email: "new@example.com" }),
    expected: { ...active(200), recovery: 403 },
  },
  {
    route: "PUT /auth/v1/user",
    name: "another password",
    body: () => ({ password: "a quieter harbour" }),
    expected: { ...active(200), recovery: 200 },
  },
  { route: "POST /auth/v1/logout", expected: anyToken(204) },
  { route: "GET /auth/v1/settings", expected: 200 },
  { route: "GET /auth/v1/health", expected: 200 },
  { route: "GET /auth/v1/.well-known/jwks.json", expected: 200 },
  { route: "GET /auth/v1/verify", expected: 303 },
  ...["", "/link", "/decline"].map(
    (path): Rule => ({
      route: `POST /auth/v1/verify${path}`,
      name: "by a link that nobody has",
      body: () => ({ token_hash: "x", type: "signup" }),
      expected: 403,
    }),
  ),
  {
    route: "PUT /auth/v1/user",
    name: "data of its own",
    body: () => ({ data: { theme: "dark" } }),
    expected: { ...active(200), recovery: 403 },
  },
  { route: "POST /auth/v1/recover", body: () => ({ email: "nobody@example.com" }), expected: 200 },
  { route: "POST /auth/v1/resend", body: () => ({ type: "signup", email: "nobody@example.com" }), expected: 200 },
]

let site: TestApp
beforeAll(async () => {
  // What a whole site takes in an hour is not what these tests are about.
  site = await testApp({ PROOF_OF_WORK: "off", SIGN_UPS_PER_HOUR: "1000000", EMAILS_PER_HOUR: "1000000" })
  await signUpAndVerify(site, { username: "shown" })
})
afterAll(() => site.close())
// New people sign in from one address in the tests: its limits are for five minutes.
beforeEach(() => site.advance(20_000))

/** While a sign-in counts as recent. */
const SHARED_FOR_MS = (PROOF_MINUTES - 1) * 60_000
const shared = new Map<string, { caller: TestCaller; until: number }>()

/** @param part that the person plays: a caller is never also the target */
async function sharedCaller(part: "caller" | "target", name: CallerName): Promise<TestCaller> {
  const now = site.services.clock().getTime()
  const known = shared.get(`${part} ${name}`)
  if (known !== undefined && now < known.until) return known.caller
  const caller = await newCaller(site, name)
  shared.set(`${part} ${name}`, { caller, until: now + SHARED_FOR_MS })
  return caller
}

/** What is refused, or only reads, leaves people as they were: the next rule meets them again. */
const changesNothing = ({ route }: Rule, expected: number) => expected >= 400 || route.startsWith("GET ")

async function targetOf({ target }: Rule, caller: TestCaller, person: typeof sharedCaller): Promise<string> {
  if (target === undefined || target === "own") return caller.user_id
  return (await person("target", target === "other" ? "user" : "deactivated")).user_id
}

async function ask(route: string, path: string, token: string | null, body: unknown): Promise<number> {
  const method = route.split(" ")[0] ?? ""
  const isPicture = path.startsWith("/api/profile/")
  const headers: Record<string, string> = { "content-type": isPicture ? "image/jpeg" : "application/json" }
  if (token !== null) headers.authorization = `Bearer ${token}`
  const sent = isPicture ? new Uint8Array(await photograph(20, 20)) : JSON.stringify(body ?? {})
  const request = new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(method === "GET" ? {} : { body: sent }),
  })
  return (await site.app.request(request, undefined, fromIp(nextIp()))).status
}

describe.each(RULES.map((rule) => ({ title: rule.name ?? rule.target ?? "", ...rule })))("$route $title", (rule) => {
  test.each(CALLERS)("%s", async (name) => {
    const expected = typeof rule.expected === "number" ? rule.expected : rule.expected[name]
    const person = changesNothing(rule, expected)
      ? sharedCaller
      : (_part: string, which: CallerName) => newCaller(site, which)
    const caller = await person("caller", name)
    const target = await targetOf(rule, caller, person)
    const path = (rule.path ?? rule.route.split(" ")[1] ?? "").replace("{target}", target)
    const body = rule.body?.(caller, target)
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
      const onlyModerators = path.startsWith("/api/moderation/")
      const mayCall = onlyAdministrators
        ? name === "admin"
        : ["user", "moderator", "admin"].includes(name) && !(onlyModerators && name === "user")
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
