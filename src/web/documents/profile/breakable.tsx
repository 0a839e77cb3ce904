// Where a long address may break.
import { Fragment, type ReactNode } from "react"

/** In characters; more may not fit in a row of a phone. */
const UNBROKEN_MAX = 30

/** A long address breaks behind these signs, before it breaks anywhere. */
export function breakable(text: string): ReactNode {
  if (text.length <= UNBROKEN_MAX) return text
  let end = 0
  return text.split(/(?<=[/.@](?=\S))/).map((part) => {
    end += part.length
    return (
      <Fragment key={end}>
        {part}
        {end < text.length && <wbr />}
      </Fragment>
    )
  })
}
