// The face of a card: how it is laid out, what it is printed on, and its pattern. The ink is its accent (accent.ts).
import { PATTERNS, type PatternName } from "./banner-patterns.ts"

export const LAYOUT_LABEL = {
  classic: "Classic",
  portrait: "Portrait",
  minimal: "Minimal",
  vertical: "Vertical",
} as const
export const GROUND_LABEL = { paper: "Paper", ink: "Color" } as const
export type Layout = keyof typeof LAYOUT_LABEL
export type Ground = keyof typeof GROUND_LABEL
export const LAYOUTS = Object.keys(LAYOUT_LABEL) as Layout[]
export const GROUNDS = Object.keys(GROUND_LABEL) as Ground[]

export interface Look {
  layout: Layout
  ground: Ground
  /** empty: the username decides */
  pattern: PatternName | ""
}

/** Of every card whose owner has not chosen. */
export const CLASSIC: Look = { layout: "classic", ground: "paper", pattern: "" }

/** What was stored, by this version or another: what is unknown today is as if it was not chosen. */
export const lookOf = ({ layout, ground, pattern }: Partial<Look>): Look => ({
  layout: LAYOUTS.find((known) => known === layout) ?? CLASSIC.layout,
  ground: GROUNDS.find((known) => known === ground) ?? CLASSIC.ground,
  pattern: PATTERNS.find((known) => known === pattern) ?? CLASSIC.pattern,
})
