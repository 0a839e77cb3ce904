// The audit log: who did what to whom, and when. Entries are written with the change itself and read by administrators.
import type { AuditPage, RecordedAct } from "../../../api/audit.ts"
import type { Act, AuditAction } from "../../../domain/audit/audit.ts"
import type { AuditQuery } from "../../../domain/audit/audit-query.ts"
import { ACTS_PER_PAGE } from "../../../domain/limits.ts"
import { cursorOf, type Page, pageOf } from "../../../domain/page.ts"
import { isUuid } from "../../../domain/paths.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { insertActs, namesOf, profileNamed, readActs } from "./store.ts"

export type Audit = ReturnType<typeof createAudit>

export function createAudit(db: Database) {
  /** Ids are found also after the account is gone. @returns undefined when no profile has this username */
  const idOf = async (key: string, as: "id" | "owner_id") =>
    isUuid(key) ? key.toLowerCase() : (await profileNamed(db, key))?.[as]

  return {
    /** @param tx the transaction of the change: either both are stored or neither */
    record: (tx: Queries, act: Act, now: Date): Promise<void> => insertActs(tx, [act], now),

    /** Many at once, with the same promise. */
    recordAll: (tx: Queries, acts: Act[], now: Date): Promise<void> => insertActs(tx, acts, now),

    /** Actor and subject are given by id or username, a card by its card_id. `people`: current names by id. */
    async read(query: AuditQuery): Promise<Page<RecordedAct> & Pick<AuditPage, "people">> {
      const { action, actor = "", subject = "", cursor } = query
      const actor_id = actor === "" ? undefined : await idOf(actor, "owner_id")
      if (actor !== "" && actor_id === undefined) return { items: [], people: {}, next: null }
      // A text that is not a username may be a card's id.
      const subject_id = subject === "" ? undefined : ((await idOf(subject, "id")) ?? subject)
      const rows = await readActs(db, { action, actor_id, subject_id, behind: cursor?.rank }, ACTS_PER_PAGE + 1)
      const { items, next } = pageOf(rows, ACTS_PER_PAGE, ({ id }) => cursorOf({ rank: String(id) }))
      const ids = items.flatMap(({ actor_id, subject_id, detail }) => [actor_id, subject_id, ...Object.values(detail)])
      const names = await namesOf(db, [...new Set(ids.filter((id) => typeof id === "string").filter(isUuid))])
      return {
        items: items.map((row) => ({ ...row, action: row.action as AuditAction, at: row.at.toISOString() })),
        people: Object.fromEntries(names.map(({ id, ...name }) => [id, name])),
        next,
      }
    },
  }
}
