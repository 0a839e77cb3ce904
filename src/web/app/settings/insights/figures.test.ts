import { describe, expect, it } from "vitest"
import { amountOf, changeOf, foldEmpty, periodOf, placeNames, roundUp, spansOf } from "./figures.ts"

const days = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    day: new Date(Date.UTC(2026, 4, 1) - (count - 1 - n) * 86_400_000).toISOString().slice(0, 10),
    views: 1,
    taps: n,
    saves: 0,
  }))

describe("the bars of a period", () => {
  it("are its days, named in UTC whatever the reader's zone", () => {
    const spans = spansOf(days(7))
    expect(spans.map(({ short }) => short)).toEqual([
      "Apr 25",
      "Apr 26",
      "Apr 27",
      "Apr 28",
      "Apr 29",
      "Apr 30",
      "May 1",
    ])
    expect(spans.at(-1)).toMatchObject({ long: "Fri, May 1", views: 1, taps: 6 })
    expect(spansOf(days(90))).toHaveLength(90)
  })

  it("of a year are weeks that end today, with every day in one of them", () => {
    const spans = spansOf(days(365))
    expect(spans).toHaveLength(53)
    expect(spans.at(-1)).toMatchObject({ long: "Apr 25 – May 1", short: "Apr 25", views: 7 })
    expect(spans[0]).toMatchObject({ long: "May 2", views: 1 })
    expect(periodOf(days(365))).toBe("May 2, 2025 – May 1, 2026")
    expect(spans.reduce((sum, { views }) => sum + views, 0)).toBe(365)
  })
})

describe("the rows of the table", () => {
  const rowsOf = (counts: number[]) => {
    const given = days(counts.length).map((day, n) => ({ ...day, views: 0, taps: counts[n] ?? 0 }))
    return foldEmpty(spansOf(given)).map(({ long, taps }) => [long, taps])
  }

  it("join successive days without a count, and no others", () => {
    expect(rowsOf([0, 0, 0, 2, 0, 3])).toEqual([
      ["Apr 26 – Apr 28", 0],
      ["Wed, Apr 29", 2],
      ["Thu, Apr 30", 0],
      ["Fri, May 1", 3],
    ])
    expect(rowsOf([0, 0])).toEqual([["Apr 30 – May 1", 0]])
  })

  it("join weeks of a year", () => {
    const rows = rowsOf(Array.from({ length: 365 }, (_, n) => (n === 364 ? 1 : 0)))
    expect(rows).toEqual([
      ["May 2, 2025 – Apr 24, 2026", 0],
      ["Apr 25 – May 1", 1],
    ])
  })
})

describe("numbers", () => {
  it.each([
    [112, 100, "+12%"],
    [97, 100, "−3%"],
    [3000, 100, "+2,900%"],
    [1001, 1000, "±0%"],
    [0, 5, "−100%"],
    [5, 0, "new"],
    [0, 0, null],
    [5, undefined, null],
  ])("%d after %s: %s", (now, before, text) => expect(changeOf(now, before)).toBe(text))

  it("are in the singular when they are one", () => {
    expect([amountOf(1, "views"), amountOf(0, "taps"), amountOf(1204, "saves")]).toEqual([
      ...["1 page view", "0 card taps", "1,204 contact saves"],
    ])
  })

  it("end their scale at a round number that can be halved", () => {
    expect([0, 1, 2, 3, 4, 5, 9, 11, 28, 37, 61, 99, 100, 107, 1234].map(roundUp)).toEqual([
      ...[2, 2, 2, 4, 4, 6, 10, 12, 30, 40, 80, 100, 100, 120, 1400],
    ])
  })
})

describe("a place", () => {
  it.each([
    ["Porto", "Porto", "Portugal", "Porto", "Portugal"],
    ["San Francisco", "California", "United States", "San Francisco", "California, United States"],
    ["", "", "Japan", "Japan", ""],
    ["", "Bayern", "Germany", "Bayern", "Germany"],
  ])("%s, %s, %s is %s in %s", (city, state, country_name, name, around) =>
    expect(placeNames({ city, state, country: "", country_name, taps: 1 })).toEqual({ name, around }),
  )
})
