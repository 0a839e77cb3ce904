// A rendered page as it is kept: its bytes, compressed, and the headers that belong to them.
import type { Encoded } from "./compress.ts"

export interface Page {
  status: number
  /** kept in memory; others are rendered again each time */
  isKept: boolean
  /** of every answer, 304 included */
  headers: Record<string, string>
  etag: string
  body: Encoded
  /** what the page weighs in memory, in bytes */
  size: number
}
