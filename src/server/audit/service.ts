// Who did what to whom, and when.
import type { Act } from "../../domain/audit.ts"
import type { Queries } from "../db/open.ts"
import { insertAct } from "./store.ts"

export interface Audit {
  /** @param db the transaction that does the act: either both are kept or neither */
  record(db: Queries, act: Act, now: Date): Promise<void>
}

export function createAudit(): Audit {
  return { record: insertAct }
}
