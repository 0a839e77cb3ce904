// Where long web, email and postal addresses break.
import type { ReactNode } from "react"

/** In characters; more may not fit in a row of a phone. */
const UNBROKEN_MAX = 30

/**
 * A long web or email address breaks after / and @, and after a dot only where a part between them is too wide for its line: parts are
 * blocks by the style of what they stand in.
 */
export const breakable = (text: string): ReactNode =>
  text.length <= UNBROKEN_MAX ? text : blocks(text, /(?<=[/@](?=\S))/, (part) => blocks(part, /(?<=\.(?=\S))/))

function blocks(text: string, ends: RegExp, inside = (part: string): ReactNode => part): ReactNode {
  const parts = text.split(ends)
  if (parts.length === 1) return inside(text)
  let end = 0
  return parts.map((part) => {
    end += part.length
    return <span key={end}>{inside(part)}</span>
  })
}

/** In characters, which the narrowest phones have room for: most streets, a city, a state with its code. */
const TOGETHER_MAX = 22

/** A long line of a postal address breaks after its commas before it breaks inside a street or a city. */
export const breakableAddress = (address: string): string =>
  address
    .split("\n")
    .map((line) => (line.length <= UNBROKEN_MAX ? line : line.split(", ").map(together).join(", ")))
    .join("\n")

const together = (part: string): string => (part.length <= TOGETHER_MAX ? part.replaceAll(" ", "\u00a0") : part)
