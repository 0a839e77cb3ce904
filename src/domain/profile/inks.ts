// The inks of a card as colors, legible on paper and as the ground of a whole card. A test compares them with the stylesheet.
import type { Accent } from "./accent.ts"

export const INK: Record<Accent, string> = {
  vermilion: "#ad3117",
  indigo: "#2d457f",
  pine: "#2b5b42",
  plum: "#832b50",
  ochre: "#734c02",
  teal: "#105d67",
  wisteria: "#62458f",
  sumi: "#33312c",
}
