// The banner patterns: one tile each, drawn with a single path. Names of the traditional motifs in brackets.
import { hashOf } from "./accent.ts"

export interface Pattern {
  width: number
  height: number
  path: string
}

const SHEAF = 27.713 // 32 × sin 60°, the height of the triangles that make hemp leaf and tortoise shell

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
  // Waves (seigaiha): three arcs, and the neighbours' arcs half a tile lower.
  {
    width: 40,
    height: 20,
    path: "M0 20a20 20 0 0 1 40 0M6.5 20a13.5 13.5 0 0 1 27 0M13 20a7 7 0 0 1 14 0M-20 10a20 20 0 0 1 40 0M-13.5 10a13.5 13.5 0 0 1 27 0M-7 10a7 7 0 0 1 14 0M20 10a20 20 0 0 1 40 0M26.5 10a13.5 13.5 0 0 1 27 0M33 10a7 7 0 0 1 14 0",
  },
  // Hemp leaf (asanoha): triangles joined at their middles.
  {
    width: 32,
    height: 2 * SHEAF,
    path: hempLeaf(),
  },
  // Arrow feathers (yagasuri).
  { width: 28, height: 28, path: "M0 0v28M14 0v28M0 9l14 10L28 9M0 23l14 10L28 23M0-5L14 5 28-5" },
  // Seven treasures (shippo): circles that share a quarter each.
  {
    width: 36,
    height: 36,
    path: "M18 0a18 18 0 0 1 0 36 18 18 0 0 1 0-36M0-18a18 18 0 0 1 0 36M36-18a18 18 0 0 0 0 36M0 18a18 18 0 0 1 0 36M36 18a18 18 0 0 0 0 36",
  },
  // Tortoise shell (kikko): hexagons.
  {
    width: 32,
    height: 55.426,
    path: "M16 0v9.238M0 18.475L16 9.238l16 9.237M0 18.475v18.476M32 18.475v18.476M0 36.951l16 9.237 16-9.237M16 46.188v9.238",
  },
]

/** The pattern of a card and how large it is drawn. @param chosen empty: the username decides */
export function patternOf(username: string, chosen: PatternName | "" = ""): Pattern & { scale: number } {
  const hash = hashOf(`${username} banner`)
  const at = chosen === "" ? hash % TILES.length : PATTERNS.indexOf(chosen)
  const pattern = TILES[at] ?? { width: 1, height: 1, path: "" }
  return { ...pattern, scale: 1 + ((hash >>> 8) % 4) / 8 }
}

function hempLeaf(): string {
  const half = SHEAF / 3
  const lines: string[] = []
  // Two rows of triangles; the second is shifted by half a tile.
  for (const [x0, y0] of [
    [0, 0],
    [16, SHEAF],
    [-16, SHEAF],
  ] as const) {
    const x = (dx: number) => round(x0 + dx)
    const y = (dy: number) => round(y0 + dy)
    lines.push(
      `M${x(0)} ${y(0)}h32L${x(16)} ${y(SHEAF)}z`,
      `M${x(0)} ${y(0)}L${x(16)} ${y(half)} ${x(32)} ${y(0)}M${x(16)} ${y(half)}V${y(SHEAF)}`,
      `M${x(16)} ${y(SHEAF)}L${x(32)} ${y(2 * half)} ${x(48)} ${y(SHEAF)}M${x(32)} ${y(2 * half)}V${y(0)}`,
    )
  }
  return lines.join("")
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
