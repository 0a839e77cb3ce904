// Who visits which address, and the errors that only address books know.

import type { BookName } from "./address.ts"
import type { Book } from "./book.ts"

/** One request by the owner of an app password. */
export interface Visit {
  ownerId: string
  books: Record<BookName, Book>
  /** before the tokens of this site's address books */
  tokenPrefix(book: BookName): string
  /** of the addresses that clients may name in full */
  origins: readonly string[]
}

/** A precondition of WebDAV or CardDAV that does not hold: its name is in the body of the response. */
export class UnmetCondition extends Error {
  readonly status: 403 | 409 | 412 | 413 | 415
  /** qualified */
  readonly condition: string
  /** XML inside of it */
  readonly content: string

  constructor(status: UnmetCondition["status"], condition: string, content = "") {
    super(condition)
    this.status = status
    this.condition = condition
    this.content = content
  }
}
