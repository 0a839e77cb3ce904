// The banner patterns: one tile each, drawn with a single path. Names of the traditional motifs in brackets.
import { hashOf } from "./accent.ts"

export interface Pattern {
  width: number
  height: number
  path: string
}

/** By name, as the edit form lists them. */
export const PATTERN_LABEL = {
  waves: "Waves",
  hemp: "Hemp leaf",
  arrows: "Arrows",
  treasures: "Circles",
  shells: "Tortoise shell",
} as const
export type PatternName = keyof typeof PATTERN_LABEL
export const PATTERNS = Object.keys(PATTERN_LABEL) as PatternName[]

/** In the order of their names. */
const TILES: readonly Pattern[] = [
  // Waves (seigaiha): scales of three arcs; each row covers the lower part of the one behind it.
  {
    width: 40,
    height: 20,
    path: "M2.6 10.2a20 20 0 0 1 34.8 0M9 12.1a13.5 13.5 0 0 1 22 0M14.3 16a7 7 0 0 1 11.5 0M2.6 30.2a20 20 0 0 1 34.8 0M-17.4 0.2a20 20 0 0 1 34.8 0M-11 2.1a13.5 13.5 0 0 1 22 0M-5.7 6a7 7 0 0 1 11.5 0M-17.4 20.2a20 20 0 0 1 34.8 0M-11 22.1a13.5 13.5 0 0 1 22 0M22.6 0.2a20 20 0 0 1 34.8 0M29 2.1a13.5 13.5 0 0 1 22 0M34.3 6a7 7 0 0 1 11.5 0M22.6 20.2a20 20 0 0 1 34.8 0M29 22.1a13.5 13.5 0 0 1 22 0",
  },
  // Hemp leaf (asanoha): triangles, whose middles are joined with their corners.
  {
    width: 32,
    height: 55.42,
    path: "M0 0h32M0 27.71h32M0 55.42h32M0 0l16 27.71L32 0M0 55.42l16-27.71 16 27.71M0 0l16 9.24L32 0M16 9.24v36.95M0 55.42l16-9.24 16 9.24M0 0v18.47l16 9.24 16-9.24V0M0 55.42V36.95l16-9.24 16 9.24v18.47",
  },
  // Arrow feathers (yagasuri).
  { width: 28, height: 28, path: "M0 0v28M14 0v28M28 0v28M0 9l14 10L28 9M0 23l14 10 14-10M0-5L14 5 28-5" },
  // Seven treasures (shippo): circles that share a quarter each.
  {
    width: 36,
    height: 36,
    path: "M18 0a18 18 0 0 1 0 36 18 18 0 0 1 0-36M0-18a18 18 0 0 1 0 36M36-18a18 18 0 0 0 0 36M0 18a18 18 0 0 1 0 36M36 18a18 18 0 0 0 0 36",
  },
  // Tortoise shell (kikko): hexagons.
  {
    width: 32,
    height: 55.42,
    path: "M16 0v9.24M0 18.47L16 9.24l16 9.23M0 18.47v18.48M32 18.47v18.48M0 36.95l16 9.23 16-9.23M16 46.19v9.24",
  },
]

/** The pattern of a card and how large it is drawn. @param chosen empty: the username decides */
export function patternOf(username: string, chosen: PatternName | "" = ""): Pattern & { scale: number } {
  const pattern = TILES[PATTERNS.indexOf(chosen || patternNameOf(username))] ?? { width: 1, height: 1, path: "" }
  return { ...pattern, scale: 1 + ((bannerHash(username) >>> 8) % 4) / 8 }
}

/** For a username whose owner has chosen none. */
export const patternNameOf = (username: string): PatternName =>
  PATTERNS[bannerHash(username) % PATTERNS.length] as PatternName

const bannerHash = (username: string): number => hashOf(`${username} banner`)
