// Visits as a browser tells them, and insights as their owner reads them. The clock stands at noon, 1 May 2026, UTC.
import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { fromIp, type Person, postJson, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import type { Insights } from "../../../api/insights.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { COUNTED } from "../../../domain/insights/insights.ts"
import { VISITS_WAITING_MAX } from "../../../domain/limits.ts"
import { addDays, DAY_MS } from "../../../domain/time.ts"
import { readConfig } from "../../platform/config/config.ts"
import { card_taps, profile_days, profiles } from "../../platform/db/schema.ts"

/** More than one writing takes. */
const PROFILES = 12_000

const PHONE = { "user-agent": "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1" }

let site: TestApp
let mika: Person
let ren: Person
let ip = 0

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika" })
  ren = await signUpAndVerify(site, { username: "ren" })
})
afterAll(() => site.close())
beforeEach(async () => {
  await db().delete(profile_days)
  await db().delete(card_taps)
})

const db = () => site.services.database.db
const nextIp = () => {
  ip += 1
  return `198.51.100.${ip}`
}
const tell = (body: unknown, headers: Record<string, string> = {}, from = nextIp()) =>
  postJson(site, "/api/visits", body, { ...PHONE, ...headers }, from)
const contact = (path: string, init: RequestInit = {}) =>
  site.app.request(path, { headers: PHONE, ...init }, fromIp(nextIp()))
const rows = async () => {
  await site.services.insights.flush()
  return db().select().from(profile_days)
}
const read = async ({ headers }: Pick<Person, "headers">, query = "") =>
  (await (await site.app.request(`/api/insights${query}`, { headers })).json()) as Insights

