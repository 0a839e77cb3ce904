import { expect, test } from "vitest"
import { bytesOf, contactsOf, countOf, durationOf, peopleOf } from "./sizes.ts"

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

test("numbers are written as American English writes them", () => {
  const how = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 })
  for (const value of [
    0, 7, 12.5, 99, 100, 999, 1000, 1234.5, 10_000, 123_456, 1_234_567, 1_000_000_000.25, -1, -123, -1234,
  ])
    expect(countOf(value)).toBe(how.format(value))
})

test("people are counted as people", () => {
  expect([0, 1, 2, 1200].map(peopleOf)).toEqual(["0 people", "1 person", "2 people", "1,200 people"])
  expect([1, 2].map(contactsOf)).toEqual(["1 contact", "2 contacts"])
})
