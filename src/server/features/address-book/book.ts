// What every address book can do, whichever contacts it holds.

export interface Contact {
  /** of its file */
  name: string
  /** strong, with its quotes */
  etag: string
  modified: Date
  bytes: number
  /** empty unless it was asked for */
  card: string
}

export interface Changes {
  changed: AsyncIterable<Contact[]>
  /** names; read after `changed` */
  deleted: AsyncIterable<string[]>
  /** for the next time; known when both were read */
  token(): string
  /** there is more, which the next request gets */
  isCut(): boolean
}

export interface Book {
  title: string
  description: string
  isReadOnly: boolean
  /** changes whenever a contact does: letters, digits, dots and dashes */
  token(): Promise<string>
  contacts(names: string[]): Promise<Contact[]>
  all(withCards: boolean): AsyncIterable<Contact[]>
  /**
   * @param token empty: from the beginning
   * @param limit null: everything
   * @returns null when the token is unknown or too old
   */
  changes(token: string, limit: number | null, withCards: boolean): Promise<Changes | null>
}
