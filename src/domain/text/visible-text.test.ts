import { describe, expect, it } from "vitest"
import { manyLines, nameProblem, oneLine, readableName, sentLines } from "./visible-text.ts"

describe("a name", () => {
  it.each([
    "Ada Lovelace",
    "Al",
    "李明",
    "𠮷野家",
    "O'Brien-Müller, Jr.",
    "Елена Ковалёва",
    // Vietnamese, decomposed: two marks on one letter.
    "Nguyễn Thị Ngọc Ánh".normalize("NFD"),
    "ณัฐวุฒิ น้ำเพชร",
    "क्षितिज श्रीवास्तव",
    "প্রিয়াঙ্কা চট্টোপাধ্যায়",
    "தமிழ்ச்செல்வி",
    // Hebrew with niqqud: shin dot, dagesh and vowel on one letter.
    "שַׁבְּתַי בֶּן־שִּׁמְעוֹן",
    "مُحَمَّدٌ ٱلرَّحْمٰن",
    // Persian and Hindi need joiners; a right-to-left mark keeps brackets in place.
    "علی\u200cرضا",
    "क्\u200dष",
    "דוד\u200f (Dave)",
    // Burmese: four marks above and below one letter.
    "လျှို့ဝှက်",
    "བསྒྲུབས",
    "សុភ័ក្ត្រ",
    // Japanese names choose among the forms of a character.
    "葛\u{e0100}城",
    "👩‍🚀 Sally",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Bess",
    "❤️ Anna",
    "ᠮᠣᠩᠭᠣᠯ",
    "AB\u200b",
  ])("may be %j, and an archive brings it as it is", (name) => {
    expect(nameProblem(name, 2)).toBeNull()
    expect(readableName(name)).toBe(name)
  })

  it.each([
    "",
    "A",
    "A\u200b",
    "A\u200b\u200b\u200b",
    "\u200b\u200b\u200b",
    "\u3164\u3164\u3164",
    "\u115f\u1160",
    "\uffa0\uffa0",
    "\u2800\u2800\u2800",
    "\u00ad\u00ad",
    "\u{e0041}\u{e0042}\u{e0043}",
    "\ufe0f\ufe0f\u{e0100}",
    "\u034f\u034f",
    "\u202e\u202e\u202d",
    "\u00a0\u2003\u3000",
    "\u0301\u0301\u0301",
    "\u2062\u2063\u2064",
  ])("with fewer than two characters to be seen is too short: %j", (name) => {
    expect(nameProblem(name, 2)).toBe("short")
  })

  it.each([
    ...["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"],
    ...["\n", "\r", "\t", "\u0007", "\u001b", "\u007f", "\u0085", "\u2028", "\u2029"],
    ...["\u3164", "\u115f", "\u2800", "\u2062", "\ufeff", "\ufff9", "\u{e0041}", "\u{1f3f4}\u{e0041}"],
  ])("cannot hold %j", (character) => {
    expect(nameProblem(`Anna${character}Meier`, 2)).toBe("characters")
  })

  it("has at most four marks on one letter, whatever invisible characters stand between them", () => {
    expect(nameProblem(`A${"\u0301".repeat(4)}nna`, 2)).toBeNull()
    expect(nameProblem(`A${"\u0301".repeat(5)}nna`, 2)).toBe("marks")
    expect(nameProblem(`A${"\u0301\u200d\u034f\ufe0f".repeat(5)}nna`, 2)).toBe("marks")
    expect(nameProblem(`A${"\u20dd\u0336".repeat(3)}nna`, 2)).toBe("marks")
  })
})

describe("other text", () => {
  it("in one line has no line breaks and no controls", () => {
    expect(oneLine(" Head\r\nof\u2028Design\u0007 \u202eevil\u202c ")).toBe("Head of Design  evil")
    expect(oneLine("\u202a+49 30 901820\u202c")).toBe("+49 30 901820")
  })

  it("in lines keeps them, and tabs", () => {
    expect(manyLines("one\r\ntwo\n\tthree\u001b[31m \u2067four\u2069")).toBe("one\r\ntwo\n\tthree [31m four")
    expect(sentLines(" one\r\ntwo\n\tthree\u001b[31m")).toBe("one\ntwo\n\tthree [31m")
  })
})
