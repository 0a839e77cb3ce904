// The colors of a preview: those of the light theme (src/web/styles/theme.css), or of the ground of ink (ground-ink.css); tests compare them.
import type { Accent } from "../../../domain/profile/accent.ts"
import { INK } from "../../../domain/profile/inks.ts"
import type { Look } from "../../../domain/profile/look.ts"

export const PAPER = {
  sheet: "#fffdfa",
  ink: "#1b1a17",
  "ink-soft": "#5a554b",
  line: "#e3ddd1",
}

export interface Palette extends Record<keyof typeof PAPER, string> {
  accent: string
  banner: string
  /** the site's own */
  mark: string
  "on-mark": string
}

/** On a ground of ink, paper and ink change places. */
export function paletteOf({ accent, look }: { accent: Accent; look: Look }): Palette {
  const ground = INK[accent]
  if (look.ground === "paper")
    return { ...PAPER, accent: ground, banner: ground, mark: INK.vermilion, "on-mark": "#fff" }
  const [sheet, ink] = [ground, PAPER.sheet]
  const mixed = (share: number) => mix(ink, share, sheet)
  return {
    ...{ sheet, ink, "ink-soft": mixed(0.86), line: mixed(0.22), accent: ink },
    ...{ banner: mixed(0.09), mark: ink, "on-mark": sheet },
  }
}

/** #rrggbb */
function mix(top: string, share: number, below: string): string {
  const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(part(top, at) * share + part(below, at) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`
}
