// The colour of a card and the pattern of its banner: always the same for the same username.

/** Traditional inks; their values for light and dark are in styles/theme.css. */
export const ACCENTS = ["vermilion", "indigo", "pine", "plum", "ochre", "teal", "wisteria", "sumi"] as const
export type Accent = (typeof ACCENTS)[number]

/** A small even hash (FNV-1a, 32 bit), never negative. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

export const accentOf = (username: string): Accent => ACCENTS[hashOf(username) % ACCENTS.length] ?? "vermilion"
