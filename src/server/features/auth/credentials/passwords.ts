// Password hashing: Argon2id with OWASP's parameters, off the event loop, a few at a time.
import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { HASH_QUEUE_PER_SLOT } from "../../../../domain/limits.ts"
import { createConcurrencyLimit } from "../../../platform/concurrency/concurrency-limit.ts"

/** OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. Argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password nobody has: what an unknown address is compared with, so that it takes as long as a known one. */
const DUMMY = "$argon2id$v=19$m=19456,t=2,p=1$jXHUeMwJcPDFrO373VHCKg$TDkp2KNb0bdAHeSPrab1pZv1HYw/TLGfWAQeTupqjAU"

export interface Passwords {
  /** @param line who asks, such as their network: of several lines each has its turn */
  hash(password: string, line: string): Promise<string>
  /** @param stored null for an unknown address: as slow, and false */
  matches(stored: string | null, password: string, line: string): Promise<boolean>
  /** hashes computed since the start */
  computed(): number
  /** hashes that wait for their turn */
  waiting(): number
}

/** One processor stays with everybody who wants no password checked. */
const SLOTS = Math.max(1, availableParallelism() - 1)

/** @param slots hashes at once; @param queue how many may wait, more are refused with service_unavailable */
export function createPasswords(slots: number = SLOTS, queue: number = slots * HASH_QUEUE_PER_SLOT): Passwords {
  const running = createConcurrencyLimit({ running: slots, waiting: queue, retryAfterS: 1 })
  let computed = 0
  const inTurn = <T>(line: string, work: () => Promise<T>) =>
    running.run(line, () => {
      computed += 1
      return work()
    })

  return {
    hash: (password, line) => inTurn(line, () => hash(password, COST)),
    async matches(stored, password, line) {
      const right = await inTurn(line, () => verify(stored ?? DUMMY, password))
      return stored !== null && right
    },
    computed: () => computed,
    waiting: running.waiting,
  }
}
