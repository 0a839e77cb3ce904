// The races of signing in by passkey on every engine: one statement stores a sign-in on a known device, and all of it or nothing.
import { randomUUID } from "node:crypto"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { endAccess } from "../../src/server/features/auth/session/sessions.ts"
import { lockUser } from "../../src/server/features/auth/users-store.ts"
import { known_devices, passkeys, users } from "../../src/server/platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import type { Queries } from "../../src/server/platform/db/queries.ts"
import type { TestApp } from "../support/app.ts"
import { authClient, type TestClient } from "../support/auth-client.ts"
import { instanceOn } from "../support/full-instance.ts"
import { emailsTo } from "../support/mailbox.ts"
import { passkeyDevice, type Twist } from "../support/passkey-device.ts"
import { addPasskey, beginPasskey, codeOf, postJsonBy } from "../support/passkey-people.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { ENGINES } from "./engines.ts"

// Fewer than the failures that a network has.
const AT_ONCE = 20
const REFUSED = "webauthn_verification_failed"
const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, work))
let people = 0

describe.each(ENGINES)("signing in by passkey on the $name engine", (engine) => {
  let database: OpenDatabase
  let site: TestApp
  const DATA_DIR = join(tmpdir(), `meishi-passkey-sign-in-${randomUUID()}`)
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
    site = instanceOn(database, DATA_DIR)
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  })

  /** With a passkey that counts its uses, and a browser that the account knows. The account is some days old. */
  async function owner() {
    people += 1
    const { email, user_id } = await signUpAndVerify(site)
    const browser = authClient(site, { ip: `192.0.2.${people}` })
    await browser.client.signInWithPassword({ email, password: PASSWORD })
    const device = passkeyDevice({ counted: true })
    expect((await addPasskey(browser.client, device)).error).toBeNull()
    await database.pool.query("update users set created_at = now() - interval '9 days' where id = $1", [user_id])
    return { email, user_id, browser, device, ip: `192.0.2.${people}` }
  }
  type Owner = Awaited<ReturnType<typeof owner>>

  async function answer({ device }: Owner, browser: TestClient, twist: Twist = {}) {
    const { challengeId, options } = await beginPasskey(browser.client)
    return { challenge_id: challengeId, credential: device.get(options, twist) }
  }
  const send = (browser: TestClient, body: object) =>
    codeOf(postJsonBy(browser, "/auth/v1/passkeys/authentication/verify", body))

  /** What sign-ins leave behind. */
  async function stored({ user_id, email }: Owner) {
    const { rows } = await database.pool.query(
      `select
        (select count(*)::int from sessions where user_id = $1) as sessions,
        (select count(*)::int from security_events where user_id = $1 and event = 'signed_in_with_passkey') as events,
        (select array_agg(device_hash order by device_hash) from known_devices where user_id = $1) as devices,
        (select array_agg(counter) from passkeys where user_id = $1) as counters,
        (select last_sign_in_at from users where id = $1)`,
      [user_id],
    )
    const notices = (await emailsTo(site.services, email)).filter(({ subject }) => subject.startsWith("New sign-in"))
    return { ...rows[0], notices: notices.length }
  }

  test("asks the database twice on a device that the account knows, and leaves what every sign-in does", async () => {
    const person = await owner()
    const before = await stored(person)
    const body = await answer(person, person.browser)
    const [single, transaction] = [vi.spyOn(database.pool, "query"), vi.spyOn(database.db, "transaction")]
    expect(await send(person.browser, body)).toBe("ok")
    expect([single.mock.calls.length, transaction.mock.calls.length]).toEqual([2, 0])
    vi.restoreAllMocks()
    const after = await stored(person)
    expect(after).toMatchObject({ sessions: before.sessions + 1, events: 1, counters: ["2"], notices: 0 })
    expect(after.last_sign_in_at > before.last_sign_in_at).toBe(true)
    // One value took the place of another.
    expect(after.devices).toHaveLength(before.devices.length)
    expect(after.devices).not.toEqual(before.devices)
  })

  test("tells the owner of a new browser once, and not of a program that has signed in under its name", async () => {
    const person = await owner()
    const signInOn = async (other: TestClient) => {
      for (let n = 0; n < 2; n++) expect(await send(other, await answer(person, other))).toBe("ok")
      return (await stored(person)).notices
    }
    expect(await signInOn(authClient(site, { ip: person.ip }))).toBe(1)
    expect(await signInOn(authClient(site, { browser: false, ip: person.ip }))).toBe(1)
  })

  test("of twenty at once with one answer one signs in, and the others leave nothing", async () => {
    const person = await owner()
    const before = await stored(person)
    const body = await answer(person, person.browser)
    const codes = await many(() => send(person.browser, body))
    expect(codes.filter((code) => code === "ok")).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(["ok", "webauthn_challenge_expired"]))
    expect(await stored(person)).toMatchObject({ sessions: before.sessions + 1, events: 1, notices: 0 })
  })

  test("of twenty at once with one count of the passkey one signs in, and the others leave nothing", async () => {
    const person = await owner()
    const before = await stored(person)
    const bodies: object[] = []
    while (bodies.length < AT_ONCE) bodies.push(await answer(person, person.browser, { counter: 9 }))
    const codes = await Promise.all(bodies.map((body) => send(person.browser, body)))
    expect(codes.filter((code) => code === "ok")).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(["ok", REFUSED]))
    const after = await stored(person)
    expect(after).toMatchObject({ sessions: before.sessions + 1, events: 1, counters: ["9"] })
    expect(after.devices).toHaveLength(before.devices.length)
  })

  // The embedded engine does one thing after the other.
  describe.skipIf(engine.name === "embedded")("while the account is locked", () => {
    /** @param change in the transaction that a sign-in of this person waits for */
    async function signInBehind(person: Owner, change: (tx: Queries) => Promise<unknown>) {
      const body = await answer(person, person.browser)
      let waiting: Promise<string> | undefined
      await database.db.transaction(async (tx) => {
        await lockUser(tx, person.user_id)
        waiting = send(person.browser, body)
        await isWaiting()
        await change(tx)
      })
      return waiting
    }
    async function isWaiting(): Promise<void> {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      while ((await database.pool.query(waiting)).rowCount === 0) await pause(10)
    }

    test("a passkey that is removed meanwhile signs no one in, and nothing is stored", async () => {
      const person = await owner()
      const before = await stored(person)
      expect(await signInBehind(person, (tx) => tx.delete(passkeys))).toBe(REFUSED)
      expect(await stored(person)).toEqual({ ...before, counters: null })
    })

    test("neither does one whose account is deleted meanwhile", async () => {
      const person = await owner()
      expect(await signInBehind(person, (tx) => tx.delete(users))).toBe(REFUSED)
      expect(await stored(person)).toMatchObject({ sessions: 0, events: 0, devices: null })
    })

    test("neither does one that a copy has used meanwhile", async () => {
      const person = await owner()
      const before = await stored(person)
      expect(await signInBehind(person, (tx) => tx.update(passkeys).set({ counter: 99 }))).toBe(REFUSED)
      expect(await stored(person)).toEqual({ ...before, counters: ["99"] })
    })

    test("a device that is forgotten meanwhile is a new one: the owner is told", async () => {
      const person = await owner()
      const elsewhere = { user_id: person.user_id, device_hash: "of another browser", created_at: new Date() }
      const forget = async (tx: Queries) => {
        await tx.delete(known_devices)
        await tx.insert(known_devices).values(elsewhere)
      }
      expect(await signInBehind(person, forget)).toBe("ok")
      expect(await stored(person)).toMatchObject({ events: 1, notices: 1 })
    })

    test("the end of all sessions ends those from before", async () => {
      const person = await owner()
      expect(await signInBehind(person, (tx) => endAccess(tx, person.user_id))).toBe("ok")
      expect(await stored(person)).toMatchObject({ sessions: 1, events: 1, counters: ["2"] })
    })
  })
})
