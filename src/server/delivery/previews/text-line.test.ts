// Text as outlines: which scripts are drawn without any font of the machine, and what happens to the rest.
import { expect, test } from "vitest"
import { openFonts } from "./fonts.ts"
import { fitLine, fitLines } from "./text-line.ts"
import { drawable, runsOf } from "./text-runs.ts"

const fonts = openFonts([])
const SETTING = { weight: "bold" as const, sizes: [76, 60, 50], maxWidth: 700 }

test.each([
  ["English", "Mika Tanaka"],
  ["Czech", "Jiří Dvořák-Ångström"],
  ["Vietnamese", "Nguyễn Thị Hằng"],
  ["Greek", "Γιώργος Παπαδόπουλος"],
  ["Russian", "Ольга Кузнецова"],
  ["Hebrew", "נועה לוי"],
  ["Arabic", "عمر حداد"],
  ["Japanese", "山田 花子 ヤマダ はなこ"],
  ["mixed", "قمر للقهوة Qamar Coffee (2)"],
])("%s is drawn with a font of the product, without empty boxes", (_script, text) => {
  for (const weight of ["regular", "bold"] as const) {
    const runs = runsOf(text, weight, fonts) ?? []
    const glyphs = runs.flatMap(({ font, text: part }) => font.layout(part).glyphs)
    expect(glyphs.length).toBeGreaterThan(0)
    // Glyph 0 of every font is the box.
    expect(glyphs.filter(({ id }) => id === 0)).toEqual([])
  }
})

test("a line in a script that no font has is left out", () => {
  expect(fitLine("김민준", SETTING, fonts)).toBeNull()
  expect(fitLine("Kim 김민준", SETTING, fonts)).toBeNull()
  expect(fitLines("김민준", SETTING, fonts)).toEqual([])
})

test("font folders that do not exist, or hold other files, are no error", () => {
  const bare = openFonts(["/nonexistent", import.meta.dirname])
  expect(fitLine("Mika", SETTING, bare)?.width).toBeGreaterThan(100)
  expect(fitLine("김민준", SETTING, bare)).toBeNull()
})

test("emoji and control characters are removed, other signs stay", () => {
  expect(drawable("🍵 Tea\u0000 Lady 👩🏽‍🚀 #1 🇯🇵 1️⃣ \ud800")).toBe("Tea Lady #1 1")
  expect(drawable("Ada®  & Co.\nKG")).toBe("Ada® & Co. KG")
})

test("right-to-left words are in order, also within a left-to-right line", () => {
  const order = (text: string) => runsOf(text, "regular", fonts)?.map((run) => run.text.trim())
  expect(order("قهوة Qamar")).toEqual(["Qamar", "قهوة"])
  expect(order("Studio (תל אביב)")).toEqual(["Studio (", "תל אביב", ")"])
  expect(runsOf("قهوة Qamar", "regular", fonts)?.map((run) => run.isFromRight)).toEqual([false, true])
})

test("a line becomes smaller until it fits, and is cut only at the smallest size", () => {
  expect(fitLine("Ada", SETTING, fonts)?.size).toBe(76)
  const long = fitLine("An extraordinarily long company name of people", SETTING, fonts)
  expect(long?.size).toBe(50)
  expect(long?.width).toBeLessThanOrEqual(700)
})

test("a long name takes two lines, neither wider than the space", () => {
  const lines = fitLines("Dr. Alejandra María Fernández-Villanueva", SETTING, fonts)
  expect(lines).toHaveLength(2)
  for (const { width } of lines) expect(width).toBeLessThanOrEqual(700)
  const [first] = fitLines("W".repeat(300), SETTING, fonts)
  expect(first?.width).toBeLessThanOrEqual(700)
})
