// A clock that is more than a day off ends sessions, links and codes too early or never: compared with what else knows the time.
import { DAY_MS } from "../../../domain/time.ts"
import type { OpenDatabase } from "./open.ts"

/** The newest thing that anyone did, by its index. */
const NEWEST = "select clock_timestamp() as server, (select max(at) from security_events) as newest"

const days = (ms: number): string => `${Math.floor(Math.abs(ms) / DAY_MS)} days`

/** @returns a sentence for the operator, or null */
export async function clockProblem(
  { engine, pool }: Pick<OpenDatabase, "engine" | "pool">,
  now: Date,
): Promise<string | null> {
  const { rows } = await pool.query(NEWEST)
  const { server, newest } = rows[0] as { server: Date; newest: Date | null }
  const apart = now.getTime() - server.getTime()
  const said = `This machine's clock says ${now.toISOString()}`
  const repair = "Correct it (NTP) and restart: sessions, links and codes expire by the clock."
  if (engine === "postgresql" && Math.abs(apart) > DAY_MS)
    return `${said}, ${days(apart)} ${apart < 0 ? "before" : "after"} the clock of the PostgreSQL server. ${repair}`
  const ahead = (newest?.getTime() ?? 0) - now.getTime()
  if (ahead > DAY_MS) return `${said}, ${days(ahead)} before the newest sign-in or change of an account. ${repair}`
  return null
}
