// A person's name: the two letters that stand for it, and its two halves for a contact card.
import { INITIALS_MAX } from "../limits.ts"
import { lettersOf } from "../text/letters.ts"

const words = (name: string): string[] => name.split(/\s+/).filter(Boolean)

/** Letters that nothing before them joins, and that join nothing. */
const LETTER = /^[A-Za-zÀ-ÖØ-öø-ɏΑ-ΡΣ-Ϋά-ώЀ-ҁҊ-ӿא-תؠ-يぁ-ゖァ-ヺ一-鿿가-힣]$/

/**
 * The first letter stands alone. To know that of most names needs neither the world's list of letters nor its rules for joining them,
 * which cost a slow phone a tenth of a second.
 */
function isAlone(word: string): boolean {
  const next = word.charAt(1)
  return LETTER.test(word.charAt(0)) && (next <= "ɏ" || LETTER.test(next))
}

/** "ß" and ligatures become two letters as capitals: they stay as they are. */
function capitalOf(letter: string): string {
  const capital = letter.toUpperCase()
  return [...capital].length === [...letter].length ? capital : letter
}

/** The first letter of a word as people see it: with its accents, an emoji whole; brackets and quotes in front are passed over. */
function firstLetter(word: string): string {
  if (isAlone(word)) return capitalOf(word.charAt(0))
  const letters = lettersOf(word)
  return capitalOf(letters.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? letters[0] ?? "")
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
