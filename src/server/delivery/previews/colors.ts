// The colors of a preview: those of the light theme (src/web/styles/theme.css); a test compares them.
import type { Accent } from "../../../domain/profile/accent.ts"

export const PAPER = {
  sheet: "#fffdfa",
  ink: "#1b1a17",
  "ink-soft": "#5a554b",
  line: "#e3ddd1",
  "on-accent": "#ffffff",
}

export const INK: Record<Accent, string> = {
  vermilion: "#bd3317",
  indigo: "#2f4a8a",
  pine: "#2d6247",
  plum: "#8f2d56",
  ochre: "#7d5200",
  teal: "#0f6470",
  wisteria: "#6a4a9c",
  sumi: "#45423c",
}
