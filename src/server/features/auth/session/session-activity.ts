// When a session was last used: noted a few minutes apart at most, and never waited for.
import { SEEN_EVERY_S } from "../../../../domain/limits.ts"
import { addSeconds } from "../../../../domain/time.ts"
import { errorText } from "../../../platform/log.ts"
import type { AuthContext } from "../context.ts"
import { markSeen } from "./sessions-store.ts"

export type NoteActivity = (sessionId: string, lastSeen: Date, now: Date) => void

export function createNoteActivity({ database, log }: Pick<AuthContext, "database" | "log">): NoteActivity {
  /** sessions being noted: while the database makes one wait, its further requests add nothing */
  const noting = new Set<string>()
  return (sessionId, lastSeen, now) => {
    const since = addSeconds(now, -SEEN_EVERY_S)
    if (lastSeen > since || noting.has(sessionId)) return
    noting.add(sessionId)
    markSeen(database.db, sessionId, since, now)
      .catch((error) => log.warn("auth.seen_not_noted", { session: sessionId, error: errorText(error) }))
      .finally(() => noting.delete(sessionId))
  }
}
