// Counts taps of activated cards, beside the answer and never in its way.
import { Refusal } from "../../domain/errors.ts"
import { BUDGET, TAPS_WAITING_MAX } from "../../domain/limits.ts"
import { errorText } from "../log.ts"
import type { Services } from "../services.ts"
import { insertTap, type Tap } from "./taps-store.ts"

/** @param ip limits how often one address is counted; it is not kept with the tap */
export type RecordTap = (tap: Tap, ip: string, now: Date) => void

/** Returns at once and never throws: a tap that cannot be written is lost, the way to the profile is not. */
export function createTaps({ database, limits, log }: Pick<Services, "database" | "limits" | "log">): RecordTap {
  let waiting = 0

  async function write(tap: Tap, ip: string, now: Date): Promise<void> {
    try {
      await limits.takeForIp(BUDGET.tapPerIp, ip)
      await insertTap(database.db, tap, now)
    } catch (error) {
      if (!(error instanceof Refusal)) log.warn("tap.lost", { error: errorText(error) })
    } finally {
      waiting -= 1
    }
  }

  return (tap, ip, now) => {
    if (waiting >= TAPS_WAITING_MAX) return
    waiting += 1
    void write(tap, ip, now)
  }
}
