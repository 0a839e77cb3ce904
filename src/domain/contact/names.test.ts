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
  const characters = (count: number) => Array.from({ length: count }, (_, code) => String.fromCharCode(code))
  const words = [
    ...characters(0x10000).flatMap((first) =>
      ["", ..."a.é\u0301\u200d\ufe0fーاが\u3099각\u11a8\u0650Я\u0483"].map((next) => first + next),
    ),
    ...[..."aéЯاが각中"].flatMap((first) => characters(0x300).map((next) => first + next)),
  ].filter((word) => word.isWellFormed() && !/\s/.test(word))
  expect(words.filter((word) => initials(word) !== found(word))).toEqual([])
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
