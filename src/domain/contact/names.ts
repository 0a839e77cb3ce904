// A person's name: the two letters that stand for it, and its two halves for a contact card.
import { INITIALS_MAX } from "../limits.ts"

const words = (name: string): string[] => name.split(/\s+/).filter(Boolean)

/** To know that this letter stands alone needs no list of the world's marks, which costs a slow phone a fiftieth of a second. */
const PLAIN = /^[A-Za-z](?:[A-Za-z]|$)/

/** The first letter of a word as people see it: with its accents, an emoji whole; brackets and quotes in front are passed over. */
function firstLetter(word: string): string {
  if (PLAIN.test(word)) return word.charAt(0).toUpperCase()
  const letters = Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)
  const letter = letters.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? letters[0] ?? ""
  const capital = letter.toUpperCase()
  // "ß" and ligatures become two letters as capitals.
  return [...capital].length === [...letter].length ? capital : letter
}

/** First letters of up to two words (specification section 2); empty for an empty name. */
export const initials = (fullName: string): string =>
  words(fullName.toWellFormed()).slice(0, INITIALS_MAX).map(firstLetter).join("")

/** Of several spellings of one name, the longest: "Ada Lovelace", not "A. L." The first of equals; undefined of none. */
export const fullestName = (names: readonly string[]): string | undefined =>
  names.toSorted((a, b) => b.length - a.length)[0]

/** The last word is the family name, the rest the given name (specification section 3). */
export function splitName(fullName: string): { given: string; family: string } {
  const all = words(fullName)
  return { family: all.pop() ?? "", given: all.join(" ") }
}
