// What is wrong with a name, for any form that asks for one.

/** @param field what the form calls it */
export const NAME = {
  characters: (field: string) => `${field} can't contain line breaks or invisible control characters`,
  marks: (field: string) => `${field} has too many accents on one letter`,
} as const
