// Passkeys through the official client, unmodified, and an authenticator in software.
import { eq } from "drizzle-orm"
import { strFromU8, unzipSync } from "fflate"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient, type TestClient } from "../../../../../tests/support/auth-client.ts"
import {
  ask,
  member,
  nextCode,
  pass,
  protectedMember,
  signedIn,
  tokenOf,
} from "../../../../../tests/support/factor-people.ts"
import { emailsTo } from "../../../../../tests/support/mailbox.ts"
import { type PasskeyDevice, passkeyDevice, type Twist } from "../../../../../tests/support/passkey-device.ts"
import { addPasskey, signInWithPasskey } from "../../../../../tests/support/passkey-people.ts"
import { signIn } from "../../../../../tests/support/people.ts"
import { passkeys, sessions, user_roles, users } from "../../../platform/db/auth-schema.ts"

type Client = TestClient["client"]

const DAY_MS = 24 * 3_600_000

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
  pass(site, 60_000)
})
afterEach(() => {
  vi.useRealTimers()
})

async function holder(username: string, device = passkeyDevice()) {
  const person = await member(site, username)
  const added = await addPasskey(person.client, device)
  expect(added.error).toBeNull()
  return { ...person, device, passkeyId: added.data?.id ?? "" }
}

const claimsOf = async (client: Client) => (await client.getClaims()).data?.claims

test("a passkey is added, listed, renamed, signs in as two factors at once, and is removed", async () => {
  const { client, email, device, passkeyId } = await holder("touch")
  expect((await client.passkey.list()).data).toEqual([
    {
      id: passkeyId,
      friendly_name: "Unknown device",
      created_at: site.services.clock().toISOString(),
      rp_id: "meishi.test",
    },
  ])
  const renamed = await client.passkey.update({ passkeyId, friendlyName: "  My\n\u202ephone " })
  expect(renamed.data?.friendly_name).toBe("My phone")
  for (const friendlyName of [" ", "\u200b", "\u00ad\u2060"])
    expect((await client.passkey.update({ passkeyId, friendlyName })).error?.code).toBe("validation_failed")

  pass(site, 3_600_000)
  const other = authClient(site)
  const { data, error } = await signInWithPasskey(other.client, device)
  expect(error).toBeNull()
  expect([data?.user?.email, other.events.at(-1)]).toEqual([email, "SIGNED_IN"])
  expect(await claimsOf(other.client)).toMatchObject({ aal: "aal2", amr: [{ method: "passkey" }] })
  expect((await other.client.passkey.list()).data?.[0]?.last_used_at).toBe(site.services.clock().toISOString())
  expect(other.cookies.has("meishi-binding")).toBe(true)
  expect((await other.client.refreshSession()).error).toBeNull()
  expect((await claimsOf(other.client))?.aal).toBe("aal2")

  expect((await other.client.passkey.delete({ passkeyId })).error).toBeNull()
  expect((await other.client.passkey.list()).data).toEqual([])
  expect((await signInWithPasskey(authClient(site).client, device)).error?.code).toBe("webauthn_verification_failed")
  const subjects = (await emailsTo(site.services, email)).map(({ subject }) => subject)
  expect(subjects).toContain("A passkey was added to your Meishi account")
  expect(subjects).toContain("A passkey was removed from your Meishi account")
  const { events } = await (await ask(site, other.client, "GET", "/api/account/security-events")).json()
  expect(events.slice(0, 3).map(({ event }: { event: string }) => event)).toEqual([
    "passkey_removed",
    "signed_in_with_passkey",
    "passkey_added",
  ])
})

