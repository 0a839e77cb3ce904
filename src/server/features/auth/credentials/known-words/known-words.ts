// Leaked passwords and common words, from a file beside this one; scripts/build-known-words.ts makes it.
import { readFileSync } from "node:fs"
import type { KnownWords } from "../../../../../domain/account/password-guesses.ts"
import { judgePassword, type LengthRule, type Weakness } from "../../../../../domain/account/password-strength.ts"
import { addCode, decodeFilter, EMPTY, type Place, rankAt, type WordFilter } from "./word-filter.ts"

/** Longer entries of the lists were left out. */
export const LONGEST_WORD = 32
export const SHORTEST_WORD = 3
/** Rank → decimal logarithm of the guesses: among the first thousand, ten thousand, hundred thousand, million. */
export const RANK_COST = [3, 4, 5, 6]

let filter: WordFilter | undefined

/** Reads the file at the first call: 4 MB, a few milliseconds. Throws when it is missing or truncated. */
export function loadKnownWords(): WordFilter {
  filter ??= decodeFilter(readFileSync(new URL("known-words.bin", import.meta.url)))
  return filter
}

export const knownWords: KnownWords = (skeleton, from, found) => {
  const words = loadKnownWords()
  const last = Math.min(skeleton.length, from + LONGEST_WORD)
  const state = { ...EMPTY }
  const place: Place = { first: 0, second: 0, third: 0, mark: 0 }
  for (let at = from; at < last; at++) {
    addCode(state, skeleton.charCodeAt(at))
    if (at - from + 1 < SHORTEST_WORD) continue
    const cost = RANK_COST[rankAt(words, state, place)]
    if (cost !== undefined) found(at + 1, cost)
  }
}

/** See judgePassword. */
export const passwordWeakness = (password: string, short: LengthRule, own: string[]): Weakness | null =>
  judgePassword(password, short, own, knownWords)
