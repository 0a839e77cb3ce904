// Every call that reads a body or a query, with a valid one and one thing about it wrong: the mistake gets past the
// first check of the shape, where `sweep.test.ts` does not get. No answer is a 5xx, refusals are sentences and store nothing, and
// what belongs to other people stays unchanged.
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, signUpAndVerify } from "../support/people.ts"
import { newCaller, nextIp, type TestCaller } from "./callers.ts"
import { CALLS, type Call, type Fields } from "./calls.ts"
import { NAMES, NOBODY, STRANGE } from "./inputs.ts"
import { isRefusal } from "./refusal.ts"
import { rowCounts } from "./row-counts.ts"

/** Random values for each place. */
const UNTHOUGHT = 4

interface Mistake {
  how: "replaced" | "left out" | "in an array" | "added"
  /** names from the outside in */
  place: string[]
  value: unknown
}

/** Every place of the shape, also inside of objects. */
const placesOf = (fields: Fields, above: string[] = []): string[][] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const here = [...above, name]
    const isInner = typeof value === "object" && value !== null
    return isInner ? [here, ...placesOf(value as Fields, here)] : [here]
  })

/** Every strange value in every place, and some random ones. */
function mistakesIn(fields: Fields): Mistake[] {
  const places = placesOf(fields)
  const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary", maxLength: 200 }))
  return [
    ...places.flatMap((place) => [
      ...[...STRANGE, ...fc.sample(anything, UNTHOUGHT)].map((value): Mistake => ({ how: "replaced", place, value })),
      ...(["left out", "in an array"] as const).map((how): Mistake => ({ how, place, value: null })),
    ]),
    ...[...NAMES, ...fc.sample(fc.string(), UNTHOUGHT)].map(
      (name): Mistake => ({ how: "added", place: [name], value: fc.sample(anything, 1)[0] }),
    ),
  ]
}

function withMistake(fields: Fields, { how, place, value }: Mistake): Fields {
  const wrong = structuredClone(fields)
  const last = place.at(-1) ?? ""
  const inside = place.slice(0, -1).reduce<Fields>((into, key) => into[key] as Fields, wrong)
  const put = how === "in an array" ? [inside[last]] : value
  if (how === "left out") delete inside[last]
  // As an own property, even if it is called __proto__.
  else Object.defineProperty(inside, last, { value: put, enumerable: true, configurable: true, writable: true })
  return wrong
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.toWellFormed() : JSON.stringify(value))

/** A field that holds several values is sent several times. */
const formOf = (fields: Fields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) =>
      [value]
        .flat(1)
        .map((one) => [name, textOf(one)].map((part) => encodeURIComponent(part.toWellFormed())).join("=")),
    )
    .join("&")

/** A page or a sentence that reveals nothing internal. */
const isPage = (text: string): boolean => text.length > 5 && !/Error:|\.ts:\d|node_modules/.test(text)

let site: TestApp
let number = 0
const NO_CALLER: TestCaller = { user_id: NOBODY, email: "", token: null }
beforeAll(async () => {
  site = await testApp()
  await signUpAndVerify(site, { username: "shown" })
})
afterAll(() => site.close())

/** A new person; for the limits, what others did is long ago. */
function somebody({ who }: Call): Promise<TestCaller> {
  site.advance(3_600_000)
  return newCaller(site, who)
}

async function ask({ route, isForm }: Call, { token }: TestCaller, query: Fields, body: Fields | undefined) {
  const [method = "", path = ""] = route.split(" ")
  const behind = new URLSearchParams(Object.entries(query).map(([name, value]) => [name.toWellFormed(), textOf(value)]))
  const request = new Request(`http://localhost${path}?${behind}`, {
    method,
    headers: {
      "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: isForm ? formOf(body) : JSON.stringify(body) }),
  })
  const answer = await site.app.request(request, undefined, fromIp(nextIp()))
  return { path, status: answer.status, text: await answer.text() }
}

/** What none of the callers owns. */
async function belongings(): Promise<unknown> {
  const { rows } = await site.services.database.pool.query(
    `select u.email, u.password_hash, p.*, (select array_agg(role) from user_roles r where r.user_id = p.id) as roles
     from profiles p join users u on u.id = p.id where p.username = 'shown'`,
  )
  return rows
}

describe.each(CALLS)("$route", (call) => {
  const { accepted, query = {}, body } = call

  test("accepts its shape unchanged", async () => {
    const caller = await somebody(call)
    const { status, text } = await ask(call, caller, query, body?.(caller, ++number))
    expect([status, text.slice(0, 200)]).toEqual([accepted, expect.anything()])
  })

  test("with one thing wrong is refused in a sentence, or harmless", { timeout: 240_000 }, async () => {
    const before = await belongings()
    const loggedBefore = site.logged.length
    const askings = [
      ...mistakesIn(query).map((mistake) => ({ where: "query", mistake })),
      ...(body === undefined ? [] : mistakesIn(body(NO_CALLER, 0)).map((mistake) => ({ where: "body", mistake }))),
    ]
    let caller = await somebody(call)
    let rows: Record<string, number> | null = null
    for (const { where, mistake } of askings) {
      rows ??= await rowCounts(site)
      const shape = body?.(caller, ++number)
      const { path, status, text } = await ask(
        call,
        caller,
        where === "query" ? withMistake(query, mistake) : query,
        where === "body" && shape !== undefined ? withMistake(shape, mistake) : shape,
      )
      const asked = JSON.stringify({ where, mistake }).slice(0, 300)
      if (status >= 400) {
        expect([asked, status, text]).toEqual([
          asked,
          expect.toSatisfy((code) => code < 500),
          expect.toSatisfy((said) => (call.isForm ? isPage(said) : isRefusal(path, said))),
        ])
        expect([asked, await rowCounts(site)]).toEqual([asked, rows])
      } else rows = null
      if (call.who === "anonymous" || (call.usesUp && status < 400) || status === 429) {
        caller = await somebody(call)
        if (caller.token !== null) rows = null
      }
    }
    expect(await belongings()).toEqual(before)
    expect(site.logged.slice(loggedBefore).filter(({ level }) => level === "error")).toEqual([])
  })
})
