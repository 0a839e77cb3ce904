// People with a second factor, through the official client. The client reads the system's clock: callers fake `Date`.
import { expect, vi } from "vitest"
import type { TestApp } from "./app.ts"
import { authClient, type TestClient } from "./auth-client.ts"
import { codeAt } from "./authenticator.ts"
import { PASSWORD, signUpAndVerify } from "./people.ts"

type Client = TestClient["client"]

export interface Protected extends TestClient {
  email: string
  user_id: string
  factorId: string
  secret: string
}

export const tokenOf = async (client: Client): Promise<string> =>
  (await client.getSession()).data.session?.access_token ?? ""

export async function signedIn(site: TestApp, email: string): Promise<TestClient> {
  const browser = authClient(site)
  expect((await browser.client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  return browser
}

export async function member(site: TestApp, username: string) {
  const { email, user_id } = await signUpAndVerify(site, { username })
  return { email, user_id, ...(await signedIn(site, email)) }
}

/** Moves both clocks. */
export function pass(site: TestApp, ms: number): void {
  site.advance(ms)
  vi.setSystemTime(site.services.clock())
}

/** A code counts once: the next one is shown half a minute later. */
export function nextCode(site: TestApp, secret: string): string {
  pass(site, 30_000)
  return codeAt(secret, site.services.clock())
}

export async function enrolled(client: Client, friendlyName = "Phone"): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName })
  if (error !== null) throw error
  return { factorId: data.id, secret: data.totp.secret }
}

export async function protectedMember(site: TestApp, username: string): Promise<Protected> {
  const person = await member(site, username)
  const factor = await enrolled(person.client)
  const code = nextCode(site, factor.secret)
  const { error } = await person.client.mfa.challengeAndVerify({ factorId: factor.factorId, code })
  expect(error).toBeNull()
  return { ...person, ...factor }
}

export async function ask(site: TestApp, client: Client, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${await tokenOf(client)}`, "content-type": "application/json" }
  return site.app.request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}
