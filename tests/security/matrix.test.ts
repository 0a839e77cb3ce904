// Who may do what (specification section 6): every caller on every route. The rows of the API come from its table (src/api).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { API, type EndpointKey } from "../../src/api/api.ts"
import { type CallerKind, partsOf } from "../../src/api/endpoint.ts"
import { PROOF_MINUTES } from "../../src/domain/limits.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { routePath } from "../../src/server/platform/http/params.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, PASSWORD, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"
import { type Answers, active, anyToken, BY_CALLER } from "./answers.ts"
import { CALLERS, type CallerName, newCaller, nextIp, type TestCaller } from "./callers.ts"

interface Case {
  /** what is asked for, when the route alone does not say */
  name?: string
  /** parameters of the path; {target} stands for whose account it names */
  params?: Record<string, string>
  /** whose account the body or the address names */
  target?: "own" | "other" | "other-deactivated"
  body?: (caller: TestCaller, target: string) => unknown
  /** to those it is for; the others are refused as the table of the API says */
  status: number
  /** where a caller's own state decides too */
  except?: Partial<Answers>
}

interface Rule extends Omit<Case, "params" | "status" | "except"> {
  route: string
  /** the address, when it is not the route's own path */
  path?: string
  /** one status for all, or each caller's */
  expected: number | Answers
}

const NOBODY = crypto.randomUUID()
const userId = (_caller: TestCaller, target: string) => ({ user_id: target })
const profileId = (_caller: TestCaller, target: string) => ({ profile_id: target })
const card_id = "nosuchcard"
const PERSON = { full_name: "Ada Lovelace", job_title: "", business_name: "", entries: [], note: "", tags: [] }
const target = { id: "{target}" }
const noCard: Case = { params: { card_id }, status: 404 }
const nobodys: Case = { name: "nobody's", params: { id: NOBODY }, status: 404 }
const unknownLink: Case = { name: "an unknown link", body: () => ({ token: "x" }), status: 403 }
const deactivation: Case[] = [
  { target: "own", body: userId, status: 200, except: { admin: 403 } },
  { target: "other", body: userId, status: 403, except: { admin: 200 } },
]

/** A profile of the caller, and one of another person, which is found as little as one that does not exist. */
const ownOrOthers = (status: number, body?: Case["body"]): Case[] => [
  { params: target, target: "own", status, ...(body && { body }) },
  { params: target, target: "other", status: 404, ...(body && { body }) },
]

