import { expect, test } from "vitest"
import { sinceOf } from "./dates.ts"

const now = new Date("2026-03-10T12:00:00Z")

test.each([
  ["2026-03-10T11:59:30Z", "just now"],
  ["2026-03-10T12:00:30Z", "just now"],
  ["2026-03-10T11:55:00Z", "5 minutes ago"],
  ["2026-03-10T09:30:00Z", "2 hours ago"],
  ["2026-03-09T11:00:00Z", "yesterday"],
  ["2026-03-05T12:00:00Z", "5 days ago"],
  ["2026-02-01T12:00:00Z", "February 1, 2026"],
])("%s was %s", (moment, words) => {
  expect(sinceOf(moment, now)).toBe(words)
})
