// Asks two programs in turns, so that a minute in which the machine is busy counts for both.
import { median } from "./wrk.ts"

const TURNS = 120
/** The first ones would measure how the programs warm up. */
const WARM_UP = TURNS / 4

interface Asked {
  ms: number
  bytes: number
}

/** @returns of the second one: its median in milliseconds, that of its ratio to the first, and its largest answer */
export async function inTurns(
  first: () => Promise<Asked>,
  second: () => Promise<Asked>,
): Promise<Asked & { ratio: number }> {
  const times: number[] = []
  const ratios: number[] = []
  let bytes = 0
  for (let turn = 0; turn < TURNS; turn++) {
    const [small, large] = [await first(), await second()]
    if (turn < WARM_UP) continue
    times.push(large.ms)
    ratios.push(large.ms / small.ms)
    bytes = Math.max(bytes, large.bytes)
  }
  return { ms: median(times), ratio: median(ratios), bytes }
}
