// A clock that is more than a day off ends sessions, links and codes too early or never: compared with what else knows the time.
import { DAY_MS } from "../../../domain/time.ts"
import type { OpenDatabase } from "./open.ts"

/** The newest thing that anyone did, by its index. */
const NEWEST = "select clock_timestamp() as server, (select max(at) from security_events) as newest"

function days(ms: number): string {
  const count = Math.floor(Math.abs(ms) / DAY_MS)
  return count === 1 ? "1 day" : `${count} days`
}

/** @returns a sentence for the operator, or null */
export async function clockProblem(
  { engine, pool }: Pick<OpenDatabase, "engine" | "pool">,
  now: Date,
): Promise<string | null> {
  const { rows } = await pool.query(NEWEST)
  const { server, newest } = rows[0] as { server: Date; newest: Date | null }
  const apart = now.getTime() - server.getTime()
  const said = `This machine's clock says ${now.toISOString()}`
  const repair = "Correct it (NTP) and restart: the expiration of sessions, links and codes depends on the clock."
  if (engine === "postgresql" && Math.abs(apart) > DAY_MS)
    return `${said}, ${days(apart)} ${apart < 0 ? "behind" : "ahead of"} the PostgreSQL server's clock. ${repair}`
  const ahead = (newest?.getTime() ?? 0) - now.getTime()
  if (ahead > DAY_MS) return `${said}, ${days(ahead)} before the newest sign-in or account change. ${repair}`
  return null
}
