// Visits: what a page reports, and what its owner may read. Never who it was.
import * as z from "zod/mini"
import { INSIGHT_DAYS } from "../domain/insights/insights.ts"
import { GENERAL } from "../domain/messages.ts"
import { isUuid } from "../domain/paths.ts"
import type { Endpoints } from "./endpoint.ts"
import { count } from "./fields.ts"

const VISITS = ["view", "save"] as const
/** What a visitor's page reports: a view, or a saved contact. */
export type Visit = (typeof VISITS)[number]
const error = GENERAL.badRequest
const visit = z.object({ profile: z.string({ error }).check(z.refine(isUuid, error)), did: z.enum(VISITS, { error }) })

const counts = { views: count, taps: count, saves: count }

const dayCounts = z.object({ day: z.iso.date().check(z.describe("One day in UTC.")), ...counts })
export type DayCounts = z.infer<typeof dayCounts>

const placeTaps = z.object({
  city: z.string(),
  state: z.string(),
  country: z.string().check(z.describe("ISO 3166-1 alpha-2 where the source knows it.")),
  country_name: z.string().check(z.describe("In English.")),
  taps: count,
})
export type PlaceTaps = z.infer<typeof placeTaps>

const cardTaps = z.object({
  card_id: z.string(),
  taps: count,
  is_linked: z.boolean().check(z.describe("Leads to this profile now.")),
  nickname: z.string().check(z.describe("What you call it; empty: no name, or no longer yours.")),
})
export type CardTaps = z.infer<typeof cardTaps>

const insights = z.object({
  days: z.literal(INSIGHT_DAYS),
  per_day: z.array(dayCounts).check(z.describe("Every day of the period, oldest first; the last one is today.")),
  totals: z.object(counts),
  before: z
    .nullable(z.object(counts))
    .check(z.describe("The same number of days before; null if they are no longer kept.")),
  places: z.object({ top: z.array(placeTaps), elsewhere: count, unknown: count }),
  cards: z.array(cardTaps),
})
export type Insights = z.infer<typeof insights>

export const insightEndpoints = {
  "POST /api/visits": { summary: "Counts a view of a profile or a saved contact.", caller: "anyone", form: visit },
  "GET /api/insights": {
    summary: "How often your page was viewed, your cards tapped and your contact saved.",
    caller: "user",
    query: z.object({
      days: z.optional(z.string().check(z.describe(`One of ${INSIGHT_DAYS.join(", ")}.`))),
      profile: z.optional(z.string().check(z.describe("The id of one of your profiles; default: the first."))),
    }),
    answer: insights,
  },
} as const satisfies Endpoints
