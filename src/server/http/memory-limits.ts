// How often one address may do what is not worth a write each time: counted in this process alone, forgotten with its window.
import type { Budget } from "../../domain/limits.ts"
import { networkOf } from "./client-ip.ts"

/** Everybody begins anew when so many have come: no flood of addresses may fill the memory. */
const REMEMBERED_MAX = 50_000

/** Counts one attempt. 0 while there is room, otherwise how many seconds until there is again. IPv6 counts by /64. */
export type MemoryLimit = (ip: string, now: Date) => number

export function createMemoryLimit({ max, windowS }: Budget): MemoryLimit {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (ip, now) => {
    const time = now.getTime()
    if (time >= endsAt || counts.size >= REMEMBERED_MAX) {
      counts.clear()
      endsAt = time + windowS * 1000
    }
    const network = networkOf(ip)
    const count = counts.get(network) ?? 0
    if (count >= max) return (endsAt - time) / 1000
    counts.set(network, count + 1)
    return 0
  }
}
