// What the portal's searches make of typed text, as the indexes of trigrams want it.

/** A pattern for LIKE: the text literally, wherever it stands. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`

/** Three letters or digits in a row: what the indexes are made of. Less is in none of them. */
export const isIndexed = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)
