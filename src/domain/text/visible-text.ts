// Text that strangers will read: what is visible, and what is removed or refused because it would mislead readers.
import { NAME_MARKS_MAX } from "../limits.ts"

/** Embeddings, overrides and isolates: they change the direction of the text that follows, even outside the field. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** For single-line fields. Pasted text brings invisible controls; removing them loses nothing. */
export const oneLine = (text: string): string =>
  text
    .replace(DIRECTION_CONTROLS, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()

/** The same for text with line breaks. */
export const manyLines = (text: string): string =>
  text
    .replace(DIRECTION_CONTROLS, "")
    .replace(/[^\P{Cc}\t\n\r]+/gu, " ")
    .trim()

/** The same for a form that is sent without scripts: each line break arrives as CRLF, which would count twice. */
export const sentLines = (text: string): string => manyLines(text.replace(/\r\n?/g, "\n"))

/** Letters and signs without width, and those that are only space. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]/gu

/** The flags of England, Scotland and Wales are spelled with tag characters. */
const TAGGED_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu

/**
 * Controls, line breaks, changes of direction, letters without ink, and hidden tags. Joiners, the marks for left and right
 * (U+200E, U+200F, U+061C) and variation selectors are needed to write names in Persian, Hindi, Hebrew or Japanese, and may stay.
 */
const DECEPTIVE =
  /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2060-\u206f\u115f\u1160\u3164\uffa0\u2800\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** A name from before these rules, as it may be shown today: without what forms refuse. Empty when nothing is visible. */
export function readableName(name: string): string {
  const flags = oneLine(name).match(TAGGED_FLAG) ?? []
  const parts = oneLine(name).split(TAGGED_FLAG)
  const kept = parts.map((part, at) => part.replace(DECEPTIVE, "") + (flags[at] ?? "")).join("")
  let row = 0
  const readable = [...kept].filter((character) => {
    if (character.replace(UNSEEN, "") === "") return true
    row = /[\p{Mn}\p{Me}]/u.test(character) ? row + 1 : 0
    return row <= NAME_MARKS_MAX
  })
  const text = readable.join("").trim()
  return nameProblem(text, 1) === null ? text : ""
}

type NameProblem = "short" | "characters" | "marks"

/** Why a name cannot be shown, or null. @param min visible characters */
export function nameProblem(name: string, min: number): NameProblem | null {
  const seen = name.replace(UNSEEN, "")
  if ([...seen].length < min || !/\P{M}/u.test(seen)) return "short"
  if (name.replace(TAGGED_FLAG, "").search(DECEPTIVE) !== -1) return "characters"
  let row = 0
  for (const character of seen) {
    row = /[\p{Mn}\p{Me}]/u.test(character) ? row + 1 : 0
    if (row > NAME_MARKS_MAX) return "marks"
  }
  return null
}
