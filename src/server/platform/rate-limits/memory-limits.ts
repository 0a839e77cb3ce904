// Rate limits for what is not worth a write each time: counted in this process alone, per client address.
import type { Budget } from "../../../domain/budgets.ts"
import { networksOf } from "../http/client-ip.ts"

/** All counts start again at this many addresses: a flood of them must not fill the memory. */
const REMEMBERED_MAX = 50_000

/** Counts one attempt. 0 while there is room, otherwise how many seconds until there is again. IPv6 counts by /64, /56 and /48. */
export type MemoryLimit = (ip: string, now: Date) => number

export function createMemoryLimit({ max, windowS }: Budget): MemoryLimit {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (ip, now) => {
    const time = now.getTime()
    // A clock that was set back makes the window end later than possible.
    const isOver = time >= endsAt || endsAt > time + windowS * 1000
    if (isOver || counts.size >= REMEMBERED_MAX) {
      counts.clear()
      endsAt = time + windowS * 1000
    }
    const networks = networksOf(ip)
    if (networks.some(({ name, share }) => (counts.get(name) ?? 0) >= max * share)) return (endsAt - time) / 1000
    for (const { name } of networks) counts.set(name, (counts.get(name) ?? 0) + 1)
    return 0
  }
}
