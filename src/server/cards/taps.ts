// Counts taps of activated cards, beside the answer and never in its way.
import { Refusal } from "../../domain/errors.ts"
import { BUDGET, TAPS_WAITING_MAX } from "../../domain/limits.ts"
import { errorText } from "../log.ts"
import type { Whence } from "../places/places.ts"
import type { Services } from "../services.ts"
import { insertTap, type Tap } from "./taps-store.ts"

/** @param whence limits how often one address is counted, and gives the place; the address is not kept with the tap */
export type RecordTap = (tap: Tap, whence: Whence, now: Date) => void

type Needed = Pick<Services, "database" | "limits" | "log" | "places">

/** Returns at once and never throws: a tap that cannot be written is lost, the way to the profile is not. */
export function createTaps({ database, limits, log, places }: Needed): RecordTap {
  let waiting = 0

  async function write(tap: Tap, whence: Whence, now: Date): Promise<void> {
    try {
      await limits.takeForIp(BUDGET.tapPerIp, whence.ip)
      await insertTap(database.db, tap, await places.of(whence), now)
    } catch (error) {
      if (!(error instanceof Refusal)) log.warn("tap.lost", { error: errorText(error) })
    } finally {
      waiting -= 1
    }
  }

  return (tap, whence, now) => {
    if (waiting >= TAPS_WAITING_MAX) return
    waiting += 1
    void write(tap, whence, now)
  }
}
