// The inks of a card as colors: on paper, and as the ground of a card. A test compares them with the stylesheets.
import type { Accent } from "./accent.ts"

export const INK: Record<Accent, string> = {
  vermilion: "#bd3317",
  indigo: "#2f4a8a",
  pine: "#2d6247",
  plum: "#8f2d56",
  ochre: "#7d5200",
  teal: "#0f6470",
  wisteria: "#6a4a9c",
  sumi: "#2b2924",
}

/** A whole sheet of it: small text is legible on it. */
export const INK_GROUND: Record<Accent, string> = {
  vermilion: "#ad3117",
  indigo: "#2d457f",
  pine: "#2b5b42",
  plum: "#832b50",
  ochre: "#734c02",
  teal: "#105d67",
  wisteria: "#62458f",
  sumi: "#33312c",
}
