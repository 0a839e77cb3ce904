// The audit trail in the database: rows are added and read, never changed.
import type { Act } from "../../domain/audit.ts"
import type { Queries } from "../db/open.ts"
import { audit } from "../db/schema.ts"

export async function insertAct(db: Queries, act: Act, now: Date): Promise<void> {
  await db.insert(audit).values({ at: now, ...act })
}
