// Which profiles have changed lately, as far as this process has heard.
import { type Changes, EVERYTHING } from "../changes.ts"

/** Longer than LEASE_MS and a read together. */
const REMEMBERED_MS = 2_000

export function rememberChanges(changes: Pick<Changes, "subscribe">) {
  /** username in lower case → when it was heard, in ms; the oldest first */
  const heard = new Map<string, number>()
  let everything = Number.NEGATIVE_INFINITY

  changes.subscribe("profile", (key) => {
    const now = performance.now()
    if (key === EVERYTHING) everything = now
    for (const [username, at] of heard) {
      if (now - at <= REMEMBERED_MS) break
      heard.delete(username)
    }
    const username = key.toLowerCase()
    heard.delete(username)
    heard.set(username, now)
  })

  return {
    /** Whether one of them has, or may have, changed since this moment. */
    since(moment: number, usernames: readonly string[]): boolean {
      // What came right after that moment may be forgotten by now, as in a process that was stopped.
      if (performance.now() - moment > REMEMBERED_MS || everything >= moment) return true
      return usernames.some((username) => (heard.get(username.toLowerCase()) ?? Number.NEGATIVE_INFINITY) >= moment)
    },
  }
}
