// Text on a picture that fits its width: smaller first, then in two lines or three, and cut only after that. A canvas alone would squeeze
// the letters.
import { lettersOf } from "../../domain/text/letters.ts"

interface Place {
  /** its middle */
  x: number
  /** of the capitals of the first line */
  top: number
  width: number
  /** of the letters, in pixels */
  size: number
  font: (size: number) => string
}

/** What is tried: shares of the size, and in how many lines. */
const LAST = { share: 0.65, most: 3 }
const TRIED = [
  { share: 1, most: 1 },
  { share: 0.92, most: 1 },
  { share: 0.85, most: 1 },
  { share: 0.85, most: 2 },
  { share: 0.75, most: 2 },
  LAST,
]
const LINE_HEIGHT = 1.2
/** A share of the size, in any font about the same. */
const CAPITALS = 0.7

/** @returns the baseline of the last line */
export function drawFitted(pen: CanvasRenderingContext2D, text: string, { x, top, width, size, font }: Place): number {
  const isFitting = (line: string) => pen.measureText(line).width <= width
  const linesAt = (share: number) => {
    pen.font = font(size * share)
    return wrapped(text, width, (line) => pen.measureText(line).width)
  }
  const { share, most } = TRIED.find((tried) => linesAt(tried.share).length <= tried.most) ?? LAST
  const lines = linesAt(share)
  const shown = lines.length <= most ? lines : cut(broken(text, isFitting).slice(0, most), isFitting)
  const step = size * share * LINE_HEIGHT
  const y = top + size * share * CAPITALS
  for (const [at, line] of shown.entries()) pen.fillText(line, x, y + at * step)
  return y + (shown.length - 1) * step
}

/** In as few lines as possible, about equally long. */
function wrapped(text: string, width: number, widthOf: (line: string) => number): string[] {
  const lines = broken(text, (line) => widthOf(line) <= width)
  for (let narrow = 0.5; narrow < 1; narrow += 0.05) {
    const even = broken(text, (line) => widthOf(line) <= width * narrow)
    if (even.length === lines.length) return even
  }
  return lines
}

/** Between words; a word that is longer than a line, between letters. */
function broken(text: string, isFitting: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && isFitting(longer)) lines.splice(-1, 1, longer)
    else lines.push(...pieces(word, isFitting))
  }
  return lines
}

function pieces(word: string, isFitting: (line: string) => boolean): string[] {
  const all: string[] = []
  for (const letter of lettersOf(word)) {
    const longer = `${all.at(-1) ?? ""}${letter}`
    if (isFitting(longer)) all.splice(-1, 1, longer)
    else all.push(letter)
  }
  return all
}

/** The last line ends with an ellipsis, after a whole word if it has several. */
function cut(lines: string[], isFitting: (line: string) => boolean): string[] {
  const words = lines.at(-1)?.split(" ") ?? []
  const parts = words.length > 1 ? words.map((word, at) => (at === 0 ? word : ` ${word}`)) : lettersOf(words.join())
  while (parts.length > 1 && !isFitting(`${parts.join("")}…`)) parts.pop()
  return [...lines.slice(0, -1), `${parts.join("")}…`]
}
