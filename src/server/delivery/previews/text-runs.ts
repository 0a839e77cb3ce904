// A line of text as runs that one font draws in one direction, in the order in which they stand from left to right.
// Two levels are enough for a name and a company: words of one direction within a line of the other.
import type { Font } from "fontkit"
import { lettersOf } from "../../../domain/text/letters.ts"
import type { Fonts, Weight } from "./fonts.ts"

export interface Run {
  font: Font
  text: string
  isFromRight: boolean
}

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const FROM_LEFT = /[\p{L}\p{N}]/u
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u{fe0f}|\u{20e3}/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const MIRRORED: Record<string, string> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "«": "»",
  "»": "«",
  "<": ">",
  ">": "<",
}

export const isFromRight = (text: string): boolean => FROM_RIGHT.test(/[\p{L}]/u.exec(text)?.[0] ?? "")

/** Without emoji and control characters, whose pictures no font of ours has; one line. */
export const drawable = (text: string): string =>
  lettersOf(text.toWellFormed().normalize("NFC"))
    .filter((grapheme) => !EMOJI.test(grapheme) || /^[\d#*©®™]/u.test(grapheme))
    .join("")
    .replace(/[\p{Cc}\p{Co}\u{fffd}]|\u{fe0f}|\u{20e3}/gu, " ")
    .replace(/\s+/g, " ")
    .trim()

interface Piece {
  font: Font
  text: string
  /** undefined: as its neighbours */
  fromRight: boolean | undefined
}

function pieceOf(grapheme: string, last: Piece | undefined, weight: Weight, fonts: Fonts): Piece | null {
  const visible = [...grapheme].filter((character) => !INVISIBLE.test(character))
  const points = visible.map((character) => character.codePointAt(0) ?? 0)
  // What the font before can draw stays with it: spaces within Arabic, commas within Japanese.
  const stays = last !== undefined && points.every((point) => last.font.hasGlyphForCodePoint(point))
  const font = stays && !FROM_LEFT.test(grapheme) ? last.font : fonts.fontFor(points, weight)
  if (font === undefined) return null
  const text = [...grapheme].filter((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)).join("")
  return { font, text, fromRight: FROM_RIGHT.test(grapheme) || (FROM_LEFT.test(grapheme) ? false : undefined) }
}

/** Signs and spaces take the direction of both their neighbours, or else that of the line. */
function directed(pieces: readonly Piece[], lineFromRight: boolean): boolean[] {
  const before = pieces.map((_, at) => pieces.slice(0, at + 1).findLast((p) => p.fromRight !== undefined)?.fromRight)
  return pieces.map((piece, at) => {
    if (piece.fromRight !== undefined) return piece.fromRight
    const after = pieces.slice(at).find((p) => p.fromRight !== undefined)?.fromRight
    return before[at] !== undefined && before[at] === after ? after : lineFromRight
  })
}

/** Null when no font draws some of it: half a name is worse than none. */
export function runsOf(text: string, weight: Weight, fonts: Fonts): Run[] | null {
  const pieces: Piece[] = []
  for (const segment of lettersOf(text)) {
    const piece = pieceOf(segment, pieces.at(-1), weight, fonts)
    if (piece === null) return null
    pieces.push(piece)
  }
  const lineFromRight = isFromRight(text)
  const directions = directed(pieces, lineFromRight)
  const groups: { isFromRight: boolean; runs: Run[] }[] = []
  for (const [at, { font, text: drawn }] of pieces.entries()) {
    const isRight = directions[at] ?? lineFromRight
    let group = groups.at(-1)
    if (group === undefined || group.isFromRight !== isRight) {
      group = { isFromRight: isRight, runs: [] }
      groups.push(group)
    }
    const shown = isRight ? (MIRRORED[drawn] ?? drawn) : drawn
    const run = group.runs.at(-1)
    if (run?.font === font) run.text += shown
    else group.runs.push({ font, text: shown, isFromRight: isRight })
  }
  const ordered = groups.map(({ isFromRight: isRight, runs }) => (isRight ? runs.toReversed() : runs))
  return (lineFromRight ? ordered.reverse() : ordered).flat()
}
