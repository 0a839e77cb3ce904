// The colors of a card: chosen by its owner, or else by the username, so that it is always the same.

/** Traditional inks, as the edit form names them. Their values for light and dark are in src/web/styles/theme.css. */
export const ACCENT_LABEL = {
  vermilion: "Vermilion",
  indigo: "Indigo",
  pine: "Pine",
  plum: "Plum",
  ochre: "Ochre",
  teal: "Teal",
  wisteria: "Wisteria",
  sumi: "Sumi ink",
} as const
export type Accent = keyof typeof ACCENT_LABEL
export const ACCENTS = Object.keys(ACCENT_LABEL) as Accent[]

export const isAccent = (value: unknown): value is Accent => (ACCENTS as readonly unknown[]).includes(value)

/** A small even hash (FNV-1a, 32 bit), never negative. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

export function accentOf({ username, accent }: { username: string; accent: string }): Accent {
  return isAccent(accent) ? accent : automaticAccent(username)
}

/** Always the same color. @param name a username, or the name of a person without a card */
export const automaticAccent = (name: string): Accent => ACCENTS[hashOf(name) % ACCENTS.length] ?? "vermilion"
