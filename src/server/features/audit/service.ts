// Who did what to whom, and when: written with the act itself, read by administrators.
import type { AuditPage } from "../../../api/audit.ts"
import type { Act, AuditAction } from "../../../domain/audit/audit.ts"
import type { AuditQuery } from "../../../domain/audit/audit-query.ts"
import { ACTS_PER_PAGE } from "../../../domain/limits.ts"
import { isUuid } from "../../../domain/paths.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { idOfUsername, insertAct, namesOf, readActs } from "./store.ts"

export interface Audit {
  /** @param db the transaction that does the act: either both are kept or neither */
  record(db: Queries, act: Act, now: Date): Promise<void>
  /** Actor and subject by id or by username, a card by its card_id. */
  read(query: AuditQuery): Promise<AuditPage>
}

export function createAudit(db: Database): Audit {
  /** An id, also that of a person who is gone; undefined: nobody has this username. */
  const personOf = async (key: string) => (isUuid(key) ? key.toLowerCase() : idOfUsername(db, key))

  return {
    record: insertAct,
    async read({ action, actor = "", subject = "", before }) {
      const actor_id = actor === "" ? undefined : await personOf(actor)
      if (actor !== "" && actor_id === undefined) return { acts: [], people: {}, next: null }
      // What is nobody's username may be a card's id.
      const subject_id = subject === "" ? undefined : ((await personOf(subject)) ?? subject)
      const rows = await readActs(db, { action, actor_id, subject_id, before }, ACTS_PER_PAGE + 1)
      const shown = rows.slice(0, ACTS_PER_PAGE)
      const ids = shown.flatMap(({ actor_id, subject_id, detail }) => [actor_id, subject_id, ...Object.values(detail)])
      const wanted = [...new Set(ids.filter((id) => typeof id === "string").filter(isUuid))]
      const known = wanted.length === 0 ? [] : await namesOf(db, wanted)
      return {
        acts: shown.map((row) => ({ ...row, action: row.action as AuditAction, at: row.at.toISOString() })),
        people: Object.fromEntries(known.map(({ id, username, full_name }) => [id, { username, full_name }])),
        next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
      }
    },
  }
}
