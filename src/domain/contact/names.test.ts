import { describe, expect, it } from "vitest"
import { initials, splitName } from "./names.ts"

describe("initials", () => {
  it.each([
    ["Anna Meier", "AM"],
    ["anna meier", "AM"],
    ["Cher", "C"],
    ["Jean Paul Sartre", "JP"],
    ["  Anna \t\n Meier  ", "AM"],
    ["", ""],
    ["   ", ""],
    ["Élodie Ångström", "ÉÅ"],
    ["E\u0301lodie Brun", "E\u0301B"],
    ["👩‍🚀 Ride", "👩‍🚀R"],
    ["🇨🇭 Swiss", "🇨🇭S"],
    ["山田 太郎", "山太"],
    ["محمد علي", "مع"],
    ["(Bob) 'Smith'", "BS"],
    ["ßen x", "ßX"],
    ["नमस्ते दुनिया", "नदु"],
    ["\ud83d Broken", "\ufffdB"],
  ])("of %j are %j", (name, letters) => {
    expect(initials(name)).toBe(letters)
  })
})

describe("splitting a name", () => {
  it.each([
    ["Anna Meier", "Anna", "Meier"],
    ["Anna Maria von der Heide", "Anna Maria von der", "Heide"],
    ["Cher", "", "Cher"],
    ["", "", ""],
    ["  Anna   Meier ", "Anna", "Meier"],
  ])("%j: given %j, family %j", (name, given, family) => {
    expect(splitName(name)).toEqual({ given, family })
  })
})
