// A person's name from the parts in which address books keep it.

export interface NameParts {
  prefix?: string
  given?: string
  middle?: string
  family?: string
  suffix?: string
}

const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u

/** In the order of the language that its letters show: Chinese, Japanese and Korean names begin with the family. @param gap between their parts */
export function joinedName(
  { prefix = "", given = "", middle = "", family = "", suffix = "" }: NameParts,
  gap = "",
): string {
  if (FAMILY_FIRST.test(family + middle + given)) return joined([family, middle, given], gap)
  return joined([prefix, given, middle, family, suffix], " ")
}

const joined = (parts: string[], gap: string): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(gap)
