// Whether a regular expression takes time in proportion to its input, whatever the input is. Two judges, because each misses
// what the other sees: an analysis of its syntax (scslre), and runs on hostile inputs made from its own characters.
import { runInNewContext } from "node:vm"
import { JS, Words } from "refa"
import { analyse } from "scslre"

/** A quantifier with a higher limit than this counts as one without. */
const SMALL_COUNT = 100
// What is slow shows at the first length that it can: at the last one it takes seconds.
const LENGTHS = [24, 400, 4096, 16_384]
const GROWTH = 4
/** Linear work takes less than this on each length, mostly; only what takes more is compared. */
const QUICK_MS = 1.5
/** What takes less on the longer input is never called slow. */
const SLOW_MS = 10
/** Time for four times the input: 4 times as long when linear, 16 times when quadratic. */
const LINEAR_RATIO = 9
/** Wall-clock time, so that also a busy machine can judge the longest pattern. */
const DEADLINE_MS = 20_000
const ALPHABET_MAX = 12
const PAIRS_MAX = 60

const MEANING = {
  Trade: "two quantifiers may take the same characters",
  Self: "a quantifier competes with itself",
  Move: "a search that fails starts again one character further on",
}

/**
 * @param {RegExp} pattern
 * @returns {string | null} why its time grows faster than its input, or null
 */
export function whyNotLinear(pattern) {
  const { reports } = analyse(pattern, { assumeRejectingSuffix: false })
  const worst = reports.find(({ exponential }) => exponential) ?? reports[0]
  if (worst !== undefined) return `${worst.exponential ? "exponential" : "quadratic"}, ${MEANING[worst.type]}`
  const parts = partsOf(pattern)
  if (parts.loops.some(({ isBehind }) => isBehind)) return "quadratic, each place looks back without a limit"
  const shapes = hostileShapes(parts)
  try {
    return runInNewContext("slowInput()", { slowInput: () => slowInput(pattern, shapes) }, { timeout: DEADLINE_MS })
  } catch (error) {
    if (error.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error
    return `not done with a few kilobytes within ${DEADLINE_MS / 1000} s`
  }
}

function slowInput(pattern, shapes) {
  const ms = (shape, length) => {
    const input = shape.prefix + shape.pump.repeat(Math.ceil(length / shape.pump.length)) + shape.suffix
    const begun = processorMs()
    input.replace(pattern, "")
    return processorMs() - begun
  }
  for (const shape of shapes)
    for (const length of LENGTHS) {
      if (ms(shape, length) < QUICK_MS) continue
      const grows = () => {
        const longer = ms(shape, length * GROWTH)
        return longer > SLOW_MS && longer / ms(shape, length) > LINEAR_RATIO
      }
      // The compiler and the collector of garbage may run meanwhile, though not each time with the longer input.
      if (grows() && grows() && grows())
        return `slow on ${JSON.stringify(shape.prefix)}, many times ${JSON.stringify(shape.pump)}, ${JSON.stringify(shape.suffix)}`
    }
  return null
}

/** What other programs of a busy machine take is not the pattern's. */
function processorMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The character sets of a pattern, and its unlimited quantifiers with what comes before them. */
function partsOf(pattern) {
  const parser = JS.Parser.fromLiteral(pattern)
  const { expression } = parser.parse({ assertions: "parse", backreferences: "unknown" })
  const parts = { sets: [], loops: [] }
  for (const alternative of expression.alternatives) visit(alternative, { before: "", isBehind: false }, parts)
  return parts
}

/** Inputs that keep a pattern trying: a way in, a part over and over, and an end that does not fit. */
function hostileShapes({ sets, loops }) {
  if (loops.length === 0) return []
  const odd = characterOf(sets.reduce((all, set) => all.union(set)).negate()) ?? "\0"
  const alphabet = alphabetOf(sets)
  const prefixes = distinct(["", ...loops.map(({ before }) => before)])
  const parts = loops.flatMap(({ before, inner }) => [
    ...[inner, before, before + inner, inner + odd],
    // Behind a word's end, say.
    ...alphabet.map((character) => before + character),
  ])
  const ends = distinct(["", odd, "\n", `${odd}${alphabet[0] ?? ""}`])
  const pairs = alphabet.flatMap((a) => alphabet.map((b) => a + b)).slice(0, PAIRS_MAX)
  return [
    ...distinct([...parts, ...alphabet]).flatMap((pump) =>
      prefixes.flatMap((prefix) => ends.map((suffix) => ({ prefix, pump, suffix }))),
    ),
    ...distinct(pairs).map((pump) => ({ prefix: "", pump, suffix: odd })),
  ]
}

const distinct = (texts) => [...new Set(texts)].filter((text, n) => text !== "" || n === 0)

function characterOf(set) {
  const code = Words.pickMostReadableCharacter(set)
  return code === undefined ? undefined : String.fromCodePoint(code)
}

/** One character for each way in which the pattern tells characters apart. */
function alphabetOf(sets) {
  const cuts = sets.flatMap((one) => [one, ...sets.flatMap((other) => [one.intersect(other), one.without(other)])])
  return distinct(cuts.flatMap((set) => characterOf(set) ?? [])).slice(0, ALPHABET_MAX)
}

/** Text that the nodes match, more or less; assertions are not heeded. */
function sampleOf({ elements }) {
  return elements
    .map((element) => {
      if (element.type === "CharacterClass") return characterOf(element.characters) ?? ""
      if (element.type === "Alternation") return sampleOf(element.alternatives[0])
      if (element.type === "Quantifier")
        return sampleOf(element.alternatives[0] ?? { elements: [] }).repeat(Math.min(5, Math.max(1, element.min)))
      return ""
    })
    .join("")
}

function visit({ elements }, start, parts) {
  let { before } = start
  for (const element of elements) {
    const isBehind = start.isBehind || element.kind === "behind"
    if (element.type === "CharacterClass") parts.sets.push(element.characters)
    for (const alternative of element.alternatives ?? []) {
      if (element.type === "Quantifier" && element.max > SMALL_COUNT)
        parts.loops.push({ before, inner: sampleOf(alternative), isBehind })
      visit(alternative, { before, isBehind }, parts)
    }
    before += sampleOf({ elements: [element] })
  }
}
