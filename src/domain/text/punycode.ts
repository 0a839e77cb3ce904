// Reads the ASCII form of an internationalized label (RFC 3492), which URL parsers accept unchanged, valid or not.

const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE = 0x80
const LAST_CODE = 0x10ffff
/** Labels have 63 characters at most, four of them the prefix. */
const LABEL_MAX = 59
const PLACE_MAX = 0x7fffffff

/** RFC 3492 section 6.1 */
function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let bias = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; bias += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}

/** @param label in lower case, what is behind its "xn--" @returns null when it is invalid */
export function fromPunycode(label: string): string | null {
  if (label.length > LABEL_MAX) return null
  const border = label.lastIndexOf("-")
  const codes = [...label.slice(0, Math.max(0, border))].map((character) => character.charCodeAt(0))
  let code = FIRST_CODE
  let bias = FIRST_BIAS
  let place = 0
  for (let at = border + 1; at < label.length; ) {
    const before = place
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = at < label.length ? "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(label.charAt(at++)) : -1
      if (digit === -1) return null
      place += digit * weight
      // No label needs more (RFC 3492 section 6.4); beyond it the sums would not end.
      if (place > PLACE_MAX) return null
      const threshold = Math.min(T_MAX, Math.max(T_MIN, step - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const length = codes.length + 1
    bias = adapted(place - before, length, before === 0)
    code += Math.floor(place / length)
    if (code > LAST_CODE) return null
    place %= length
    codes.splice(place++, 0, code)
  }
  return codes.length > 0 ? String.fromCodePoint(...codes) : null
}
