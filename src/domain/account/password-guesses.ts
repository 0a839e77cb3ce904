// How many guesses a password takes an attacker who tries known words, names, dates and patterns first, and then everything.
import {
  type Found,
  findDates,
  findNumbers,
  findSequence,
  findWalks,
  LONGEST_PIECE,
  repetitionsOf,
} from "./password-runs.ts"
import { plainOf, skeletonOf, spellingsOf } from "./password-spellings.ts"

/** Known words that start at `from`, in a text that went through skeletonOf. */
export type KnownWords = (skeleton: string, from: number, found: Found) => void

/** Fewer guesses than these (a decimal logarithm) are too few. At 100 guesses an hour for one account they take centuries. */
const GUESSES_NEEDED = 8.5
/** A longer text has so many pieces that it always takes more guesses: none costs less than 1, but single signs. */
const LONGEST_JUDGED = Math.ceil(LONGEST_PIECE * GUESSES_NEEDED)

const OWN_WORD = 1
const OWN_WORD_MIN = 3
const OWN_WORDS_MAX = 24
const REPEATED = 1
const LETTER = Math.log10(26)
/** The first letter after something else: that a letter follows must be guessed too. */
const FIRST_LETTER = 2
const USUAL_SIGN = 0.7
const SIGN = 1.5
const USUAL_SIGNS_MAX = 2
const CHANGE = 0.3
const CHANGES_MAX = 5

const isDigit = (code: number) => code >= 48 && code <= 57
const isLetter = (code: number) => code >= 97 && code <= 122

/** The decimal logarithm of the guesses that try every text of this length and these kinds of signs. */
export function bruteForceCost(text: string): number {
  let cost = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    cost += isDigit(code) ? 1 : isLetter(code) ? LETTER : SIGN
  }
  return cost
}

/** What each sign of the text costs if it is part of nothing known. */
function signCosts(text: string): Float64Array {
  const costs = new Float64Array(text.length)
  let signs = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) costs[at] = 1
    else if (isLetter(code)) costs[at] = isLetter(before) ? LETTER : FIRST_LETTER
    else if (code > 126) costs[at] = 2
    else if (code === before) costs[at] = USUAL_SIGN
    else costs[at] = "!@#.*-_? ".includes(text[at] ?? "") && signs++ < USUAL_SIGNS_MAX ? USUAL_SIGN : SIGN
    before = code
  }
  return costs
}

/** Capitals in unusual places: "paSSword", but neither "Password" nor "PASSWORD". */
function caseCost(password: string): number {
  const changes = password.match(/\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu)?.length ?? 0
  return CHANGE * Math.min(changes, CHANGES_MAX)
}

/** What an attacker tries who knows these texts (names, addresses): each text and its words, as skeletons. */
export function ownWords(texts: string[]): string[] {
  const plain = texts.map((text) => plainOf(text.slice(0, 300)))
  const parts = plain.flatMap((text) => [...text.split(/[^\p{L}\p{N}]+/u), text.replace(/[^\p{L}\p{N}]+/gu, "")])
  const words = [...new Set([...plain, ...parts])].filter((word) => word.length >= OWN_WORD_MIN)
  return words.slice(0, OWN_WORDS_MAX).map((word) => skeletonOf(word.slice(0, LONGEST_PIECE)))
}

/** "abcabcab" → "abc": the shortest text of which this one is a repetition. */
function periodOf(text: string): string {
  const borders = new Uint16Array(text.length + 1)
  for (let at = 1, border = 0; at < text.length; at++) {
    while (border > 0 && text[at] !== text[border]) border = borders[border] ?? 0
    if (text[at] === text[border]) border++
    borders[at + 1] = border
  }
  const period = text.length - (borders[text.length] ?? 0)
  return period * 2 <= text.length ? text.slice(0, period) : text
}

/** The cheapest way to write `text` as pieces, one after the other. Stops where no way leads below GUESSES_NEEDED. */
function cheapest(text: string, own: string[], known: KnownWords): number {
  if (text.length > LONGEST_JUDGED) return GUESSES_NEEDED
  const skeleton = skeletonOf(text)
  const single = signCosts(text)
  const findRepetition = repetitionsOf(text)
  const best = new Float64Array(text.length + 1).fill(Number.POSITIVE_INFINITY)
  best[0] = 0
  let reach = 0
  for (let from = 0; from < text.length; from++) {
    const before = best[from] ?? 0
    if (before >= GUESSES_NEEDED) {
      if (from >= reach) return GUESSES_NEEDED
      continue
    }
    const found: Found = (end, cost) => {
      if (before + cost >= (best[end] ?? 0)) return
      best[end] = before + cost
      if (before + cost < GUESSES_NEEDED && end > reach) reach = end
    }
    found(from + 1, single[from] ?? 0)
    known(skeleton, from, (end, cost) => found(end, cost + mixCost(text, from, end)))
    findSequence(text, from, found)
    findWalks(text, from, found)
    findDates(text, from, found)
    findNumbers(text, from, found)
    findRepetition(from, (end) => found(end, REPEATED))
    for (const word of own) if (skeleton.startsWith(word, from)) found(from + word.length, OWN_WORD)
  }
  return best[text.length] ?? 0
}

/** "P@ssw0rd", "qwe123": letters and other signs in turn. */
function mixCost(text: string, from: number, end: number): number {
  let changes = 0
  for (let at = from + 1; at < end; at++)
    if (isLetter(text.charCodeAt(at)) !== isLetter(text.charCodeAt(at - 1))) changes++
  return CHANGE * Math.min(changes, CHANGES_MAX)
}

/**
 * Whether what is known (words, names, dates, patterns) leads to the password in fewer than GUESSES_NEEDED guesses, and
 * sooner than trying everything of its length does: eight random digits take few guesses, and still are not tried first.
 * @param own what is known about the account; see ownWords
 */
export function isGuessedEarly(password: string, own: string[], known: KnownWords): boolean {
  const enough = Math.min(GUESSES_NEEDED, bruteForceCost(plainOf(password))) - caseCost(password)
  return spellingsOf(password).some(({ text, cost }) => {
    const period = periodOf(text)
    return cheapest(period, own, known) + (period === text ? 0 : REPEATED) + cost < enough
  })
}