/** One case or several for every endpoint. A new endpoint is a type error until it has one. */
const CASES: Record<EndpointKey, Case | Case[]> = {
  "GET /api/health/live": { status: 200 },
  "GET /api/health/ready": { status: 200 },
  "GET /api/metrics": { name: "without METRICS_TOKEN", status: 404 },
  "GET /api/openapi.json": { status: 200 },
  "GET /sitemap.xml": { status: 200 },
  "GET /sitemap-{part}.xml": { params: { part: "pages" }, status: 200 },
  "POST /api/availability": { body: () => ({ username: "free-name" }), status: 200 },

  "GET /api/profiles/{key}": { params: { key: "shown" }, status: 200 },
  "GET /{username}.vcf": { params: { username: "shown" }, status: 200 },
  "GET /{username}.json": { params: { username: "shown" }, status: 200 },
  "GET /.well-known/webfinger": { name: "without a resource", status: 400 },
  "GET /.well-known/change-password": { status: 302 },
  "GET /files/previews/{username}.jpg": { params: { username: "shown" }, status: 200 },
  "GET /files/profile-pictures/profiles/{user_id}/{name}": {
    params: { user_id: NOBODY, name: "profile.jpg" },
    status: 404,
  },
  "PUT /api/profile": { body: () => ({ full_name: "Grace Hopper" }), status: 200 },
  "GET /api/profile/photo": { name: "without one", status: 404 },
  "PUT /api/profile/photo": { status: 200 },
  "DELETE /api/profile/photo": { status: 200 },
  "GET /api/profile/banner": { name: "without one", status: 404 },
  "PUT /api/profile/banner": { status: 200 },
  "DELETE /api/profile/banner": { status: 200 },
  "GET /api/account/profiles": { status: 200 },
  "POST /api/account/profiles": {
    body: ({ user_id }) => ({ username: `more-${user_id.slice(0, 8)}`, full_name: "Grace Hopper" }),
    status: 201,
  },
  "GET /api/account/profiles/{id}": ownOrOthers(200),
  "PUT /api/account/profiles/{id}": ownOrOthers(200, () => ({ full_name: "Grace Hopper" })),
  "DELETE /api/account/profiles/{id}": [
    { name: "the first one", params: target, target: "own", status: 403 },
    { params: target, target: "other", status: 404 },
  ],
  "GET /api/account/profiles/{id}/photo": ownOrOthers(404),
  "PUT /api/account/profiles/{id}/photo": ownOrOthers(200),
  "DELETE /api/account/profiles/{id}/photo": ownOrOthers(200),
  "GET /api/account/profiles/{id}/banner": ownOrOthers(404),
  "PUT /api/account/profiles/{id}/banner": ownOrOthers(200),
  "DELETE /api/account/profiles/{id}/banner": ownOrOthers(200),

  // Another owner's people are found as little as those that do not exist: src/server/features/people/people.test.ts.
  "GET /api/people": { status: 200 },
  "POST /api/people": { body: () => PERSON, status: 201 },
  "GET /api/people/labels": { status: 200 },
  "GET /api/people/duplicates": { status: 200 },
  "POST /api/people/separations": { body: () => ({ ids: [NOBODY, crypto.randomUUID()] }), status: 204 },
  "POST /api/people/merges": { body: () => ({ ids: [NOBODY, crypto.randomUUID()] }), status: 404 },
  "POST /api/people/taggings": { body: () => ({ ids: [NOBODY], add: ["fair"] }), status: 200 },
  "POST /api/people/deletions": { body: () => ({ ids: [NOBODY] }), status: 200 },
  "POST /api/people/imports": { name: "without a file", status: 415 },
  "GET /api/people/export.vcf": { status: 200 },
  "GET /api/people/export.csv": { status: 200 },
  "GET /api/people/{id}.vcf": nobodys,
  "GET /api/people/{id}": nobodys,
  "PUT /api/people/{id}": { ...nobodys, body: () => PERSON },
  "DELETE /api/people/{id}": nobodys,
  "POST /exchange/{username}": { name: "without fields", params: { username: "shown" }, status: 415 },
  "POST /api/exchange/{username}": {
    name: "with another person's profile",
    params: { username: "shown" },
    body: () => ({ profile_id: NOBODY }),
    status: 404,
  },
  "GET /exchange/my/details": { name: "without a token", status: 404 },
  "POST /exchange/my/details": { name: "without fields", status: 415 },
  "GET /api/people-settings": { status: 200 },
  "PUT /api/people-settings": {
    body: () => ({ retention_days: 30, event: "Fair", event_until: null, notices: "off" }),
    status: 200,
  },
  "PUT /api/people-settings/seen": { status: 200 },

  "GET /card/{card_id}": noCard,
  "GET /api/cards/{card_id}": noCard,
  "PUT /api/cards/{card_id}/activation": noCard,
  "GET /api/account/cards": { status: 200 },
  "DELETE /api/account/cards/{card_id}": noCard,
  "PUT /api/account/cards/{card_id}/profile": [
    { ...noCard, target: "own", body: profileId },
    { ...noCard, target: "other", body: profileId },
  ],
  "PUT /api/account/cards/{card_id}/nickname": { ...noCard, body: () => ({ nickname: "Wallet" }) },
  "PUT /api/account/cards/{card_id}/loss": noCard,
  "DELETE /api/account/cards/{card_id}/loss": noCard,
  "GET /api/admin/cards": { status: 200 },
  "POST /api/admin/cards": { body: () => ({ batch: crypto.randomUUID(), count: 1 }), status: 200 },
  "POST /api/admin/card-changes": { body: () => ({ change: "lost", card_ids: [card_id] }), status: 200 },
  "GET /api/admin/card-batches/{batch}": { params: { batch: NOBODY }, status: 404 },
  "GET /api/admin/card-batches/{batch}/csv": { params: { batch: NOBODY }, status: 404 },
  "DELETE /api/admin/cards/{card_id}/owner": noCard,
  "PUT /api/admin/cards/{card_id}/owner": { ...noCard, body: () => ({ username: "shown", from: null }) },
  "PUT /api/admin/cards/{card_id}/loss": noCard,
  "DELETE /api/admin/cards/{card_id}/loss": noCard,

  "GET /api/me": { status: 200 },
  "GET /api/account/export": { status: 200 },
  "GET /api/account/sessions": { status: 200 },
  "DELETE /api/account/sessions/{id}": nobodys,
  "GET /api/account/app-passwords": { status: 200 },
  "POST /api/account/app-passwords": { body: () => ({ name: "Phone" }), status: 201 },
  "DELETE /api/account/app-passwords/{id}": nobodys,
  "GET /api/account/email-change": { status: 200 },
  "DELETE /api/account/email-change": { status: 200 },
  "DELETE /api/account/password": { name: "without a passkey", status: 422 },
  "GET /api/account/security-events": { status: 200 },
  "POST /api/account/deletion": { body: () => ({ password: PASSWORD }), status: 409, except: { deactivated: 200 } },
  "POST /api/account/identity-proof": { body: () => ({ password: PASSWORD }), status: 200 },
  "GET /api/account/recovery-codes": { status: 200 },
  "POST /api/account/recovery-codes": { name: "without a second factor", status: 404 },
  "POST /api/account/recovery-codes/redemption": {
    name: "a wrong one",
    body: () => ({ code: "AAAA-AAAA-AAAA-AAAA" }),
    status: 422,
  },
  "POST /api/account/undo": unknownLink,
  "POST /api/account/undo/preview": unknownLink,
  "POST /api/functions/delete-user-account": deactivation,
  "POST /api/rpc/soft_delete_profile": deactivation,
  "POST /api/functions/reactivate-user-account": [
    { target: "own", body: userId, status: 200 },
    { target: "other-deactivated", body: userId, status: 403, except: { admin: 200 } },
  ],

  "POST /api/visits": { body: () => ({ profile: NOBODY, did: "view" }), status: 204 },
  "GET /api/insights": { status: 200 },

  "POST /api/reports": { body: () => ({ username: "shown", reason: "spam" }), status: 202 },
  "GET /api/moderation/reports": { status: 200 },
  "GET /api/moderation/hidden": { status: 200 },
  "PUT /api/moderation/hidden/{id}": nobodys,
  "DELETE /api/moderation/hidden/{id}": nobodys,
  "POST /api/moderation/profiles/{id}/dismissal": {
    ...nobodys,
    body: () => ({ seen_until: "2026-05-01T12:00:00.000Z" }),
  },
  "GET /api/moderation/profiles/{id}/photo": nobodys,
  "GET /api/moderation/profiles/{id}/banner": nobodys,

  "GET /api/admin/users": { status: 200 },
  "POST /api/admin/users/{id}/roles": [
    { params: target, target: "other", body: () => ({ role: "moderator" }), status: 200 },
    { name: "to oneself", params: target, target: "own", body: () => ({ role: "admin" }), status: 409 },
  ],
  "DELETE /api/admin/users/{id}/roles/{role}": [
    { params: { ...target, role: "user" }, target: "other", status: 200 },
    { name: "one's own administration", params: { ...target, role: "admin" }, target: "own", status: 403 },
  ],
  "POST /api/admin/users/{id}/data-exports": [
    { params: target, target: "other", status: 200 },
    { params: target, target: "other-deactivated", status: 200 },
    nobodys,
  ],
  "DELETE /api/admin/users/{id}": [
    { name: "an active account", params: target, target: "other", status: 409 },
    { name: "deactivated a moment ago", params: target, target: "other-deactivated", status: 409 },
    { name: "one's own", params: target, target: "own", status: 403 },
  ],
  "POST /api/admin/users/{id}/password-reset": { params: target, target: "other", status: 200 },
  "DELETE /api/admin/users/{id}/factors": {
    name: "without a second factor",
    params: target,
    target: "other",
    status: 404,
  },
  "GET /api/admin/invitations": { status: 200 },
  "POST /api/admin/invitations": { body: () => ({}), status: 201 },
  "DELETE /api/admin/invitations/{id}": { params: { id: NOBODY }, status: 404 },
  "GET /api/admin/system": { status: 200 },
  "GET /api/admin/settings": { status: 200 },
  "GET /api/admin/audit": { status: 200 },
}

