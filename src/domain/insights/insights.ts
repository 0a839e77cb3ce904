// What owners learn about their card and page: how often they were used, by day, place and card. Never by whom.

/** Periods to choose from, in days up to today. */
export const INSIGHT_DAYS = [7, 30, 90, 365] as const
export type InsightDays = (typeof INSIGHT_DAYS)[number]
export const INSIGHT_DAYS_DEFAULT: InsightDays = 30

/** Null for anything else. */
export const insightDays = (text: string | null | undefined): InsightDays | null =>
  INSIGHT_DAYS.find((days) => String(days) === text) ?? null

/** What is counted, in the order it is shown. */
export const MEASURES = ["views", "taps", "saves"] as const
export type Measure = (typeof MEASURES)[number]
export type Counts = Record<Measure, number>

export const sumOf = (list: readonly Counts[]): Counts => {
  const sum = { views: 0, taps: 0, saves: 0 }
  for (const counts of list) for (const measure of MEASURES) sum[measure] += counts[measure]
  return sum
}

/** The query of the contact card after the page has counted the save itself. */
export const COUNTED = "?counted"

/** Where a card was tapped, as exactly as it is stored. Never an address, never coordinates. */
export interface Place {
  city: string
  state: string
  /** ISO 3166-1 alpha-2 in capitals if the source knows it, otherwise the name it gives */
  country: string
}

export const NO_PLACE: Place = { city: "", state: "", country: "" }

const NAME_MAX = 100
/** What sources write when they do not know, and what proxies call Tor and satellites. */
const UNKNOWN = /^(\?|-+|n\/?a|null|none|undefined|unknown|private|xx|zz|t1|a1|a2)$/i

/** One line of ordinary characters, as long as the name of a city may be. Empty for a value that is not text. */
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
