// What there is to decide: pages of reported and of hidden profiles, each with its reports.
import * as z from "zod/mini"
import type { HiddenProfile, ReportedProfile, Reports, ReviewedProfile } from "../../../api/moderation.ts"
import { Refusal } from "../../../domain/errors.ts"
import { REPORTED_PER_PAGE } from "../../../domain/limits.ts"
import { isUuid } from "../../../domain/paths.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Profiles } from "../profiles/service.ts"
import { countReasons, hiddenProfiles, newestReports, openGroups, type Place } from "./store.ts"

export interface Page<Item> {
  items: Item[]
  /** where the next page begins; null: there is none */
  next: string | null
}

/** Of years with four digits: of others a database knows only some. */
const MOMENT = z.iso.datetime()
const textOf = ({ at, id }: Place): string => `${at.toISOString()}~${id}`

/** @throws Refusal bad_request */
function placeOf(text: string | undefined): Place | null {
  if (text === undefined) return null
  const [moment = "", id = ""] = text.split("~")
  if (!z.safeParse(MOMENT, moment).success || !isUuid(id)) throw new Refusal("bad_request")
  return { at: new Date(moment), id }
}

interface Needs {
  database: OpenDatabase
  profiles: Profiles
}

export function createQueue({ database, profiles }: Needs) {
  const { db } = database

  /** The profiles with these ids and their reports, ready to be put together in the order of the page. */
  async function about(ids: string[], state: "open" | "hidden", now: Date) {
    if (ids.length === 0) return () => undefined
    const [reviewed, reasons, newest] = await Promise.all([
      profiles.forReview(ids, now),
      countReasons(db, ids, state),
      newestReports(db, ids, state),
    ])
    return (wanted: string): (Reports & { profile: ReviewedProfile }) | undefined => {
      const profile = reviewed.find(({ id }) => id === wanted)
      return (
        profile && {
          profile,
          reasons: reasons
            .filter(({ profile_id }) => profile_id === wanted)
            .map(({ reason, count }) => ({ reason, count })),
          newest: newest
            .filter(({ profile_id }) => profile_id === wanted)
            .map(({ id, reason, detail, created_at }) => ({
              id,
              reason,
              detail,
              created_at: created_at.toISOString(),
            })),
        }
      )
    }
  }

  /** One row more than a page says whether there is another. */
  function cut<Row>(rows: Row[], place: (row: Row) => Place): { shown: Row[]; next: string | null } {
    const shown = rows.slice(0, REPORTED_PER_PAGE)
    const last = shown.at(-1)
    return { shown, next: rows.length > shown.length && last !== undefined ? textOf(place(last)) : null }
  }

  return {
    async reported(after: string | undefined, now: Date): Promise<Page<ReportedProfile>> {
      const rows = await openGroups(db, placeOf(after), REPORTED_PER_PAGE + 1, now)
      const { shown, next } = cut(rows, ({ from, id }) => ({ at: from, id }))
      const known = await about(
        shown.map(({ id }) => id),
        "open",
        now,
      )
      const items = shown.flatMap(({ id, from, until }) => {
        const found = known(id)
        return found === undefined
          ? []
          : [{ ...found, reported_from: from.toISOString(), reported_until: until.toISOString() }]
      })
      return { items, next }
    },

    async hidden(after: string | undefined, now: Date): Promise<Page<HiddenProfile>> {
      const rows = await hiddenProfiles(db, placeOf(after), REPORTED_PER_PAGE + 1, now)
      const { shown, next } = cut(rows, ({ hidden_at, id }) => ({ at: hidden_at, id }))
      const known = await about(
        shown.map(({ id }) => id),
        "hidden",
        now,
      )
      const items = shown.flatMap(({ id, hidden_at, hidden_by }) => {
        const found = known(id)
        return found === undefined ? [] : [{ ...found, hidden_at: hidden_at.toISOString(), hidden_by }]
      })
      return { items, next }
    },
  }
}
