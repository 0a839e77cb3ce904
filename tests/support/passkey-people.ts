// What people do with passkeys, through the official client and an authenticator in software.
import type { TestClient } from "./auth-client.ts"
import type { PasskeyDevice, Twist } from "./passkey-device.ts"

type Client = TestClient["client"]

/** As `fetch` of a client, with JSON. */
export const postJsonBy = ({ fetch }: Pick<TestClient, "fetch">, path: string, body: unknown, token = "") =>
  fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

export interface Newcomer {
  email: string
  username: string
}

let number = 0
/** With an address and a username that no one has. */
export const newcomer = (): Newcomer => {
  number += 1
  return { email: `touched-${number}@example.com`, username: `touched-${number}` }
}

/** "ok", or the code of the refusal. */
export async function codeOf(answer: Response | Promise<Response>): Promise<string> {
  const response = await answer
  const body = await response.json().catch(() => ({}))
  return response.ok ? "ok" : (body.code ?? body.error?.code)
}

const formOf = ({ email, username }: Newcomer) => ({ email, data: { username, full_name: "Sasha Doe" } })

/** What the authenticator is asked for. */
export const beginSignUp = (browser: TestClient, newcomer: Newcomer) =>
  postJsonBy(browser, "/auth/v1/passkeys/sign-up/options", formOf(newcomer))

/** @param other what the browser sends otherwise than it should */
export async function signUpWithPasskey(
  browser: TestClient,
  newcomer: Newcomer,
  device: PasskeyDevice,
  { twist = {}, other = {} }: { twist?: Twist; other?: object } = {},
) {
  const begun = await beginSignUp(browser, newcomer)
  if (!begun.ok) return begun
  const { challenge_id, options } = await begun.json()
  const body = { ...formOf(newcomer), challenge_id, credential: device.create(options, twist), ...other }
  return postJsonBy(browser, "/auth/v1/passkeys/sign-up/verify", body)
}

/** The link of an email and a passkey, instead of a password. */
export async function confirmByPasskey(browser: TestClient, link: object, device: PasskeyDevice, twist: Twist = {}) {
  const { challengeId, options } = await beginPasskey(browser.client)
  const answer = { challenge_id: challengeId, credential: device.get(options, twist) }
  return postJsonBy(browser, "/auth/v1/passkeys/email-confirmation", { ...link, ...answer })
}

export async function addPasskey(client: Client, device: PasskeyDevice, twist: Twist = {}) {
  const { data, error } = await client.passkey.startRegistration()
  if (error !== null) return { data: null, error }
  const credential = device.create(data.options, twist)
  return client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential })
}

export async function beginPasskey(client: Client) {
  const { data, error } = await client.passkey.startAuthentication()
  if (error !== null) throw error
  return { challengeId: data.challenge_id, options: data.options }
}

export async function signInWithPasskey(client: Client, device: PasskeyDevice, twist: Twist = {}) {
  const { challengeId, options } = await beginPasskey(client)
  return client.passkey.verifyAuthentication({ challengeId, credential: device.get(options, twist) })
}
