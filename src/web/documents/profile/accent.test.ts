// Every ink is legible in both themes: WCAG 2.2 contrast of at least 4.5 wherever it carries or is text.
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { ACCENTS, accentOf } from "./accent.ts"

const css = readFileSync(new URL("../../styles/theme.css", import.meta.url), "utf8")
const [light = "", dark = ""] = css.split("@theme")[0]?.split("/* The inks")[0]?.split("@media") ?? []
const inks = css.split("/* The inks")[1]?.split("@theme")[0] ?? ""
const [lightInks = "", darkInks = ""] = inks.split("@media")

const value = (text: string, pattern: RegExp): string => {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`${pattern} is not in the theme`)
  return found
}
const variable = (theme: string, name: string) => value(theme, new RegExp(`--${name}: (#[0-9a-f]{6})`))
const ink = (theme: string, list: string, name: string) =>
  name === "vermilion"
    ? variable(theme, "accent")
    : value(list, new RegExp(`"${name}"\\] \\{\\s*--accent: (#[0-9a-f]{6})`))

type Colour = [red: number, green: number, blue: number]
const colour = (hex: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Colour
const mixed = (top: Colour, share: number, below: Colour): Colour =>
  top.map((part, index) => part * share + (below[index] ?? 0) * (1 - share)) as Colour
const luminance = (parts: Colour): number => {
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Colour
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const THEMES = { light: [light, lightInks], dark: [dark, darkInks] } as const

test.each(ACCENTS.flatMap((name) => (["light", "dark"] as const).map((theme) => [name, theme] as const)))(
  "%s in the %s theme",
  (name, theme) => {
    const [tokens, list] = THEMES[theme]
    const accent = colour(ink(tokens, list, name))
    const sheet = colour(variable(tokens, "sheet"))
    const tint = mixed(accent, 0.09, sheet)
    expect(contrast(colour(variable(tokens, "on-accent")), accent)).toBeGreaterThan(4.5)
    expect(contrast(accent, tint), "icon on its tint").toBeGreaterThan(4.5)
    expect(contrast(accent, sheet)).toBeGreaterThan(4.5)
  },
)

test("a username always has the same ink, and the eight are used evenly", () => {
  const counts = new Map<string, number>()
  for (let index = 0; index < 8000; index++) {
    const accent = accentOf(`user-${index}`)
    counts.set(accent, (counts.get(accent) ?? 0) + 1)
  }
  expect(accentOf("anna")).toBe(accentOf("anna"))
  expect([...counts.keys()].sort()).toEqual([...ACCENTS].sort())
  expect(Math.min(...counts.values())).toBeGreaterThan(700)
})
