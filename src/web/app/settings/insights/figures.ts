// Formats insights: days, weeks, changes, locations.
import type { DayCounts, PlaceTaps } from "../../../../api/insights.ts"
import { type Counts, type InsightDays, MEASURES, type Measure, sumOf } from "../../../../domain/insights/insights.ts"
import { monthDayOf } from "../../../ui/dates.ts"
import { countOf } from "../../../ui/sizes.ts"

/** What one bar represents. */
export interface Span extends Counts {
  /** "May 1", or of a week "Apr 25" */
  short: string
  /** "Fri, May 1", or of a week "Apr 25 – May 1" */
  long: string
  days: readonly DayCounts[]
}

const WEEKLY_FROM: InsightDays = 365
const WEEK = 7

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

export const MEASURE_NAMES: Record<Measure, { title: string; one: string; many: string }> = {
  views: { title: "Views", one: "page view", many: "page views" },
  taps: { title: "Taps", one: "card tap", many: "card taps" },
  saves: { title: "Saves", one: "contact save", many: "contact saves" },
}

/** "1 page view", "1,204 card taps" */
export const amountOf = (value: number, measure: Measure): string =>
  `${countOf(value)} ${MEASURE_NAMES[measure][value === 1 ? "one" : "many"]}`

/** What a bar of such a period is called. */
export const unitOf = (days: number): "day" | "week" => (days >= WEEKLY_FROM ? "week" : "day")

/** Single days; for a year, weeks that end today. */
export function spansOf(days: readonly DayCounts[]): Span[] {
  if (unitOf(days.length) === "day") {
    return days.map((day) => {
      const short = monthDayOf(day.day)
      return { ...day, short, long: `${WEEKDAYS[new Date(day.day).getUTCDay()]}, ${short}`, days: [day] }
    })
  }
  const spans: Span[] = []
  for (let end = days.length; end > 0; end -= WEEK) {
    const week = days.slice(Math.max(0, end - WEEK), end)
    const short = monthDayOf(week[0]?.day ?? "")
    spans.unshift({ ...sumOf(week), short, long: week.length === 1 ? short : periodOf(week), days: week })
  }
  return spans
}

/** Successive days or weeks without any count become one span: a table of many empty rows hides the others. */
export function foldEmpty(spans: readonly Span[]): Span[] {
  const folded: Span[] = []
  for (const span of spans) {
    const before = folded.at(-1)
    if (before === undefined || !isEmpty(before) || !isEmpty(span)) folded.push(span)
    else {
      const days = [...before.days, ...span.days]
      folded[folded.length - 1] = { ...before, long: periodOf(days), days }
    }
  }
  return folded
}

const isEmpty = (span: Span): boolean => MEASURES.every((measure) => span[measure] === 0)

/** "Oct 23 – Nov 21"; with years if they differ. */
export function periodOf(days: readonly DayCounts[]): string {
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""]
  const [from, to] = [first.slice(0, 4), last.slice(0, 4)]
  if (from === to) return `${monthDayOf(first)} – ${monthDayOf(last)}`
  return `${monthDayOf(first)}, ${from} – ${monthDayOf(last)}, ${to}`
}

/** "+12%", "−3%", "new"; null when there is nothing to compare. */
export function changeOf(now: number, before: number | undefined): string | null {
  if (before === undefined || (now === 0 && before === 0)) return null
  if (before === 0) return "new"
  const percent = Math.round((100 * (now - before)) / before)
  return percent === 0 ? "±0%" : `${percent > 0 ? "+" : "−"}${countOf(Math.abs(percent))}%`
}

const STEPS = [1, 1.2, 1.4, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/** The smallest round number that is at least `value`, and can be halved. */
export function roundUp(value: number): number {
  if (value <= 10) return Math.max(2, value + (value % 2))
  const power = 10 ** Math.floor(Math.log10(value))
  const step = STEPS.find((one) => one * power >= value) ?? 10
  return step * power
}

/** The most precise known location, and the area around it: "Porto" and "Portugal". */
export function placeNames({ city, state, country_name }: PlaceTaps): { name: string; around: string } {
  const [name = "", ...around] = [city, state, country_name].filter(
    (part, n, all) => part !== "" && all.indexOf(part) === n,
  )
  return { name, around: around.join(", ") }
}
