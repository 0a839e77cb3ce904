// The races of accounts on every engine: what one connection hides, ten of them show.
import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { insertIdentity } from "../../src/server/features/auth/company-login/identities-store.ts"
import { frontChannelLogout } from "../../src/server/features/auth/company-login/provider-logout.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { sessions } from "../../src/server/platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import {
  countAttempts,
  forgetAttempts,
  uncountAttempts,
} from "../../src/server/platform/rate-limits/rate-limits-store.ts"
import type { TestApp } from "../support/app.ts"
import { UNREACHED_COMPANY } from "../support/company-client.ts"
import { newestLink, tokenHashOf } from "../support/mailbox.ts"
import { fromIp, PASSWORD, postJson, signIn, signUp, signUpAndVerify } from "../support/people.ts"
import { ENGINES, silent } from "./engines.ts"

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 3)
const AT_ONCE = 50
const many = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(at)))
const ipOf = (at: number) => `2001:db8:${at.toString(16)}:${Math.floor(Math.random() * 65_535).toString(16)}::1`

describe.each(ENGINES)("accounts on the $name engine", (engine) => {
  let database: OpenDatabase
  let site: TestApp
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
    const services = compose({
      config: readConfig({
        PUBLIC_ORIGIN: "http://meishi.test",
        DATA_DIR: join(tmpdir(), `meishi-accounts-${randomUUID()}`),
        SECRET: "engines!".repeat(4),
        COMPANY_LOGIN: JSON.stringify(UNREACHED_COMPANY),
      }),
      database,
      clock: () => new Date(),
      log: silent,
    })
    const app = createApp(services, { answer: () => Promise.resolve(new Response()) } as never)
    site = { app, services } as TestApp
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })

  test("one of fifty gets the username, one the address, and nothing is left of the others", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const taken = `racer-${round}`
      const answers = await many((at) => {
        const email = at % 2 === 0 ? `${taken}-${at}@example.com` : `${taken}@example.com`
        const username = at % 2 === 0 ? taken : `${taken}-${at}`
        const body = { email, password: PASSWORD, data: { username, full_name: "Ray Cer" } }
        return postJson(site, "/auth/v1/signup", body, {}, ipOf(at))
      })
      const created = answers.filter(({ status }) => status === 200)
      expect(answers.filter(({ status }) => ![200, 409, 429, 503].includes(status))).toEqual([])
      // The address is unconfirmed: the next sign-up takes it over.
      const ofNames = (await Promise.all(created.map((answer) => answer.json()))).filter(
        ({ user_metadata }) => user_metadata.username === taken,
      )
      expect(ofNames.length).toBeLessThanOrEqual(1)
      expect(created.length).toBeGreaterThan(0)
      const { rows } = await database.pool.query(
        `select (select count(*)::int from users where email like '${taken}%') as users,
          (select count(*)::int from profiles where username like '${taken}%') as profiles,
          (select count(*)::int from mail_outbox where recipient like '${taken}%') as emails`,
      )
      const left = ofNames.length + (created.length > ofNames.length ? 1 : 0)
      expect(rows[0]).toEqual({ users: left, profiles: left, emails: created.length })
    }
  })

  test("one of fifty confirms by a link", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { email, browser } = await signUp(site, { username: `link-${engine.name}-${round}` })
      const token_hash = tokenHashOf(await newestLink(site.services, email))
      const answers = await many((at) =>
        postJson(site, "/auth/v1/verify", { token_hash, type: "signup" }, browser, ipOf(at)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(AT_ONCE - 1)
    }
  })

  test("confirming, signing up again, sending again, resetting and refusing at once: one account, one password", async () => {
    for (let round = 0; round < 3 * ROUNDS; round++) {
      const { email, browser } = await signUp(site, { username: `mixed-${engine.name}-${round}` })
      const link = { token_hash: tokenHashOf(await newestLink(site.services, email)), type: "signup" }
      const again = (name: string) => ({
        email,
        password: `${PASSWORD} too`,
        data: { username: name, full_name: "Ray" },
      })
      const calls: [path: string, body: unknown][] = [
        ["verify", link],
        ["signup", again(`mixed-${engine.name}-${round}`)],
        ["resend", { type: "signup", email }],
        ["recover", { email }],
        ["verify/decline", link],
        ["signup", again(`other-${engine.name}-${round}`)],
        ["verify", link],
        ["recover", { email }],
      ]
      // Each is first once.
      const order = [...calls.slice(round % calls.length), ...calls.slice(0, round % calls.length)]
      const answers = await Promise.all(
        order.map(([path, body], at) => postJson(site, `/auth/v1/${path}`, body, browser, ipOf(at))),
      )
      expect(answers.map(({ status }) => status).filter((status) => ![200, 403, 409, 429].includes(status))).toEqual([])
      const { rows } = await database.pool.query(
        "select email_confirmed_at is not null as confirmed from users where email = $1",
        [email],
      )
      expect(rows.length).toBeLessThanOrEqual(1)
      const entered = async (password: string) =>
        (await postJson(site, "/auth/v1/token?grant_type=password", { email, password }, {}, ipOf(round))).status
      // Confirmed for the holder of the link, or not at all.
      if (rows[0]?.confirmed) expect([await entered(PASSWORD), await entered(`${PASSWORD} too`)]).toEqual([200, 400])
      else expect([await entered(PASSWORD), await entered(`${PASSWORD} too`)]).toEqual([400, 400])
    }
  })

  test("of the sessions of one reset link exactly one sets the password", async () => {
    const { email, user_id } = await signUpAndVerify(site, { username: `reset-${engine.name}` })
    await postJson(site, "/auth/v1/recover", { email })
    const { pathname, search } = new URL(await newestLink(site.services, email))
    const follow = async (at: number) => {
      const { headers } = await site.app.request(pathname + search, {}, fromIp(ipOf(at)))
      return new URL(headers.get("location") ?? "").searchParams.get("access_token")
    }
    const tokens = await Promise.all([1, 2, 3, 4, 5].map(follow))
    // All of them stop where they need the account, and go on at once.
    const client = await database.pool.connect()
    await client.query("begin")
    await client.query("select 1 from users where id = $1 for update", [user_id])
    const answers = tokens.map(async (token, at) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
      const body = JSON.stringify({ password: `a quieter harbour ${at}` })
      return (await site.app.request("/auth/v1/user", { method: "PUT", headers, body }, fromIp(ipOf(at)))).status
    })
    const waiting = async () =>
      (
        await client.query(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rows[0].n as number
    if (engine.name === "embedded") await pause(500)
    else await expect.poll(waiting, { interval: 20 }).toBe(tokens.length)
    await client.query("commit")
    client.release()
    expect((await Promise.all(answers)).sort()).toEqual([200, 403, 403, 403, 403])
  })

  test.each(["global", "others"])(
    "signing out (%s) holds no session while a change of the account is under way",
    async (scope) => {
      const person = await signUpAndVerify(site)
      const { headers } = await signIn(site, person.email)
      const ended = await duringChange(person.user_id, () =>
        postJson(site, `/auth/v1/logout?scope=${scope}`, {}, headers),
      )
      expect(ended).toEqual([1, 204])
    },
  )

  test("signing out at a company's login holds no session while a change of the account is under way", async () => {
    const person = await signUpAndVerify(site)
    await signIn(site, person.email)
    const login = {
      provider: UNREACHED_COMPANY.id,
      issuer: UNREACHED_COMPANY.issuer,
      subject: randomUUID(),
      email: person.email,
    }
    const row = {
      id: randomUUID(),
      user_id: person.user_id,
      ...login,
      created_at: new Date(),
      last_used_at: new Date(),
    }
    await insertIdentity(database.db, row)
    const sid = randomUUID()
    const opened = "update sessions set opened_by = 'company', identity_id = $2, provider_sid = $3 where user_id = $1"
    await database.pool.query(opened, [person.user_id, row.id, sid])
    const { auth } = site.services
    const ended = await duringChange(person.user_id, () =>
      frontChannelLogout(auth, UNREACHED_COMPANY.issuer, sid, "192.0.2.1"),
    )
    expect(ended).toEqual([1, undefined])
    expect(await database.db.$count(sessions, eq(sessions.user_id, person.user_id))).toBe(0)
  })

  /** @returns how many sessions were free meanwhile, and the answer's status */
  async function duringChange(userId: string, signOut: () => Promise<unknown>) {
    const client = await database.pool.connect()
    await client.query("begin")
    // As a new password does: the account, then the session in which it was asked for, then the end of the others.
    await client.query("select 1 from users where id = $1 for no key update", [userId])
    const own = "select id from sessions where user_id = $1 order by created_at desc limit 1 for share"
    const kept = (await client.query(own, [userId])).rows[0].id
    const signingOut = signOut()
    await pause(300)
    const others = "select 1 from sessions where user_id = $1 and id <> $2 for update skip locked"
    const { rows } = await client.query(others, [userId, kept])
    await client.query("commit")
    client.release()
    const answer = await signingOut
    return [rows.length, answer instanceof Response ? answer.status : undefined]
  }

  test("fifty refreshes at once get one and the same successor", async () => {
    const person = await signUpAndVerify(site, { username: `refresh-${engine.name}` })
    let { refresh_token } = person
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await many(() => postJson(site, "/auth/v1/token?grant_type=refresh_token", { refresh_token }))
      const tokens = await Promise.all(answers.map(async (answer) => (await answer.json()).refresh_token as string))
      expect(new Set(tokens).size).toBe(1)
      expect(tokens[0]).not.toBe(refresh_token)
      refresh_token = tokens[0] ?? ""
    }
  })

  test("a limit of ten for one network lets ten of fifty through, one of forty for all networks forty of fifty", async () => {
    const kinds: [max: number, ip: (at: number) => string][] = [
      [10, () => "192.0.2.77"],
      [40, ipOf],
    ]
    for (const [max, ip] of kinds)
      for (let round = 0; round < ROUNDS; round++) {
        const before = site.services.auth.passwords.computed()
        const answers = await many((at) => {
          const body = { email: `limit-${max}-${round}@example.com`, password: "wrong" }
          return postJson(site, "/auth/v1/token?grant_type=password", body, {}, ip(at))
        })
        expect(answers.filter(({ status }) => status === 400)).toHaveLength(max)
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - max)
        expect(site.services.auth.passwords.computed() - before).toBe(max)
      }
  })

  test("processes that count the same keys in any order never wait for each other, and count exactly", async () => {
    const now = new Date()
    const keys = Array.from({ length: 8 }, (_, at) => `order-${at}`)
    const attempts = keys.map((key) => ({ key, max: 30, windowS: 300 }))
    for (let round = 0; round < ROUNDS; round++) {
      await forgetAttempts(database.db, keys)
      const counted = await many((at) => {
        const turned = [...attempts.slice(at % 8), ...attempts.slice(0, at % 8)]
        return countAttempts(database.db, at % 2 === 0 ? turned : turned.reverse(), now)
      })
      expect(counted.filter((full) => full.length === 0)).toHaveLength(30)
      await Promise.all([
        ...Array.from({ length: 20 }, (_, at) => uncountAttempts(database.db, at % 2 === 0 ? keys : keys.toReversed())),
        ...Array.from({ length: 20 }, () => countAttempts(database.db, attempts, now)),
      ])
    }
  })

  test("when one key is full, none is counted", async () => {
    const now = new Date()
    const [narrow, wide] = [
      { key: "narrow", max: 2, windowS: 300 },
      { key: "wide", max: 10, windowS: 300 },
    ]
    for (let n = 0; n < 20; n++) await countAttempts(database.db, [wide, narrow], now)
    expect((await countAttempts(database.db, [narrow, wide], now)).map(({ key }) => key)).toEqual(["narrow"])
    const { rows } = await database.pool.query("select count from rate_limits where key = 'wide'")
    expect(rows).toEqual([{ count: 2 }])
  })
})
