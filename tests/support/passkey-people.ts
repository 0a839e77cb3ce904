// What people do with passkeys, through the official client and an authenticator in software.
import type { TestClient } from "./auth-client.ts"
import type { PasskeyDevice, Twist } from "./passkey-device.ts"

type Client = TestClient["client"]

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