describe("a visit", () => {
  test("adds one to its day, and the answer is empty and sets nothing", async () => {
    const answer = await tell({ profile: mika.user_id, did: "view" })
    expect([answer.status, await answer.text(), answer.headers.get("set-cookie")]).toEqual([204, "", null])
    for (const did of ["view", "save", "view"]) await tell({ profile: mika.user_id.toUpperCase(), did })
    expect(await rows()).toEqual([{ profile_id: mika.user_id, day: "2026-05-01", views: 3, saves: 1 }])
    await tell({ profile: mika.user_id, did: "view" })
    expect(await rows()).toMatchObject([{ views: 4, saves: 1 }])
  })

  test("costs no write: many are one statement, seconds later", async () => {
    let statements = 0
    const { pool } = site.services.database
    const query = pool.query.bind(pool) as (...args: never[]) => unknown
    pool.query = ((...args: never[]) => {
      statements += 1
      return query(...args)
    }) as typeof pool.query
    try {
      for (let n = 0; n < 50; n += 1) await tell({ profile: n % 2 ? mika.user_id : ren.user_id, did: "view" })
      expect(statements).toBe(0)
      await site.services.insights.flush()
      expect(statements).toBe(1)
    } finally {
      Object.assign(pool, { query })
    }
    expect((await rows()).map(({ views }) => views)).toEqual([25, 25])
  })

  test("counts for public profiles only", async () => {
    const unconfirmed = await signUp(site)
    const hidden = await signUpAndVerify(site)
    const deactivated = await signUpAndVerify(site)
    const now = site.services.clock()
    await db().update(profiles).set({ hidden_at: now }).where(eq(profiles.id, hidden.user_id))
    await db().update(profiles).set({ deleted_at: now }).where(eq(profiles.id, deactivated.user_id))
    for (const { user_id } of [unconfirmed, hidden, deactivated, { user_id: crypto.randomUUID() }])
      expect((await tell({ profile: user_id, did: "view" })).status).toBe(204)
    await tell({ profile: mika.user_id, did: "view" })
    expect(await rows()).toMatchObject([{ profile_id: mika.user_id, views: 1 }])
  })

  test("is not a robot, a preview, or a program", async () => {
    for (const agent of ["Googlebot/2.1", "curl/8.9", "", "Mozilla/5.0 HeadlessChrome/140.0"])
      expect((await tell({ profile: mika.user_id, did: "view" }, { "user-agent": agent })).status).toBe(204)
    expect(await rows()).toEqual([])
  })

  test("comes from our own pages, as JSON, about a profile", async () => {
    const visit = { profile: mika.user_id, did: "view" }
    const far = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    expect((await tell(visit, far)).status).toBe(403)
    expect((await tell(visit, { "content-type": "text/plain" })).status).toBe(415)
    for (const body of [
      null,
      [],
      {},
      { ...visit, did: "tap" },
      { ...visit, profile: "mika" },
      { ...visit, profile: 7 },
    ])
      expect((await tell(body)).status).toBe(422)
    expect(await rows()).toEqual([])
  })

  test("is limited for one address, and not for others", async () => {
    const statuses: number[] = []
    for (let n = 0; n < BUDGET.visitPerIp.max + 3; n += 1)
      statuses.push((await tell({ profile: mika.user_id, did: "view" }, {}, "2001:db8::1")).status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(BUDGET.visitPerIp.max)
    const refused = await tell({ profile: mika.user_id, did: "view" }, {}, "2001:db8::2")
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
    await tell({ profile: mika.user_id, did: "view" })
    expect(await rows()).toMatchObject([{ views: BUDGET.visitPerIp.max + 1 }])
    site.advance(BUDGET.visitPerIp.windowS * 1000)
    expect((await tell({ profile: mika.user_id, did: "view" }, {}, "2001:db8::1")).status).toBe(204)
    await site.services.insights.flush()
  })

  test("is counted however many profiles are visited within the same seconds", async () => {
    const own = await testApp()
    const { user_id } = await signUpAndVerify(own)
    const { clock, database, insights } = own.services
    const { rows: made } = await database.db.execute<{ id: string }>(sql`
      insert into profiles (id, owner_id, username, created_at, updated_at)
      select gen_random_uuid(), ${user_id}, 'crowd-' || n, now(), now() from generate_series(1, ${PROFILES}) as n returning id`)
    // As in its housekeeping: all of one owner, which no account has, they are all read for each while the engine counts on none.
    await database.db.execute(sql`analyze profiles`)
    for (const { id } of made) insights.count(id, "view", clock())
    await insights.flush()
    const counted = sql`select sum(views)::int as views from profile_days`
    expect((await database.db.execute(counted)).rows).toEqual([{ views: PROFILES }])
    await own.close()
  })

  test("that cannot be written stays counted, and a flood of made-up profiles stays bounded, which is logged", async () => {
    const { insights, clock, database } = site.services
    const real = database.db.execute.bind(database.db)
    Object.assign(database.db, { execute: () => Promise.reject(new Error("no disk")) })
    insights.count(mika.user_id, "view", clock())
    await insights.flush()
    for (let n = 0; n < VISITS_WAITING_MAX + 50; n += 1) insights.count(crypto.randomUUID(), "view", clock())
    insights.count(mika.user_id, "view", clock())
    await insights.flush()
    Object.assign(database.db, { execute: real })
    expect(site.logged.find(({ event }) => event === "visits.late")).toMatchObject({ level: "warn" })
    expect(site.logged.find(({ event }) => event === "visits.lost")).toMatchObject({ level: "warn", visits: 51 })
    expect(await rows()).toMatchObject([{ profile_id: mika.user_id, views: 2 }])
  })
})

describe("the contact card's own address", () => {
  test("is a saved contact, unless the page has counted it", async () => {
    expect((await contact("/mika.vcf")).status).toBe(200)
    expect((await contact(`/mika.vcf${COUNTED}`)).status).toBe(200)
    expect(await rows()).toMatchObject([{ profile_id: mika.user_id, views: 0, saves: 1 }])
  })

  test("is not counted for programs and previews, or without a profile", async () => {
    await contact("/mika.vcf", { method: "HEAD" })
    await contact("/mika.vcf", { headers: { ...PHONE, "sec-fetch-mode": "cors" } })
    await contact("/mika.vcf", { headers: { "user-agent": "Slackbot 1.0" } })
    await contact("/nobody.vcf")
    expect(await rows()).toEqual([])
  })
})

describe("insights", () => {
  const tap = (daysAgo: number, card_id: string | null, city = "", { user_id }: Person = mika) => ({
    card_id,
    profile_id: user_id,
    tapped_at: new Date(site.services.clock().getTime() - daysAgo * DAY_MS),
    city,
    state: city && "State",
    country: city && "PT",
  })
  const day = (ago: number) => new Date(site.services.clock().getTime() - ago * DAY_MS).toISOString().slice(0, 10)

  test("of a profile without visits are days of zeros", async () => {
    const answer = await read(ren)
    expect(answer).toMatchObject({ days: 30, totals: { views: 0, taps: 0, saves: 0 }, cards: [] })
    expect(answer.before).toEqual({ views: 0, taps: 0, saves: 0 })
    expect(answer.places).toEqual({ top: [], elsewhere: 0, unknown: 0 })
    expect(answer.per_day).toHaveLength(30)
    expect(answer.per_day.at(-1)).toEqual({ day: day(0), views: 0, taps: 0, saves: 0 })
    expect(answer.per_day[0]?.day).toBe(day(29))
  })

  test("count each day in UTC, this period and the one before, and only for the caller's profile", async () => {
    const profile_id = mika.user_id
    await db()
      .insert(card_taps)
      .values([tap(0, "a"), tap(0, "a"), tap(6, "b"), tap(7, "a"), tap(13, "a"), tap(14, "a"), tap(1, "a", "", ren)])
    await db()
      .insert(profile_days)
      .values([
        { profile_id, day: day(0), views: 5, saves: 2 },
        { profile_id, day: day(7), views: 3, saves: 1 },
        { profile_id, day: day(14), views: 99, saves: 99 },
        { profile_id: ren.user_id, day: day(0), views: 99, saves: 99 },
      ])
    const answer = await read(mika, "?days=7")
    expect(answer.per_day.filter(({ taps, views }) => taps + views > 0)).toEqual([
      { day: day(6), views: 0, taps: 1, saves: 0 },
      { day: day(0), views: 5, taps: 2, saves: 2 },
    ])
    expect(answer.totals).toEqual({ views: 5, taps: 3, saves: 2 })
    expect(answer.before).toEqual({ views: 3, taps: 2, saves: 1 })
    const late = { ...tap(0, "a"), tapped_at: new Date("2026-04-30T23:59:59.999Z") }
    await db().insert(card_taps).values(late)
    expect((await read(mika, "?days=7")).per_day.find((one) => one.day === "2026-04-30")?.taps).toBe(1)
  })

  test("name the places most cards were tapped in, and how many taps are from elsewhere or nowhere known", async () => {
    const cities = ["Lisboa", "Porto", "Faro", "Braga", "Coimbra", "Aveiro", "Leiria", "Viseu", "Tomar", "Évora"]
    const taps = cities.flatMap((city, n) => Array.from({ length: 12 - n }, () => tap(1, "a", city)))
    await db()
      .insert(card_taps)
      .values([...taps, tap(1, "a"), tap(40, "a", "Madeira")])
    const { places } = await read(mika)
    expect(places.top.map(({ city, taps }) => `${city} ${taps}`)).toEqual(
      cities.slice(0, 8).map((city, n) => `${city} ${12 - n}`),
    )
    expect(places.top[0]).toEqual({ city: "Lisboa", state: "State", country: "PT", country_name: "Portugal", taps: 12 })
    expect([places.elsewhere, places.unknown]).toEqual([4 + 3, 1])
  })

  test("tell the cards apart: those linked, tapped or not, and those that were", async () => {
    const { cards, clock } = site.services
    const [used, unused] = [await cards.generate(clock()), await cards.generate(clock())]
    for (const card of [used, unused]) await cards.linkPending(card, ren.user_id, clock())
    await cards.setNickname(ren.user_id, used, "Wallet")
    await db()
      .insert(card_taps)
      .values([tap(1, used, "", ren), tap(1, "former", "", ren), tap(2, "former", "", ren), tap(2, null, "", ren)])
    expect((await read(ren)).cards).toEqual([
      { card_id: "former", taps: 2, is_linked: false, nickname: "" },
      { card_id: used, taps: 1, is_linked: true, nickname: "Wallet" },
      { card_id: unused, taps: 0, is_linked: true, nickname: "" },
    ])
  })

  test("take only the periods there are, and are private", async () => {
    for (const days of [7, 30, 90, 365]) expect((await read(mika, `?days=${days}`)).per_day).toHaveLength(days)
    for (const query of ["?days=8", "?days=", "?days=07", "?days=30x", "?days=-7", "?days=1e1", "?days=%00"])
      expect((await site.app.request(`/api/insights${query}`, { headers: mika.headers })).status).toBe(400)
    const answer = await site.app.request("/api/insights", { headers: mika.headers })
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect((await site.app.request("/api/insights")).status).toBe(401)
  })

  test("do not compare with days that are no longer kept", async () => {
    expect((await read(mika, "?days=90")).before).not.toBeNull()
    expect((await read(mika, "?days=365")).before).toBeNull()
  })
})

describe("what is too old", () => {
  test.each([
    ["365 days, unless the operator says otherwise", {}, [29, 30, 364, 365], "for 365 days"],
    ["30 days, when that is the setting", { TAP_RETENTION_DAYS: "30" }, [29, 30], "for 30 days"],
    [
      "any number of days, when it is 0",
      { TAP_RETENTION_DAYS: "0" },
      [29, 30, 364, 365, 366, 4000],
      "as long as the profile exists",
    ],
  ])("is more than %s, and the policy says so", async (_, env: Record<string, string>, kept, words) => {
    const own = await testApp(env)
    const { user_id } = await signUpAndVerify(own)
    const { clock, database, insights } = own.services
    const ago = (count: number) => addDays(clock(), -count)
    const ages = [29, 30, 364, 365, 366, 4000]
    const tapped = ages.map((age) => ({ card_id: String(age), profile_id: user_id, tapped_at: ago(age) }))
    // A whole batch and more: the deletion goes on until nothing is left.
    const old = Array.from({ length: 5500 }, () => ({ card_id: "old", profile_id: null, tapped_at: ago(5000) }))
    if (env.TAP_RETENTION_DAYS !== "0") await database.db.insert(card_taps).values(old)
    await database.db.insert(card_taps).values(tapped)
    await database.db
      .insert(profile_days)
      .values(ages.map((age) => ({ profile_id: user_id, day: ago(age).toISOString().slice(0, 10), views: 1 })))
    await insights.sweep()
    const tapsLeft = (await database.db.select().from(card_taps)).map(({ card_id }) => Number(card_id))
    const daysLeft = (await database.db.select().from(profile_days)).map(({ day }) =>
      Math.floor((clock().getTime() - Date.parse(day)) / DAY_MS),
    )
    expect(tapsLeft.sort((a, b) => a - b)).toEqual(kept)
    expect(daysLeft.sort((a, b) => a - b)).toEqual(kept)
    const policy = (await (await own.app.request("/privacy")).text()).replaceAll("<!-- -->", "")
    expect(policy.replaceAll("\u00a0", " ")).toContain(
      `Taps and counts are kept ${words}, and are deleted with the profile.`,
    )
    await own.close()
  })

  test.each(["-1", "1.5", "3651", "a year"])("no such setting: %s", (TAP_RETENTION_DAYS) =>
    expect(() => readConfig({ TAP_RETENTION_DAYS })).toThrow(/^TAP_RETENTION_DAYS must be/),
  )
})
