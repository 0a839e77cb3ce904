import { expect, test } from "vitest"
import { dayOf, momentOf, monthDayOf, shortDayOf, sinceOf } from "./dates.ts"

const now = new Date("2026-03-10T12:00:00Z")

test.each([
  ["2026-03-10T11:59:30Z", "just now"],
  ["2026-03-10T12:00:30Z", "just now"],
  ["2026-03-10T11:55:00Z", "5 minutes ago"],
  ["2026-03-10T11:58:30Z", "1 minute ago"],
  ["2026-03-10T10:59:00Z", "1 hour ago"],
  ["2026-03-10T09:30:00Z", "2 hours ago"],
  ["2026-03-09T11:00:00Z", "yesterday"],
  ["2026-03-05T12:00:00Z", "5 days ago"],
  ["2026-02-01T12:00:00Z", "February\u00a01,\u00a02026"],
])("%s was %s", (moment, words) => {
  expect(sinceOf(moment, now)).toBe(words)
})

/** A line does not break inside it. */
const unbroken = (text: string) => text.replace(/[ \u202f]/g, "\u00a0")

test("days and moments are written as American English writes them", () => {
  const how = {
    long: new Intl.DateTimeFormat("en-US", { dateStyle: "long" }),
    medium: new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }),
    month: new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }),
    moment: new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" }),
  }
  for (let hours = 0; hours < 24 * 800; hours += 5) {
    const date = new Date(Date.UTC(2025, 0, 1, hours, hours % 60))
    const iso = date.toISOString()
    expect(dayOf(iso)).toBe(unbroken(how.long.format(date)))
    expect(shortDayOf(iso)).toBe(unbroken(how.medium.format(date)))
    expect(monthDayOf(iso.slice(0, 10))).toBe(how.month.format(date))
    const [day = "", year = "", time = ""] = how.moment.format(date).split(", ")
    expect(momentOf(iso)).toBe(`${unbroken(`${day}, ${year}`)}, ${unbroken(time)}`)
  }
})