const KEYS = Object.keys(CASES) as EndpointKey[]

const API_RULES = KEYS.flatMap((route): Rule[] => {
  const caller: CallerKind = API[route].caller
  return [CASES[route]].flat().map(({ params = {}, status, except, ...rest }) => ({
    ...rest,
    route,
    path: partsOf(route).path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? ""),
    expected: { ...BY_CALLER[caller](status), ...except },
  }))
})

const noAnswer = { clientDataJSON: "e30", authenticatorData: "AA", attestationObject: "oA", signature: "AA" }
const noPasskey = () => ({
  challenge_id: "1.x",
  credential: { id: "AAAA", rawId: "AAAA", type: "public-key", response: noAnswer },
})

const AUTH_RULES: Rule[] = [
  {
    route: "POST /auth/v1/factors",
    body: () => ({ factor_type: "totp", friendly_name: "Tablet" }),
    expected: { ...active(200), recovery: 403 },
  },
  ...["POST /auth/v1/factors/:id/challenge", "POST /auth/v1/factors/:id/verify"].map(
    (route): Rule => ({
      route,
      name: "another user's",
      path: route.replace("POST ", "").replace(":id", NOBODY),
      body: () => ({ challenge_id: "1.x", code: "123456" }),
      expected: { ...anyToken(404), recovery: 403 },
    }),
  ),
  {
    route: "DELETE /auth/v1/factors/:id",
    name: "another user's",
    path: `/auth/v1/factors/${NOBODY}`,
    expected: { ...active(404), recovery: 403 },
  },

  // A challenge for everyone alike; what it is answered with decides.
  { route: "POST /auth/v1/passkeys/authentication/options", expected: 200 },
  { route: "POST /auth/v1/passkeys/authentication/verify", name: "by no passkey", body: noPasskey, expected: 400 },
  {
    route: "POST /auth/v1/passkeys/identity-proof",
    name: "by no passkey",
    body: noPasskey,
    expected: { ...anyToken(400), recovery: 403, "owes factor": 403 },
  },
  // Anyone may sign up; what the form or the passkey lacks is refused.
  ...["options", "verify"].map(
    (step): Rule => ({
      route: `POST /auth/v1/passkeys/sign-up/${step}`,
      name: "without an address",
      body: noPasskey,
      expected: 422,
    }),
  ),
  {
    route: "POST /auth/v1/passkeys/email-confirmation",
    name: "of an unknown link",
    body: () => ({ ...noPasskey(), token_hash: "k3j9x0q7w2m5", type: "signup" }),
    expected: 403,
  },
  { route: "GET /auth/v1/passkeys", expected: { ...active(200), recovery: 403 } },
  { route: "POST /auth/v1/passkeys/registration/options", expected: { ...active(200), recovery: 403 } },
  {
    route: "POST /auth/v1/passkeys/registration/verify",
    name: "by no passkey",
    body: () => ({ ...noPasskey(), credential: { ...noPasskey().credential, response: noAnswer } }),
    expected: { ...active(400), recovery: 403 },
  },
  ...["PATCH", "DELETE"].map(
    (method): Rule => ({
      route: `${method} /auth/v1/passkeys/:id`,
      name: "another user's",
      path: `/auth/v1/passkeys/${NOBODY}`,
      body: () => ({ friendly_name: "Mine" }),
      expected: { ...active(404), recovery: 403 },
    }),
  ),

  { route: "GET /auth/v1/authorize", name: "without a way back", expected: 422 },
  { route: "GET /auth/v1/callback", name: "with no state of theirs", expected: 303 },
  {
    route: "GET /auth/v1/user/identities/authorize",
    name: "to an unknown provider",
    expected: { ...active(400), recovery: 403 },
  },
  { route: "GET /auth/v1/user/identities", expected: { ...active(200), recovery: 403 } },
  {
    route: "DELETE /auth/v1/user/identities/:id",
    name: "nobody's",
    path: `/auth/v1/user/identities/${NOBODY}`,
    expected: { ...active(404), recovery: 403 },
  },
  { route: "POST /auth/v1/backchannel-logout", name: "with no token", expected: 400 },
  { route: "GET /auth/v1/frontchannel-logout", name: "of no session", expected: 200 },
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
  // The hourly limits of a site are not the subject of these tests.
  const provider = { id: "company", name: "Example Inc", issuer: "http://127.0.0.1:1", client_id: "meishi" }
  site = await testApp({
    PROOF_OF_WORK: "off",
    SIGN_UPS_PER_HOUR: "1000000",
    EMAILS_PER_HOUR: "1000000",
    COMPANY_LOGIN: JSON.stringify(provider),
  })
  await signUpAndVerify(site, { username: "shown" })
})
afterAll(() => site.close())
// In the tests new people sign in from one address: its limits are for five minutes.
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

