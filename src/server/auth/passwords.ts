// Password hashing: Argon2id with OWASP's parameters, off the event loop, a few at a time.
import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { Refusal } from "../../domain/errors.ts"
import { HASH_QUEUE_PER_SLOT } from "../../domain/limits.ts"

/** OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. Argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password nobody has: what an unknown address is compared with, so that it takes as long as a known one. */
const DUMMY = "$argon2id$v=19$m=19456,t=2,p=1$jXHUeMwJcPDFrO373VHCKg$TDkp2KNb0bdAHeSPrab1pZv1HYw/TLGfWAQeTupqjAU"

export interface Passwords {
  hash(password: string): Promise<string>
  /** @param stored null for an unknown address: as slow, and false */
  matches(stored: string | null, password: string): Promise<boolean>
  /** hashes computed since the start */
  computed(): number
  /** hashes that wait for their turn */
  waiting(): number
}

/** @param slots hashes at once; @param queue how many may wait, more are refused with service_unavailable */
export function createPasswords(
  slots: number = availableParallelism(),
  queue: number = slots * HASH_QUEUE_PER_SLOT,
): Passwords {
  const waiting: (() => void)[] = []
  let running = 0
  let computed = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= slots) {
      if (waiting.length >= queue) throw new Refusal("service_unavailable", { retryAfterS: 1 })
      await new Promise<void>((turn) => waiting.push(turn))
    } else running += 1
    computed += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    async matches(stored, password) {
      const right = await inTurn(() => verify(stored ?? DUMMY, password))
      return stored !== null && right
    },
    computed: () => computed,
    waiting: () => waiting.length,
  }
}
