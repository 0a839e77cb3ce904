// Users of the tests: signed up, verified and signed in over HTTP.

import type { Act } from "./acts.ts"
import type { TestApp } from "./app.ts"
import { newestLink, tokenHashOf } from "./mailbox.ts"

export const PASSWORD = "lighthouse keeper 7"

export interface NewPerson {
  username?: string
  email?: string
  full_name?: string
  password?: string
}

export interface Person {
  user_id: string
  username: string
  email: string
  access_token: string
  refresh_token: string
  /** sends the access token and a JSON content type */
  headers: Record<string, string>
}

/** As @hono/node-server hands a request over: with the socket it came through. */
export const fromIp = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

/** Sends JSON by the method of an act. */
export const doAct = (
  site: Pick<TestApp, "app">,
  { method, path }: Act,
  body: unknown,
  headers?: Record<string, string>,
) => postJson(site, path, body, headers, undefined, method)

export const postJson = (
  { app }: Pick<TestApp, "app">,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  ip = "192.0.2.1",
  method = "POST",
): Promise<Response> =>
  Promise.resolve(
    app.request(
      path,
      {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      },
      fromIp(ip),
    ),
  )

async function answer<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${text}`)
  return JSON.parse(text) as T
}

let number = 0

/** @returns also the header by which the browser that signed up is known */
export async function signUp(
  test: TestApp,
  person: NewPerson = {},
): Promise<Required<NewPerson> & { user_id: string; browser: { cookie: string } }> {
  number += 1
  const { username = `person-${number}`, email = `${username}@example.com`, full_name = "Ada Lovelace" } = person
  const { password = PASSWORD } = person
  const body = { email, password, data: { username, full_name } }
  // Each from an address of their own: what is limited per address is not what these tests are about.
  const response = await postJson(test, "/auth/v1/signup", body, {}, `198.51.100.${number % 250}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  const { id } = await answer<{ id: string }>(response)
  return { user_id: id, username, email, full_name, password, browser: { cookie } }
}

export async function signIn(
  test: TestApp,
  email: string,
  password: string = PASSWORD,
): Promise<Omit<Person, "username" | "email">> {
  const response = await postJson(test, "/auth/v1/token?grant_type=password", { email, password })
  const { user, ...session } = await answer<{ access_token: string; refresh_token: string; user: { id: string } }>(
    response,
  )
  const headers = { authorization: `Bearer ${session.access_token}`, "content-type": "application/json" }
  return { user_id: user.id, ...session, headers }
}

/** Signs up, confirms by the emailed link and signs in. */
export async function signUpAndVerify(test: TestApp, person: NewPerson = {}): Promise<Person> {
  const made = await signUp(test, person)
  const token_hash = tokenHashOf(await newestLink(test.services, made.email))
  await answer(await postJson(test, "/auth/v1/verify", { token_hash, type: "signup" }, made.browser))
  return { username: made.username, email: made.email, ...(await signIn(test, made.email, made.password)) }
}
