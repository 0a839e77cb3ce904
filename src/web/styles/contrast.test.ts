// Every text is legible on its background, in both themes and with every ink (WCAG 2.2 AA: 4.5, non-text 3).
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { ACCENTS, type Accent } from "../../domain/profile/accent.ts"
import { INK } from "../../domain/profile/inks.ts"
import { LAYOUTS } from "../../domain/profile/look.ts"

const TEXT = 4.5
const SHAPE = 3

const css = readFileSync(new URL("./theme.css", import.meta.url), "utf8")
const field = readFileSync(new URL("../ui/form/field.tsx", import.meta.url), "utf8")
const placeholder = Number(/placeholder:text-ink-soft\/(\d+)/.exec(field)?.[1]) / 100
const [tokens = "", inks = ""] = css.split("@layer")[0]?.split("/* The inks") ?? []

const THEMES = ["light", "dark"] as const
type Theme = (typeof THEMES)[number]
/** Values before the media query are for light, those in it for dark. */
const partOf = (text: string, theme: Theme): string => text.split("@media")[THEMES.indexOf(theme)] ?? ""

type Color = [red: number, green: number, blue: number]
const color = (hex: string): Color => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Color
const mixed = (top: Color, share: number, below: Color): Color =>
  top.map((part, index) => part * share + (below[index] ?? 0) * (1 - share)) as Color

function found(text: string, pattern: RegExp): Color {
  const hex = pattern.exec(text)?.[1]
  if (hex === undefined) throw new Error(`${pattern} is not in the theme`)
  return color(hex)
}

/** The colors by the names that classes use. */
function palette(theme: Theme, accent: Accent) {
  const token = (name: string) => found(partOf(tokens, theme), new RegExp(`--${name}: (#[0-9a-f]{6})`))
  expect(tokens).toContain("--accent: var(--ground);")
  const onDark = new RegExp(`"${accent}"\\] \\{\\s*--accent: (#[0-9a-f]{6})`)
  const ink = theme === "light" ? groundOf(accent) : found(partOf(inks, theme), onDark)
  if (theme === "dark" && accent === "vermilion") expect(token("accent")).toEqual(ink)
  const share = (name: string) =>
    Number(new RegExp(`--${name}: color-mix\\(in srgb, var\\(--accent\\) (\\d+)%`).exec(css)?.[1]) / 100
  return {
    ...Object.fromEntries(
      [
        "paper",
        "sheet",
        "well",
        "ink",
        "ink-soft",
        "line-strong",
        "on-accent",
        "good",
        "good-paper",
        "bad",
        "bad-paper",
      ].map((name) => [name, token(name)]),
    ),
    accent: ink,
    "accent-strong": mixed(ink, share("accent-strong"), token("ink")),
    tint: mixed(ink, share("tint"), token("sheet")),
    placeholder: mixed(token("ink-soft"), placeholder, token("sheet")),
  } as Record<string, Color>
}

