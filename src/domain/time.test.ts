import { expect, test } from "vitest"
import { addDays, calendarDayOf, dayOf } from "./time.ts"

test("calendar days are written as American English writes them, with their year or without", () => {
  const how = (year: object) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", day: "numeric", ...year })
  for (let n = 0; n < 800; n++) {
    const date = addDays(new Date("2024-12-01T00:00:00Z"), n)
    const day = dayOf(date)
    expect(calendarDayOf(day)).toBe(how({ year: "numeric" }).format(date))
    expect(calendarDayOf(`-${day.slice(4)}`)).toBe(how({}).format(date))
  }
  expect(calendarDayOf("")).toBe("")
})
