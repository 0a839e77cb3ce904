// Pieces of a password that need no dictionary: sequences, walks over the keyboard, dates, and what was just typed again.

/** Neither longer pieces nor longer distances between a piece and its repetition are looked for. */
export const LONGEST_PIECE = 32

/** Reports a piece that starts where it was looked for: where it ends, and the decimal logarithm of the guesses for it. */
export type Found = (end: number, cost: number) => void

const isLetter = (code: number) => code >= 97 && code <= 122
const isDigit = (code: number) => code >= 48 && code <= 57

/** "aaaa", "abcd", "9876": one step from each sign to the next. */
export function findSequence(text: string, from: number, found: Found): void {
  const first = text.charCodeAt(from)
  const step = text.charCodeAt(from + 1) - first
  const isCounting = Math.abs(step) === 1 && (isLetter(first) || isDigit(first))
  if (step !== 0 && !isCounting) return
  const last = Math.min(text.length, from + LONGEST_PIECE)
  const isUsual = step === 1 && (text[from] === "a" || text[from] === "1")
  for (let end = from + 2; end < last; end++) {
    const before = text.charCodeAt(end - 1)
    const next = text.charCodeAt(end)
    const wraps = isDigit(before) && isDigit(next) && (next - before) * step === -9
    if (next - before !== step && !wraps) return
    found(end + 1, isUsual ? 1 : end === from + 2 && step !== 0 ? 2.5 : 2)
  }
}

const LAYOUTS = [
  ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"],
  ["1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm,.-"],
  ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn,;:!"],
].map(
  (rows) =>
    new Map(rows.flatMap((row, y) => Array.from(row, (key, x): [string, { x: number; y: number }] => [key, { x, y }]))),
)
const SHORTEST_WALK = 4

/** 0: not side by side; otherwise a number for the direction. Rows are shifted: w has q and e beside, 2 and 3 above, a and s below. */
function direction(layout: Map<string, { x: number; y: number }>, from: string, to: string): number {
  const a = layout.get(from)
  const b = layout.get(to)
  if (a === undefined || b === undefined) return 0
  const dx = b.x - a.x
  const dy = b.y - a.y
  const isBeside = dy === 0 ? Math.abs(dx) === 1 : Math.abs(dy) === 1 && (dx === 0 || dx === -dy)
  return isBeside ? 5 + dy * 3 + dx : 0
}

/** "qazxsw", "asdfgh": from key to neighbor, on the common layouts. */
export function findWalks(text: string, from: number, found: Found): void {
  const last = Math.min(text.length, from + LONGEST_PIECE)
  for (const layout of LAYOUTS) {
    let turns = 0
    let heading = 0
    for (let at = from + 1; at < last; at++) {
      const next = direction(layout, text[at - 1] ?? "", text[at] ?? "")
      if (next === 0) break
      if (heading !== 0 && next !== heading) turns++
      heading = next
      if (at - from + 1 >= SHORTEST_WALK) found(at + 1, 2.5 + 0.8 * turns)
    }
  }
}

const isYear = (digits: string) => digits >= "1900" && digits <= "2039"
const isDay = (digits: string) => digits >= "01" && digits <= "31"
const isMonth = (digits: string) => digits >= "01" && digits <= "12"
const isDayAndMonth = (a: string, b: string) => (isDay(a) && isMonth(b)) || (isMonth(a) && isDay(b))

/** Years, days of a year and whole dates, written in digits. */
export function findDates(text: string, from: number, found: Found): void {
  let end = from
  while (end < from + 8 && isDigit(text.charCodeAt(end))) end++
  const [a, b, c, d] = [0, 2, 4, 6].map((at) => text.slice(from + at, from + at + 2))
  if (a === undefined || b === undefined || c === undefined || d === undefined || end < from + 4) return
  if (isYear(a + b)) found(from + 4, 2)
  if (isDayAndMonth(a, b)) found(from + 4, 2.6)
  if (end >= from + 6 && (isDayAndMonth(a, b) || isDayAndMonth(b, c))) found(from + 6, 4.5)
  if (end < from + 8) return
  if ((isDayAndMonth(a, b) && isYear(c + d)) || (isYear(a + b) && isDayAndMonth(c, d))) found(from + 8, 4)
}

/** Lucky, holy and slang numbers: 786, 108, 143 ("I love you"), 520 and 1314 ("I love you", "forever"). */
const MEANING = ["007", "108", "143", "420", "520", "786", "911", "1314", "1337"]

export function findNumbers(text: string, from: number, found: Found): void {
  for (const number of MEANING) if (text.startsWith(number, from)) found(from + number.length, 2)
}

/**
 * "abcabc": what stands just before, once more.
 * @returns where it is looked for → how far it goes on; made once for a text, in time linear to its length
 */
export function repetitionsOf(text: string): (from: number, found: (end: number) => void) => void {
  const lags = Array.from({ length: Math.min(LONGEST_PIECE, text.length >> 1) }, (_, at) => at + 1)
  const same = lags.map((lag) => {
    const lengths = new Uint16Array(text.length + 1)
    for (let at = text.length - 1; at >= lag; at--)
      lengths[at] = text[at] === text[at - lag] ? (lengths[at + 1] ?? 0) + 1 : 0
    return lengths
  })
  return (from, found) => {
    for (const [at, lag] of lags.entries()) {
      const length = Math.min(same[at]?.[from] ?? 0, LONGEST_PIECE)
      if (length < (lag === 1 ? 2 : Math.max(lag, 3))) continue
      found(from + length)
      if (length >= lag) found(from + length - (length % lag))
    }
  }
}
