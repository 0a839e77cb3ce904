// What readers take for one letter: with its accents, an emoji whole. It may be several characters.

export const lettersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
