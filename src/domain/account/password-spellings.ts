// The ways one password can be spelled: letter case, look-alike signs, the keyboard's other layouts, backward, spaced out.
import { PASSWORD_MAX } from "../limits.ts"

const LOOKALIKES: Record<string, string> = {
  "0": "o",
  "1": "i",
  l: "i",
  "!": "i",
  "|": "i",
  "3": "e",
  "€": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
  "7": "t",
  "+": "t",
  "8": "b",
  "9": "g",
}

/** Signs above (or, on a French keyboard, below) the digits 1 to 0. */
const DIGIT_ROWS = ["!@#$%^&*()", '!"§$%&/()=', "&é\"'(-è_çà"]
const CYRILLIC = "йцукенгшщзхъфывапролджэячсмитьбю"
const CYRILLIC_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

const mapOf = (from: string, to: string) => new Map([...from].map((sign, at) => [sign, to[at] ?? sign]))
const ROW_MAPS = [...DIGIT_ROWS.map((row) => mapOf(row, "1234567890")), mapOf(CYRILLIC, CYRILLIC_KEYS)]
const LOOKALIKE_OF = new Map(Object.entries(LOOKALIKES))

const swap = (text: string, map: Map<string, string>): string =>
  text.length === 0 ? text : Array.from(text, (sign) => map.get(sign) ?? sign).join("")

/** One text for all that look or read alike to an attacker; as long as `text`, sign for sign. */
export const skeletonOf = (text: string): string => swap(text, LOOKALIKE_OF)

/** Lower case, compatible forms united ("ｐａｓｓ"), accents gone ("contraseña"). */
export const plainOf = (text: string): string =>
  text
    .normalize("NFKD")
    // One sign may stand for eighteen.
    .slice(0, PASSWORD_MAX)
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[\p{Mn}\p{Cf}]/gu, "")

/** "p-a-s-s" → "pass": one and the same sign after every other. */
function unspaced(text: string): string {
  const gap = text[1]
  if (gap === undefined || text.length < 7 || /[\p{L}\p{N}]/u.test(gap)) return text
  let kept = ""
  for (let at = 0; at < text.length; at++) {
    if (at % 2 === 0) kept += text[at]
    else if (text[at] !== gap) return text
  }
  return kept
}

interface Spelling {
  text: string
  /** The decimal logarithm of how many such readings one would try. */
  cost: number
}

const OTHER_KEYS = 1
const SPACED = 1
const BACKWARD = 0.5

/** Every reading worth a guess; a handful, each about as long as the password. */
export function spellingsOf(password: string): Spelling[] {
  const lower = password.normalize("NFKC").slice(0, PASSWORD_MAX).toLowerCase()
  const plain = plainOf(password)
  const costs = new Map([[plain, 0]])
  const add = (text: string, cost: number) => costs.has(text) || costs.set(text, cost)
  add(unspaced(plain), SPACED)
  for (const map of ROW_MAPS) add(plainOf(swap(lower, map)), OTHER_KEYS)
  for (const [text, cost] of [...costs]) add(Array.from(text).reverse().join(""), cost + BACKWARD)
  return Array.from(costs, ([text, cost]) => ({ text, cost }))
}