test("adding and removing one need a proof of the last minutes, and a passkey is one", async () => {
  const { client, device, fetch, passkeyId } = await holder("proof")
  const confirm = async (by: PasskeyDevice, asker = client) => {
    const { data } = await asker.passkey.startAuthentication()
    if (data === null) throw new Error("no challenge")
    const body = { challenge_id: data.challenge_id, credential: by.get(data.options) }
    return fetch(`${ORIGIN}/auth/v1/passkeys/identity-proof`, {
      method: "POST",
      headers: { authorization: `Bearer ${await tokenOf(client)}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  }
  const stranger = await holder("proof-stranger")
  pass(site, 301_000)
  const refused = await ask(site, client, "POST", "/auth/v1/passkeys/registration/options", {})
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: "reauthentication_needed", methods: ["passkey", "password"] },
  ])
  expect((await client.passkey.delete({ passkeyId })).error?.code).toBe("reauthentication_needed")
  // Another person's passkey proves nothing about this one, nor does a challenge of another browser.
  expect((await confirm(stranger.device)).status).toBe(400)
  expect((await confirm(device, stranger.client)).status).toBe(400)
  expect((await addPasskey(client, passkeyDevice())).error?.code).toBe("reauthentication_needed")
  expect((await confirm(device)).status).toBe(200)
  expect((await addPasskey(client, passkeyDevice())).error).toBeNull()
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull()
})

test("a person with a second factor adds one only after its code, and then needs no code to sign in", async () => {
  const { client, email, secret, factorId } = await protectedMember(site, "both")
  const half = await signedIn(site, email)
  expect((await half.client.passkey.startRegistration()).error?.code).toBe("insufficient_aal")
  expect((await half.client.passkey.list()).error?.code).toBe("insufficient_aal")
  const device = passkeyDevice()
  expect((await addPasskey(client, device)).error).toBeNull()
  const other = authClient(site)
  expect((await signInWithPasskey(other.client, device)).error).toBeNull()
  expect((await claimsOf(other.client))?.aal).toBe("aal2")
  expect((await ask(site, other.client, "GET", "/api/account/sessions")).status).toBe(200)
  // Removing the app keeps what the passkey has shown, and recovery codes without an app are useless.
  pass(site, 301_000)
  await client.mfa.challengeAndVerify({ factorId, code: nextCode(site, secret) })
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  await other.client.refreshSession()
  expect(await claimsOf(other.client)).toMatchObject({ aal: "aal2", amr: [{ method: "passkey" }] })
  expect((await ask(site, other.client, "POST", "/api/account/recovery-codes", {})).status).toBe(404)
})

test("a security key whose counter goes back is refused as a copy, and its owner is told once", async () => {
  const device = passkeyDevice({ counted: true })
  const { email } = await holder("copied", device)
  const use = async (twist: Twist = {}) => (await signInWithPasskey(authClient(site).client, device, twist)).error?.code
  expect(await use()).toBeUndefined()
  expect(await use({ counter: 7 })).toBeUndefined()
  for (const counter of [7, 3, 0]) expect(await use({ counter })).toBe("webauthn_verification_failed")
  expect(await use({ counter: 8 })).toBeUndefined()
  const subjects = (await emailsTo(site.services, email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes("copied"))).toHaveLength(1)
  expect(site.logged.filter(({ event }) => event === "auth.passkey_copied")).toHaveLength(3)
})

test("an account that is deactivated signs in as with its password; one that is gone does not", async () => {
  const { client, user_id, device } = await holder("leaving")
  expect((await ask(site, client, "POST", "/api/functions/delete-user-account", { user_id })).status).toBe(200)
  const { client: back } = authClient(site)
  expect((await signInWithPasskey(back, device)).error).toBeNull()
  expect((await (await ask(site, back, "GET", "/api/me")).json()).account).toBe("deactivated")
  expect((await back.passkey.list()).error?.code).toBe("account_deactivated")
  expect((await back.passkey.startRegistration()).error?.code).toBe("account_deactivated")
  pass(site, 31 * DAY_MS)
  expect((await signInWithPasskey(authClient(site).client, device)).error?.code).toBe("webauthn_verification_failed")
})

test("an administrator who signed in with a passkey needs no other second factor; with the password alone one is due", async () => {
  const { email, user_id, device } = await holder("passkey-admin")
  await site.services.database.db.insert(user_roles).values({ user_id, role: "admin" })
  const list = async (client: Client) => (await ask(site, client, "GET", "/api/admin/users")).status
  expect(await list((await signedIn(site, email)).client)).toBe(200)
  pass(site, 8 * DAY_MS)
  expect(await list((await signedIn(site, email)).client)).toBe(403)
  const { client } = authClient(site)
  await signInWithPasskey(client, device)
  expect(await list(client)).toBe(200)
})

test("an administrator's passkey session is refused at once when the last passkey is removed, and lasts", async () => {
  const { email, user_id, client: first, device, passkeyId } = await holder("passkey-gone")
  await site.services.database.db.insert(user_roles).values({ user_id, role: "admin" })
  const other = await addPasskey(first, passkeyDevice())
  const list = async (client: Client) => (await ask(site, client, "GET", "/api/admin/users")).status
  expect(await list(first)).toBe(200)
  pass(site, 8 * DAY_MS)
  const { client } = authClient(site)
  await signInWithPasskey(client, device)
  expect((await client.passkey.delete({ passkeyId: other.data?.id ?? "" })).error).toBeNull()
  expect(await list(client)).toBe(200)
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull()
  expect(await list(client)).toBe(403)
  expect((await client.refreshSession()).error).toBeNull()
  expect([await list(client), (await claimsOf(client))?.aal]).toEqual([403, "aal1"])
  expect((await client.getUser()).data.user?.email).toBe(email)
})

test("so it is when the passkey is removed first, and the last factor after it", async () => {
  const { client: first, email, user_id, factorId } = await protectedMember(site, "factor-gone")
  await site.services.database.db.insert(user_roles).values({ user_id, role: "admin" })
  const device = passkeyDevice()
  const passkeyId = (await addPasskey(first, device)).data?.id ?? ""
  const list = async (client: Client) => (await ask(site, client, "GET", "/api/admin/users")).status
  expect(await list(first)).toBe(200)
  pass(site, 8 * DAY_MS)
  const { client } = authClient(site)
  await signInWithPasskey(client, device)
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull()
  expect(await list(client)).toBe(200)
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  expect(await list(client)).toBe(403)
  expect((await client.getUser()).data.user?.email).toBe(email)
})

test("sessions of passwords and of passkeys are fifty together while there is no second factor", async () => {
  const { email, user_id, device } = await holder("fifty")
  const { db } = site.services.database
  const count = () => db.$count(sessions, eq(sessions.user_id, user_id))
  for (let n = 0; n < 50; n++) {
    pass(site, 1000)
    await signIn(site, email)
  }
  expect(await count()).toBe(50)
  const browser = authClient(site)
  // First on a new device, then on a known one.
  for (let n = 0; n < 3; n++) {
    pass(site, 1000)
    expect((await signInWithPasskey(browser.client, device)).error).toBeNull()
    expect(await count()).toBe(50)
  }
  pass(site, 1000)
  await signIn(site, email)
  expect(await count()).toBe(50)
  expect((await browser.client.getUser()).error).toBeNull()
})

test("the data of an account names its passkeys, and deleting the account deletes them", async () => {
  const { client, user_id } = await holder("exported")
  const zip = unzipSync(new Uint8Array(await (await ask(site, client, "GET", "/api/account/export")).arrayBuffer()))
  const { passkeys: named } = JSON.parse(strFromU8(zip["account.json"] ?? new Uint8Array()))
  expect(named).toEqual([
    { name: "Unknown device", created_at: expect.any(String), last_used_at: null, made_for: "meishi.test" },
  ])
  const { db } = site.services.database
  await db.delete(users).where(eq(users.id, user_id))
  expect(await db.select().from(passkeys).where(eq(passkeys.user_id, user_id))).toEqual([])
})

test("passkeys made for another host are named in the list, and the operator's log counts them", async () => {
  const { client, user_id } = await holder("moved")
  const { auth, database } = site.services
  await auth.sweep()
  expect(site.logged.filter(({ event }) => event === "auth.passkeys_of_another_host")).toEqual([])
  await database.db.update(passkeys).set({ rp_id: "old.example.org" }).where(eq(passkeys.user_id, user_id))
  await auth.sweep()
  const warning = { level: "warn", event: "auth.passkeys_of_another_host", passkeys: 1, host: "meishi.test" }
  expect(site.logged.at(-1)).toMatchObject(warning)
  expect((await client.passkey.list()).data).toMatchObject([{ rp_id: "old.example.org" }])
  // It stands for nothing here: neither for the password, nor as a proof.
  expect(await (await ask(site, client, "GET", "/api/me")).json()).toMatchObject({ has_passkey: false })
  pass(site, 6 * 60_000)
  const refused = await (await ask(site, client, "DELETE", "/api/account/password")).json()
  expect(refused.error).toMatchObject({ code: "reauthentication_needed", methods: ["password"] })
})