/** Refused and reading requests leave people unchanged: the next rule uses them again. */
const changesNothing = ({ route }: Rule, expected: number) => expected >= 400 || route.startsWith("GET ")

async function targetOf({ target }: Rule, caller: TestCaller, person: typeof sharedCaller): Promise<string> {
  if (target === undefined || target === "own") return caller.user_id
  return (await person("target", target === "other" ? "user" : "deactivated")).user_id
}

async function ask(route: string, path: string, token: string | null, body: unknown): Promise<number> {
  const method = route.split(" ")[0] ?? ""
  const isPicture = /^\/api\/(profile|account\/profiles)\/.*(photo|banner)$/.test(path)
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

const ROWS = [...API_RULES, ...AUTH_RULES].map((rule) => ({ title: rule.name ?? rule.target ?? "", ...rule }))
describe.each(ROWS)("$route $title", (rule) => {
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

test("the application has the routes of the table and of the auth protocol, and no other", () => {
  const mounted = site.app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/auth/v1/"))
    .map(({ method, path }) => `${method} ${path}`)
  const declared = KEYS.map(partsOf).map(({ method, path }) => `${method} ${routePath(path)}`)
  expect([...new Set(mounted)].sort()).toEqual(declared.sort())
})

/** What needs no session, listed a second time: the table alone must not open an address. */
const OPEN = [
  "GET /api/health/live",
  "GET /api/health/ready",
  "GET /api/openapi.json",
  "GET /sitemap.xml",
  "GET /sitemap-{part}.xml",
  "POST /api/availability",
  "GET /api/profiles/{key}",
  "GET /{username}.vcf",
  "GET /{username}.json",
  "GET /.well-known/webfinger",
  "GET /.well-known/change-password",
  "GET /files/previews/{username}.jpg",
  "GET /files/profile-pictures/profiles/{user_id}/{name}",
  "GET /card/{card_id}",
  "GET /api/cards/{card_id}",
  "POST /api/account/undo",
  "POST /api/account/undo/preview",
  "POST /api/visits",
  "POST /api/reports",
  "POST /exchange/{username}",
  "GET /exchange/my/details",
  "POST /exchange/my/details",
]

test("the table opens only what is named here to others than active users, and its areas only to their roles", () => {
  const withCaller = (kind: CallerKind) => KEYS.filter((key) => API[key].caller === kind)
  const below = (area: string) => KEYS.filter((key) => partsOf(key).path.startsWith(area))
  expect(withCaller("anyone").sort()).toEqual(OPEN.sort())
  expect(withCaller("operator")).toEqual(["GET /api/metrics"])
  expect(withCaller("before-factor")).toEqual(["POST /api/account/recovery-codes/redemption"])
  expect(withCaller("session").sort()).toEqual(
    [
      "GET /api/me",
      "GET /api/account/export",
      "POST /api/account/deletion",
      "POST /api/account/identity-proof",
      "POST /api/functions/reactivate-user-account",
    ].sort(),
  )
  expect(withCaller("admin-with-proof").sort()).toEqual(
    [
      "POST /api/admin/users/{id}/roles",
      "DELETE /api/admin/users/{id}/roles/{role}",
      "POST /api/admin/users/{id}/data-exports",
      "DELETE /api/admin/users/{id}",
      "POST /api/admin/card-changes",
      "POST /api/admin/users/{id}/password-reset",
      "DELETE /api/admin/users/{id}/factors",
      "POST /api/admin/invitations",
    ].sort(),
  )
  expect([...withCaller("admin"), ...withCaller("admin-with-proof")].sort()).toEqual(below("/api/admin/").sort())
  expect(withCaller("moderator").sort()).toEqual(below("/api/moderation/").sort())
})

test("a route of the auth protocol that no rule names refuses everyone but an active user", async () => {
  const named = new Set(AUTH_RULES.map(({ route }) => route))
  const unnamed = site.app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/auth/") && !named.has(`${method} ${path}`))
    .map(({ method, path }) => ({ route: `${method} ${path}`, path: path.replace(/:\w+/g, crypto.randomUUID()) }))
  for (const name of CALLERS) {
    if (["user", "moderator", "admin"].includes(name)) continue
    const { token } = await newCaller(site, name)
    for (const { route, path } of unnamed) {
      const status = await ask(route, path, token, {})
      expect([route, name, status >= 400 && status < 500]).toEqual([route, name, true])
    }
  }
})

test("a removed role, a sign-out and a deactivation take effect with the next request", async () => {
  const victim = await newCaller(site, "deactivated")
  const admin = await newCaller(site, "admin")
  const reactivate = () =>
    ask("POST", `/api/functions/reactivate-user-account`, admin.token, { user_id: victim.user_id })
  expect(await reactivate()).toBe(200)
  await site.services.database.db.delete(user_roles)
  expect(await reactivate()).toBe(403)

  const user = await newCaller(site, "user")
  expect(await ask("GET", "/api/me", user.token, null)).toBe(200)
  expect(await ask("POST", "/auth/v1/logout", user.token, {})).toBe(204)
  expect(await ask("GET", "/api/me", user.token, null)).toBe(401)
})
