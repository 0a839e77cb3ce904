import { expect, test } from "vitest"
import { bytesOf, countOf, durationOf } from "./sizes.ts"

test("bytes are read in the unit that fits", () => {
  expect([0, 999, 1000, 1536, 10 * 1024, 5 * 1024 * 1024, 1.5 * 1024 ** 3].map(bytesOf)).toEqual([
    "0 bytes",
    "999 bytes",
    "0.98 KB",
    "1.50 KB",
    "10.0 KB",
    "5.00 MB",
    "1.50 GB",
  ])
})

test("a duration has its two largest units", () => {
  expect([0, 1, 59, 60, 3600, 3661, 90_000, 200_000].map(durationOf)).toEqual([
    "0 seconds",
    "1 second",
    "59 seconds",
    "1 minute",
    "1 hour, 0 minutes",
    "1 hour, 1 minute",
    "1 day, 1 hour",
    "2 days, 7 hours",
  ])
})

test("long numbers have their commas", () => {
  expect(countOf(1_234_567)).toBe("1,234,567")
})

test("and parts of thousands keep their point", () => {
  expect([0, 999, 12.5, 1234.5].map(countOf)).toEqual(["0", "999", "12.5", "1,234.5"])
})
