// Where a card was tapped, as exactly as it is kept: city, state and country. Never an address, never coordinates.

export interface Place {
  city: string
  state: string
  /** ISO 3166-1 alpha-2 in capitals where the source knows it, otherwise the source's own words */
  country: string
}

export const NO_PLACE: Place = { city: "", state: "", country: "" }

const NAME_MAX = 100
/** What sources write when they do not know, and what proxies call Tor and satellites. */
const UNKNOWN = /^(\?|-+|n\/?a|null|none|undefined|unknown|private|xx|zz|t1|a1|a2)$/i

/** One line of ordinary characters, as long as a city's name may be; anything that is no text is nothing. */
function name(value: unknown): string {
  if (typeof value !== "string") return ""
  const line = value
    .toWellFormed()
    .replace(/[\p{C}\p{Z}\uFFFD]+/gu, " ")
    .trim()
  return UNKNOWN.test(line) ? "" : [...line].slice(0, NAME_MAX).join("").trim()
}

export function cleanPlace(found: { [Part in keyof Place]?: unknown }): Place {
  const country = name(found.country)
  return {
    city: name(found.city),
    state: name(found.state),
    country: /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : country,
  }
}

export const isPlace = ({ city, state, country }: Place): boolean => city !== "" || state !== "" || country !== ""
