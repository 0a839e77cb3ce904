import { describe, expect, it, test } from "vitest"
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

test("initials are the first letters that the rules of Unicode find", () => {
  const found = (word: string) => {
    const letters = Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)
    const letter = letters.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? letters[0] ?? ""
    const capital = letter.toUpperCase()
    return [...capital].length === [...letter].length ? capital : letter
  }
  const after = [
    "",
    "a",
    ".",
    "é",
    "\u0301",
    "\u200d",
    "\ufe0f",
    "ー",
    "ا",
    "ー",
    "が",
    "\u3099",
    "각",
    "\u11a8",
    "\u0650",
    "Я",
    "\u0483",
  ]
  for (let code = 0; code <= 0xffff; code++) {
    const first = String.fromCharCode(code)
    if (!first.isWellFormed() || /\s/.test(first)) continue
    for (const next of after)
      if (initials(first + next) !== found(first + next)) expect.fail(`${code.toString(16)} ${next}`)
  }
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
