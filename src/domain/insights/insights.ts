// What somebody may learn of the own card and page: how often they were used, by day, place and card. Never by whom.

/** Periods one may look at, in days up to today. */
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
