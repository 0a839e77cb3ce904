// Text on a picture that fits its width: smaller first, then in two lines, and cut only after that. A canvas alone would squeeze the letters.
import { lettersOf } from "../../domain/text/letters.ts"

interface Place {
  /** its middle */
  x: number
  /** the baseline of the first line */
  y: number
  width: number
  /** of the letters, in pixels */
  size: number
  font: (size: number) => string
}

/** Of its size, a text that is still one line. */
const SMALLEST_LINE = 0.75
const LINE_HEIGHT = 1.2

/** @returns the baseline of the last line */
export function drawFitted(pen: CanvasRenderingContext2D, text: string, { x, y, width, size, font }: Place): number {
  const widthOf = (line: string) => pen.measureText(line).width
  pen.font = font(size)
  const share = Math.min(1, width / widthOf(text))
  const drawn = size * Math.max(share, SMALLEST_LINE)
  pen.font = font(drawn)
  const lines = share < SMALLEST_LINE ? twoLines(text, (line) => widthOf(line) <= width) : [text]
  for (const [at, line] of lines.entries()) pen.fillText(line, x, y + at * drawn * LINE_HEIGHT)
  return y + (lines.length - 1) * drawn * LINE_HEIGHT
}

function twoLines(text: string, isFitting: (line: string) => boolean): [string, string] {
  const spaces = [...text.matchAll(/\s+/g)].map(({ index }) => index)
  const pairs = spaces.map((at): [string, string] => [text.slice(0, at), text.slice(at).trim()])
  const [best] = pairs.filter((pair) => pair.every(isFitting)).sort((one, other) => longer(one) - longer(other))
  if (best !== undefined) return best
  const letters = lettersOf(text)
  const most = longest(letters, isFitting)
  const first = pairs.findLast(([line]) => isFitting(line))?.[0] ?? most
  const rest = text.slice(first.length).trim()
  if (isFitting(rest)) return [first, rest]
  return [first, `${longest(lettersOf(rest), (line) => isFitting(`${line}…`)).trim()}…`]
}

const longer = (pair: [string, string]): number => Math.max(...pair.map((line) => line.length))

/** As many letters as fit. */
function longest(letters: string[], isFitting: (line: string) => boolean): string {
  const beyond = letters.findIndex((_, at) => !isFitting(letters.slice(0, at + 1).join("")))
  return letters.slice(0, beyond === -1 ? letters.length : beyond).join("")
}
