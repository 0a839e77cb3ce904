// Step-up: an access token alone, from a session that proved who it is more than five minutes ago, changes nothing of an
// account's protection and takes nothing away. Every gated call, asked by every kind of session.
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { codeAt } from "../support/authenticator.ts"
import { fromIp, PASSWORD, type Person, postJson, signIn, signUpAndVerify } from "../support/people.ts"
import { nextIp } from "./callers.ts"

const FIVE_MINUTES_MS = 5 * 60_000

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
// In the tests new people come from one address: its limits have an hour to forget them.
beforeEach(() => site.advance(3_600_000))

type Session = Pick<Person, "user_id" | "headers">

const ask = async (method: string, path: string, { headers }: Pick<Session, "headers">, body?: unknown) =>
  site.app.request(
    path,
    { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
    fromIp(nextIp()),
  )

/** Of ours, of the functions, and of the auth protocol. */
async function refusalOf(answer: Response) {
  const body = await answer.json()
  const { code, methods } = typeof body.error === "object" ? body.error : body
  return { status: answer.status, code, methods }
}

const NEEDS_PASSWORD = { status: 400, code: "reauthentication_needed", methods: ["password"] }
const NEEDS_CODE = { status: 400, code: "reauthentication_needed", methods: ["totp"] }

/** A person's second session, for ending it. */
async function otherSession(session: Session, email: string): Promise<string> {
  await signIn(site, email)
  const { sessions } = await (await ask("GET", "/api/account/sessions", session)).json()
  return sessions.find(({ current }: { current: boolean }) => !current).id
}

interface Gated {
  name: string
  method: string
  /** {session}: another session of the same person; {factor}: a factor that counts */
  path: string
  body?: (session: Session) => unknown
  accepted: number
  /** only where there is a factor */
  needsFactor?: true
}

const GATED: Gated[] = [
  {
    name: "password",
    method: "PUT",
    path: "/auth/v1/user",
    body: () => ({ password: "a quieter harbour" }),
    accepted: 200,
  },
  {
    name: "email",
    method: "PUT",
    path: "/auth/v1/user",
    body: () => ({ email: `${randomUUID()}@example.com` }),
    accepted: 200,
  },
  {
    name: "new factor",
    method: "POST",
    path: "/auth/v1/factors",
    body: () => ({ factor_type: "totp", friendly_name: "Tablet" }),
    accepted: 200,
  },
  { name: "end of a factor", method: "DELETE", path: "/auth/v1/factors/{factor}", accepted: 200, needsFactor: true },
  {
    name: "new recovery codes",
    method: "POST",
    path: "/api/account/recovery-codes",
    accepted: 200,
    needsFactor: true,
  },
  { name: "end of another session", method: "DELETE", path: "/api/account/sessions/{session}", accepted: 200 },
  { name: "end of all other sessions", method: "POST", path: "/auth/v1/logout?scope=others", accepted: 204 },
  { name: "export", method: "GET", path: "/api/account/export", accepted: 200 },
  {
    name: "deactivation",
    method: "POST",
    path: "/api/functions/delete-user-account",
    body: ({ user_id }) => ({ user_id }),
    accepted: 200,
  },
  {
    name: "deactivation by its other name",
    method: "POST",
    path: "/api/rpc/soft_delete_profile",
    body: ({ user_id }) => ({ user_id }),
    accepted: 200,
  },
]

interface Owner extends Person {
  session: string
  factor: string
  secret: string
}

/** Signed in just now, and once more elsewhere. */
async function plainOwner(): Promise<Owner> {
  const person = await signUpAndVerify(site)
  return { ...person, session: await otherSession(person, person.email), factor: "", secret: "" }
}

async function protectedOwner(): Promise<Owner> {
  const person = await signUpAndVerify(site)
  const enrolled = await (
    await ask("POST", "/auth/v1/factors", person, { factor_type: "totp", friendly_name: "Phone" })
  ).json()
  const secret: string = enrolled.totp.secret
  const headers = await showCode({ ...person, secret, factor: enrolled.id })
  return {
    ...person,
    headers,
    session: await otherSession({ ...person, headers }, person.email),
    factor: enrolled.id,
    secret,
  }
}

/** Through the protocol. @returns the headers of the session afterwards */
async function showCode(owner: Pick<Owner, "headers" | "secret" | "factor">): Promise<Record<string, string>> {
  site.advance(30_000)
  const { id } = await (await ask("POST", `/auth/v1/factors/${owner.factor}/challenge`, owner, {})).json()
  const code = codeAt(owner.secret, site.services.clock())
  const answer = await ask("POST", `/auth/v1/factors/${owner.factor}/verify`, owner, { challenge_id: id, code })
  expect(answer.status).toBe(200)
  return { ...owner.headers, authorization: `Bearer ${(await answer.json()).access_token}` }
}

const call = ({ method, path, body }: Gated, owner: Owner, session: Session = owner) =>
  ask(method, path.replace("{session}", owner.session).replace("{factor}", owner.factor), session, body?.(owner))

const confirm = (session: Pick<Session, "headers">, proof: unknown) =>
  ask("POST", "/api/account/identity-proof", session, proof)

describe.each(GATED.filter(({ needsFactor }) => !needsFactor))("$name, by password", (gated) => {
  test("succeeds while the session is fresh", async () => {
    const owner = await plainOwner()
    site.advance(FIVE_MINUTES_MS - 1000)
    expect((await call(gated, owner)).status).toBe(gated.accepted)
  })

  test("asks for the password after five minutes, and succeeds once it is given in this session", async () => {
    const owner = await plainOwner()
    site.advance(FIVE_MINUTES_MS)
    expect(await refusalOf(await call(gated, owner))).toEqual(NEEDS_PASSWORD)
    expect(await refusalOf(await confirm(owner, { password: "not the right one" }))).toMatchObject({
      code: "invalid_credentials",
    })
    expect(await refusalOf(await call(gated, owner))).toEqual(NEEDS_PASSWORD)
    expect((await confirm(owner, { password: PASSWORD })).status).toBe(200)
    site.advance(FIVE_MINUTES_MS - 1000)
    expect((await call(gated, owner)).status).toBe(gated.accepted)
  })

  test("is not allowed by a proof of another session or another person", async () => {
    const owner = await plainOwner()
    const elsewhere = await signIn(site, owner.email)
    const stranger = await signUpAndVerify(site)
    site.advance(FIVE_MINUTES_MS)
    for (const session of [elsewhere, stranger])
      expect((await confirm(session, { password: PASSWORD })).status).toBe(200)
    expect(await refusalOf(await call(gated, owner))).toEqual(NEEDS_PASSWORD)
  })
})

describe.each(GATED)("$name, with a second factor", (gated) => {
  test("succeeds while the code is fresh", async () => {
    const owner = await protectedOwner()
    expect((await call(gated, owner)).status).toBe(gated.accepted)
  })

  test("asks for a code after five minutes; the password is not enough", async () => {
    const owner = await protectedOwner()
    site.advance(FIVE_MINUTES_MS)
    expect(await refusalOf(await call(gated, owner))).toEqual(NEEDS_CODE)
    expect(await refusalOf(await confirm(owner, { password: PASSWORD }))).toEqual(NEEDS_CODE)
    expect(await refusalOf(await confirm(owner, { code: "000000" }))).toMatchObject({ code: "mfa_verification_failed" })
    expect(await refusalOf(await call(gated, owner))).toEqual(NEEDS_CODE)
    expect((await confirm(owner, { code: codeAt(owner.secret, site.services.clock()) })).status).toBe(200)
    expect((await call(gated, owner)).status).toBe(gated.accepted)
  })

  test("is refused to a session that has not shown the factor, however fresh", async () => {
    const owner = await protectedOwner()
    const half = await signIn(site, owner.email)
    expect((await confirm(half, { password: PASSWORD })).status).toBe(403)
    const answer = await call(gated, owner, half)
    // Signing out elsewhere ends only the session that requests it.
    if (gated.path.includes("logout")) expect((await ask("GET", "/api/me", owner)).status).toBe(200)
    else expect(answer.status).toBe(403)
  })
})

test("with a second factor the current password in the form is checked, and does not stand for the code", async () => {
  const owner = await protectedOwner()
  const change = (current_password: string) =>
    ask("PUT", "/auth/v1/user", owner, { password: "a quieter harbour", current_password })
  expect(await refusalOf(await change("not the right one"))).toMatchObject({ code: "invalid_credentials" })
  site.advance(FIVE_MINUTES_MS)
  expect(await refusalOf(await change(PASSWORD))).toEqual(NEEDS_CODE)
  owner.headers = await showCode(owner)
  expect((await change(PASSWORD)).status).toBe(200)
})

test("without one the current password in the form is the proof, and a wrong one is refused, however fresh the session", async () => {
  const owner = await plainOwner()
  const change = (current_password: string) =>
    ask("PUT", "/auth/v1/user", owner, { password: "a quieter harbour", current_password })
  expect(await refusalOf(await change("not the right one"))).toMatchObject({ code: "invalid_credentials" })
  site.advance(FIVE_MINUTES_MS)
  expect((await change(PASSWORD)).status).toBe(200)
})

test("signing out here or everywhere, and requests that change nothing, need no proof", async () => {
  const owner = await plainOwner()
  site.advance(FIVE_MINUTES_MS)
  for (const [method, path, status] of [
    ["GET", "/api/me", 200],
    ["GET", "/api/account/sessions", 200],
    ["DELETE", `/api/account/sessions/${randomUUID()}`, 400],
    ["POST", "/auth/v1/logout?scope=global", 204],
  ] as const)
    expect([path, (await ask(method, path, owner)).status]).toEqual([path, status])
})

test("permanent deletion also needs the code where there is a factor", async () => {
  const owner = await protectedOwner()
  await ask("POST", "/api/functions/delete-user-account", owner, { user_id: owner.user_id })
  const { headers } = await signIn(site, owner.email)
  const session = { ...owner, headers: await showCode({ ...owner, headers }) }
  site.advance(FIVE_MINUTES_MS)
  const end = () => ask("POST", "/api/account/deletion", session, { password: PASSWORD })
  expect(await refusalOf(await end())).toEqual(NEEDS_CODE)
  expect((await confirm(session, { code: codeAt(owner.secret, site.services.clock()) })).status).toBe(200)
  expect((await end()).status).toBe(200)
})

test("a code counts once, and guessing codes or passwords here is limited as at sign-in", async () => {
  const owner = await protectedOwner()
  site.advance(30_000)
  const code = codeAt(owner.secret, site.services.clock())
  expect((await confirm(owner, { code })).status).toBe(200)
  expect(await refusalOf(await confirm(owner, { code }))).toMatchObject({ code: "mfa_verification_failed" })
  const codes = []
  for (let n = 0; n < 5; n++) codes.push((await confirm(owner, { code: "000000" })).status)
  expect(codes).toEqual([422, 422, 422, 422, 429])

  const plain = await plainOwner()
  let status = 0
  for (let n = 0; n < 200 && status !== 429; n++)
    status = (
      await postJson(site, "/api/account/identity-proof", { password: `guess ${n}` }, plain.headers, "203.0.113.7")
    ).status
  expect(status).toBe(429)
})

/** What gives or takes access; {other}: another administrator, with a second factor. */
const GATED_ON_OTHERS: [name: string, method: string, path: string, body?: (other: string) => unknown][] = [
  ["giving a role", "POST", "/api/admin/users/{other}/roles", () => ({ role: "moderator" })],
  ["taking a role", "DELETE", "/api/admin/users/{other}/roles/admin"],
  ["removing a second factor", "DELETE", "/api/admin/users/{other}/factors"],
  ["sending a reset", "POST", "/api/admin/users/{other}/password-reset", () => ({})],
  ["exporting a person's data", "POST", "/api/admin/users/{other}/data-exports", () => ({})],
  ["changing many cards", "POST", "/api/admin/card-changes", () => ({ change: "lost", card_ids: ["nosuchcard"] })],
  ["an invitation", "POST", "/api/admin/invitations", () => ({ email: "", send: false })],
  ["deactivating", "POST", "/api/functions/delete-user-account", (user_id) => ({ user_id })],
  ["deactivating by its other name", "POST", "/api/rpc/soft_delete_profile", (user_id) => ({ user_id })],
  ["reactivating", "POST", "/api/functions/reactivate-user-account", (user_id) => ({ user_id })],
]

const makeAdministrator = ({ user_id }: Session) =>
  site.services.database.db.insert(user_roles).values({ user_id, role: "admin" })

/** What the actions change about a person, and what they leave behind. */
async function stateOf(id: string) {
  const { pool } = site.services.database
  const questions = [
    "select role from user_roles where user_id = $1 order by 1",
    "select id from factors where user_id = $1",
    "select deleted_at from profiles where id = $1",
    "select count(*)::int from invitations where $1::uuid is not null",
    "select count(*)::int from audit where $1::uuid is not null",
    "select count(*)::int from mail_outbox where $1::uuid is not null",
  ]
  return Promise.all(questions.map(async (text) => (await pool.query(text, [id])).rows))
}

describe.each(GATED_ON_OTHERS)("an administrator: %s", (_name, method, path, body) => {
  const act = (admin: Session, other: Session) =>
    ask(method, path.replace("{other}", other.user_id), admin, body?.(other.user_id))
  async function victim(): Promise<Owner> {
    const other = await protectedOwner()
    await makeAdministrator(other)
    return other
  }

  test("succeeds for five minutes after the sign-in by password", async () => {
    const [admin, other] = [await signUpAndVerify(site), await victim()]
    await makeAdministrator(admin)
    const session = { ...admin, ...(await signIn(site, admin.email)) }
    site.advance(FIVE_MINUTES_MS - 1000)
    expect((await act(session, other)).ok).toBe(true)
  })

  test("asks for the password after that and changes nothing until it is given", async () => {
    const [admin, other] = [await signUpAndVerify(site), await victim()]
    await makeAdministrator(admin)
    site.advance(FIVE_MINUTES_MS)
    const before = await stateOf(other.user_id)
    expect(await refusalOf(await act(admin, other))).toEqual(NEEDS_PASSWORD)
    expect(await stateOf(other.user_id)).toEqual(before)
    expect((await confirm(admin, { password: PASSWORD })).status).toBe(200)
    expect((await act(admin, other)).ok).toBe(true)
  })

  test("asks for a code where there is a second factor", async () => {
    const [admin, other] = [await protectedOwner(), await victim()]
    await makeAdministrator(admin)
    site.advance(FIVE_MINUTES_MS)
    expect(await refusalOf(await act(admin, other))).toEqual(NEEDS_CODE)
    expect((await confirm(admin, { code: codeAt(admin.secret, site.services.clock()) })).status).toBe(200)
    expect((await act(admin, other)).ok).toBe(true)
  })

  test("without the role the answer is the same, with or without the proof", async () => {
    const [someone, other] = [await signUpAndVerify(site), await victim()]
    expect((await act(someone, other)).status).toBe(403)
    site.advance(FIVE_MINUTES_MS)
    expect((await act(someone, other)).status).toBe(403)
  })
})

test("an administrator reads lists without being asked again", async () => {
  const admin = await signUpAndVerify(site)
  await makeAdministrator(admin)
  site.advance(FIVE_MINUTES_MS)
  for (const path of ["users", "invitations", "audit", "cards", "system"].map((name) => `/api/admin/${name}`)) {
    const { status } = await ask("GET", path, admin)
    expect([path, status]).toEqual([path, 200])
  }
})
