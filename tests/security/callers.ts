// One person in every state a caller can be in, with an access token as each would send it.
import { createHash } from "node:crypto"
import { SignJWT } from "jose"
import type { Role } from "../../src/domain/account/roles.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { ORIGIN, type TestApp } from "../support/app.ts"
import { codeAt } from "../support/authenticator.ts"
import { newestLink } from "../support/mailbox.ts"
import { fromIp, type Person, postJson, signIn, signUpAndVerify } from "../support/people.ts"

export const CALLERS = ["anonymous", "recovery", "owes factor", "deactivated", "user", "moderator", "admin"] as const
export type CallerName = (typeof CALLERS)[number]

export interface TestCaller {
  user_id: string
  email: string
  /** null: sends no Authorization at all */
  token: string | null
}

/** A different person every time, each with another address, so that limits of one do not affect the others. */
let number = 0
export function nextIp(): string {
  number += 1
  return `2001:db8:${(number & 0xffff).toString(16)}:${(number >> 16).toString(16)}::1`
}

async function recoveryToken(site: TestApp, email: string): Promise<string> {
  await postJson(site, "/auth/v1/recover", { email }, {}, nextIp())
  const { pathname, search } = new URL(await newestLink(site.services, email))
  const answer = await site.app.request(pathname + search, {}, fromIp(nextIp()))
  return new URL(answer.headers.get("location") ?? "").searchParams.get("access_token") ?? ""
}

/** The right password for an account with a second factor, and no code yet. */
async function factorOwingToken(site: TestApp, { email, headers }: Person): Promise<string> {
  const ask = async (path: string, body: unknown) => {
    const answer = await postJson(site, path, body, headers, nextIp())
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const factor = await ask("/auth/v1/factors", { factor_type: "totp", friendly_name: "Phone" })
  const challenge = await ask(`/auth/v1/factors/${factor.id}/challenge`, {})
  const code = codeAt(factor.totp.secret, site.services.clock())
  await ask(`/auth/v1/factors/${factor.id}/verify`, { challenge_id: challenge.id, code })
  return (await signIn(site, email)).access_token
}

export async function newCaller(site: TestApp, name: CallerName): Promise<TestCaller> {
  if (name === "anonymous") return { user_id: crypto.randomUUID(), email: "nobody@example.com", token: null }
  const person = await signUpAndVerify(site)
  const { user_id, email } = person
  const withRole = async (role: Role) => {
    await site.services.database.db.insert(user_roles).values({ user_id, role })
    return { user_id, email, token: person.access_token }
  }
  if (name === "moderator" || name === "admin") return withRole(name)
  if (name === "recovery") return { user_id, email, token: await recoveryToken(site, email) }
  if (name === "owes factor") return { user_id, email, token: await factorOwingToken(site, person) }
  if (name === "user") return { user_id, email, token: person.access_token }
  await postJson(site, "/api/functions/delete-user-account", { user_id }, person.headers, nextIp())
  return { user_id, email, token: (await signIn(site, email)).access_token }
}

/** Tokens that give no access, by what is wrong with them. `genuine` is one that does. */
export async function worthlessTokens(genuine: string): Promise<Record<string, string>> {
  const [header = "", payload = "", signature = ""] = genuine.split(".")
  const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString())
  const foreign = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .sign(createHash("sha256").update(ORIGIN).digest())
  return {
    empty: "",
    word: "x",
    dots: "..",
    long: "a".repeat(20_000),
    unsigned: `${json({ alg: "none", typ: "JWT" })}.${payload}.`,
    "signed by somebody else": foreign,
    "with another signature": `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    "for another user": `${header}.${json({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
    "with another role": `${header}.${json({ ...claims, role: "service_role" })}.${signature}`,
    "without claims": `${header}.${json({})}.${signature}`,
    "that is no JSON": `${header}.${Buffer.from("{").toString("base64url")}.${signature}`,
    "with a null byte": `${header}.%00.${signature}`,
  }
}