/** The inks themselves: the same in both themes. */
function groundOf(accent: Accent): Color {
  const own = new RegExp(`"${accent}"\\] \\{[^}]*--ground: (#[0-9a-f]{6})`)
  const ground = found(css, accent === "vermilion" ? /--ground: (#[0-9a-f]{6})/ : own)
  expect(ground).toEqual(color(INK[accent]))
  return ground
}
const onGround = found(css, /--on-ground: (#[0-9a-f]{6})/)

const componentsCss = readFileSync(new URL("./components.css", import.meta.url), "utf8")
const groundCss = readFileSync(new URL("./ground-ink.css", import.meta.url), "utf8")

/** The colors of a card on a ground of its ink: the same by day and by night. */
function groundPalette(accent: Accent): Record<string, Color> {
  expect(groundCss).toContain("--sheet: var(--ground);")
  expect(groundCss).toContain("--ink: var(--on-ground);")
  const sheet = groundOf(accent)
  const ink = onGround
  const share = (name: string, of = "var\\(--ink\\)") =>
    Number(new RegExp(`--${name}: color-mix\\(in srgb, ${of} (\\d+)%`).exec(groundCss)?.[1]) / 100
  const behind = Number(/color-mix\(in srgb, var\(--ground\) (\d+)%, #000\)/.exec(componentsCss)?.[1]) / 100
  const tint = Number(/--tint: color-mix\(in srgb, var\(--accent\) (\d+)%/.exec(css)?.[1]) / 100
  return {
    ...{ sheet, ink, accent: ink, "on-accent": sheet, tint: mixed(ink, tint, sheet) },
    "ink-soft": mixed(ink, share("ink-soft"), sheet),
    well: mixed([0, 0, 0], share("well", "#000"), sheet),
    "line-strong": mixed(ink, share("line-strong"), sheet),
    // The second card, with the code.
    behind: mixed(sheet, behind, [0, 0, 0]),
  }
}

/** What a card shows: texts, icons on their tint, buttons, the edges of buttons. */
const ON_GROUND: [top: string, ground: string, least: number][] = [
  ...["sheet", "well", "tint", "behind"].map((ground): [string, string, number] => ["ink", ground, TEXT]),
  ...["sheet", "well"].map((ground): [string, string, number] => ["ink-soft", ground, TEXT]),
  ...["sheet", "tint"].map((ground): [string, string, number] => ["accent", ground, TEXT]),
  ["on-accent", "accent", TEXT],
  ["line-strong", "sheet", SHAPE],
]

const luminance = (parts: Color): number => {
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Color
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** [foreground, background, minimum contrast] */
const PAIRS: [top: string, ground: string, least: number][] = [
  ...["paper", "sheet", "well", "tint"].map((ground): [string, string, number] => ["ink", ground, TEXT]),
  ...["paper", "sheet", "well"].map((ground): [string, string, number] => ["ink-soft", ground, TEXT]),
  ...["paper", "sheet", "tint", "well"].map((ground): [string, string, number] => ["accent", ground, TEXT]),
  ["on-accent", "accent", TEXT],
  ["on-accent", "accent-strong", TEXT],
  ["accent-strong", "sheet", TEXT],
  ["paper", "ink", TEXT],
  ["paper", "bad", TEXT],
  ["placeholder", "sheet", TEXT],
  ["good", "good-paper", TEXT],
  ["bad", "bad-paper", TEXT],
  ["bad", "sheet", TEXT],
  ["bad", "paper", TEXT],
  ["line-strong", "sheet", SHAPE],
  ["line-strong", "paper", SHAPE],
]

test.each(ACCENTS.flatMap((accent) => THEMES.map((theme) => [accent, theme] as const)))(
  "%s in the %s theme",
  (accent, theme) => {
    const colors = palette(theme, accent)
    const named = (name: string): Color => colors[name] ?? expect.fail(`${name} is no color of the theme`)
    const faint = PAIRS.map(([top, ground, least]) => ({ top, ground, least, is: contrast(named(top), named(ground)) }))
    expect(faint.filter(({ is, least }) => is < least)).toEqual([])
  },
)

test("toasts have the colors of the night in both themes", () => {
  const night = Object.fromEntries(
    [...partOf(tokens, "dark").matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, ...it]) => it),
  )
  const toast = /\.toast \{([^}]*)\}/.exec(readFileSync(new URL("./app.css", import.meta.url), "utf8"))?.[1] ?? ""
  const own = [...toast.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name = "", hex = ""]) => [name, hex] as const)
  expect(own.map(([name]) => name)).toEqual(["raised", "well", "ink", "ink-soft", "line-strong", "good", "bad"])
  for (const [name, hex] of own) {
    expect(hex, name).toBe(night[name])
    const least = name === "line-strong" ? SHAPE : TEXT
    if (!["raised", "well"].includes(name))
      expect(contrast(color(hex), color(night.raised ?? "")), name).toBeGreaterThan(least)
  }
  expect(contrast(color(night["ink-soft"] ?? ""), color(night.well ?? ""))).toBeGreaterThan(TEXT)
  // A visitor's, who has few bytes to wait for.
  const [said = "", bad = ""] = ["\\.said p", "\\.said \\.bad"].map(
    (of) => new RegExp(`[^,]\n  ${of} \\{([^}]*)\\}`).exec(componentsCss)?.[1],
  )
  expect(said).toContain(`background: ${night.raised};`)
  expect(said).toContain(`color: ${night.ink};`)
  expect(bad).toContain(`color: ${night.bad};`)
})

test.each(ACCENTS)("a card on a ground of %s", (accent) => {
  const colors = groundPalette(accent)
  const named = (name: string): Color => colors[name] ?? expect.fail(`${name} is no color of the ground`)
  const faint = ON_GROUND.map(([top, ground, least]) => ({
    ...{ top, ground, least },
    is: contrast(named(top), named(ground)),
  }))
  expect(faint.filter(({ is, least }) => is < least)).toEqual([])
})

test("layouts move things and bring no colors but accent on tint, so that these contrasts are those of every face", () => {
  for (const layout of LAYOUTS.filter((name) => name !== "classic")) {
    const face = readFileSync(new URL(`./face-${layout}.css`, import.meta.url), "utf8")
    expect(face, layout).toContain(`[data-layout="${layout}"]`)
    const colors = face.match(/(?:[^-]color|background|border[a-z-]*|fill|opacity|filter)\s*:[^;]*/g) ?? []
    const foreign = colors.filter(
      (rule) =>
        // What every card has.
        rule !== "background: var(--sheet)" &&
        // As the soft ink of a card on a ground of ink (above). Fades into the card have no text on them.
        !rule.endsWith("color: color-mix(in srgb, var(--on-ground) 86%, var(--ground))") &&
        !/:\s*(linear-gradient\((90deg, )?#0000.*var\(--sheet\).*\)(,\s*)?)+$/s.test(rule) &&
        !/:\s*(none|(( ?(0|[\d.]+(px|rem|%)))+)|calc\(.*\)[\s\w()-]*|var\(--((on-)?(accent|ground)|tint|well)\))$/.test(
          rule,
        ),
    )
    expect(foreign, layout).toEqual([])
  }
})
