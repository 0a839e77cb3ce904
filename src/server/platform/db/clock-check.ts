// A clock that is off ends sessions, links and codes too early or never: compared with what else knows the time. Processes with different
// clocks also take each other's full limits for ended ones.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../domain/time.ts"
import type { OpenDatabase } from "./open.ts"

/** The newest thing that anyone did, by its index. */
const NEWEST = "select clock_timestamp() as server, (select max(at) from security_events) as newest"

/** The shortest limits last five minutes. */
const APART_MAX_MS = 2 * MINUTE_MS

function duration(ms: number): string {
  const away = Math.abs(ms)
  const [unitMs, unit] =
    away >= DAY_MS ? [DAY_MS, "day"] : away >= HOUR_MS ? [HOUR_MS, "hour"] : ([MINUTE_MS, "minute"] as const)
  const count = Math.floor(away / unitMs)
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
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
  const repair =
    "Correct it (NTP) and restart: the expiration of sessions, links, codes and rate limits depends on the clock."
  if (engine === "postgresql" && Math.abs(apart) > APART_MAX_MS)
    return `${said}, ${duration(apart)} ${apart < 0 ? "behind" : "ahead of"} the PostgreSQL server's clock. ${repair}`
  const ahead = (newest?.getTime() ?? 0) - now.getTime()
  if (ahead > DAY_MS) return `${said}, ${duration(ahead)} before the newest sign-in or account change. ${repair}`
  return null
}
