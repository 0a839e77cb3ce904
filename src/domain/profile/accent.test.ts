import { expect, test } from "vitest"
import { ACCENT_LABEL, ACCENTS, accentOf } from "./accent.ts"

test("a username always has the same ink, and the eight are used evenly", () => {
  const counts = new Map<string, number>()
  for (let index = 0; index < 8000; index++) {
    const accent = accentOf({ username: `user-${index}`, accent: "" })
    counts.set(accent, (counts.get(accent) ?? 0) + 1)
  }
  expect(accentOf({ username: "anna", accent: "" })).toBe(accentOf({ username: "anna", accent: "" }))
  expect([...counts.keys()].sort()).toEqual([...ACCENTS].sort())
  expect(Math.min(...counts.values())).toBeGreaterThan(700)
})

test("a chosen ink comes before the username's, and what is no ink does not", () => {
  for (const accent of ACCENTS) expect(accentOf({ username: "anna", accent })).toBe(accent)
  const own = accentOf({ username: "anna", accent: "" })
  for (const accent of ["red", "Indigo", "__proto__", "#fff"]) expect(accentOf({ username: "anna", accent })).toBe(own)
})

test("every ink has a name of its own", () => {
  expect(new Set(ACCENTS.map((accent) => ACCENT_LABEL[accent])).size).toBe(8)
})
