// Hashes passwords with Argon2id and OWASP's parameters, off the event loop, a few at a time. Checks them: attempts are limited before
// anything is hashed, and an unknown address takes as long as a wrong password.
import { randomBytes } from "node:crypto"
import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { passwordLength } from "../../../../domain/account/password-strength.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { HASH_QUEUE_PER_SLOT, PASSWORD_MAX } from "../../../../domain/limits.ts"
import type { Clock } from "../../../platform/clock.ts"
import { createConcurrencyLimit } from "../../../platform/concurrency/concurrency-limit.ts"
import type { OpenDatabase } from "../../../platform/db/open.ts"
import { networkOf } from "../../../platform/http/client-ip.ts"
import { type Counted, perNetwork, type RateLimits } from "../../../platform/rate-limits/rate-limits.ts"
import { findLiveUserByEmail, type UserRow } from "../users-store.ts"

/** OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. Argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
type HashCost = typeof COST

/** Hash of an unused password: an unknown address is compared with it, so that it takes as long as a known one. */
const dummyOf = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$jXHUeMwJcPDFrO373VHCKg$TDkp2KNb0bdAHeSPrab1pZv1HYw/TLGfWAQeTupqjAU`

/**
 * What is stored for an account without a password. Random bytes in the form of a hash: no password matches them, and checking one takes
 * as long as for any other account.
 */
export const noPassword = () => {
  const base64 = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "")
  const { memoryCost, timeCost, parallelism } = COST
  const parameters = `m=${memoryCost},t=${timeCost},p=${parallelism}`
  return { password_hash: `$argon2id$v=19$${parameters}$${base64(16)}$${base64(32)}`, has_password: false }
}

/** One processor stays free for everything else. */
const SLOTS = Math.max(1, availableParallelism() - 1)

export type Passwords = ReturnType<typeof createPasswords>

/** @param slots hashes at once; @param queue how many may wait, more are refused with service_unavailable */
export function createPasswords(slots = SLOTS, queue = slots * HASH_QUEUE_PER_SLOT, cost = COST) {
  const dummy = dummyOf(cost)
  const running = createConcurrencyLimit({ running: slots, waiting: queue, retryAfterS: 1 })
  let computed = 0
  const inTurn = <T>(queueKey: string, work: () => Promise<T>) =>
    running.run(queueKey, () => {
      computed += 1
      return work()
    })

  return {
    /** @param queueKey the network or session: each has its own queue, and the queues take turns */
    hash: (password: string, queueKey: string): Promise<string> => inTurn(queueKey, () => hash(password, cost)),
    /** @param stored null for an unknown address: takes as long, and returns false */
    async matches(stored: string | null, password: string, queueKey: string): Promise<boolean> {
      const isRight = await inTurn(queueKey, () => verify(stored ?? dummy, password))
      return stored !== null && isRight
    },
    /** hashes computed since the start */
    computed: () => computed,
    /** hashes that wait for their turn */
    waiting: running.waiting,
  }
}

/** The form in which accounts are found and attempts are counted. */
export const normalizedEmail = (email: string): string => email.trim().toLowerCase()

export interface PasswordCheck {
  clock: Clock
  database: OpenDatabase
  limits: Pick<RateLimits, "giveBackUnlessAnswered" | "giveBack" | "takeAll">
  passwords: Passwords
}

/**
 * The account this address and password belong to.
 * @param deviceKey of the device or session whose attempts are counted separately; null for strangers
 * @throws Refusal invalid_credentials, too_many_requests, service_unavailable
 */
export async function accountByPassword(
  check: PasswordCheck,
  email: string,
  password: string,
  ip: string,
  deviceKey: string | null,
): Promise<UserRow> {
  const { limits } = check
  const address = normalizedEmail(email)
  const taken = await limits.takeAll(passwordAttempt(address, ip, deviceKey))
  const user = await limits.giveBackUnlessAnswered(taken, () =>
    compare(check, address, password, deviceKey ?? networkOf(ip)),
  )
  // A correct password uses up no attempt.
  await limits.giveBack(...taken)
  return user
}

/** @throws Refusal invalid_credentials, service_unavailable */
async function compare(
  { clock, database, passwords }: PasswordCheck,
  address: string,
  password: string,
  queueKey: string,
): Promise<UserRow> {
  const isPossible = passwordLength(password) <= PASSWORD_MAX && !address.includes("\0")
  const user = isPossible ? await findLiveUserByEmail(database.db, address.toWellFormed(), clock()) : undefined
  const isRight = isPossible && (await passwords.matches(user?.password_hash ?? null, password, queueKey))
  if (user === undefined || !isRight) throw new Refusal("invalid_credentials", { userId: user?.id })
  return user
}

/**
 * Groups in the order they are counted: once a network's attempts are used up, it uses up none of the account's. All strangers share
 * the account's attempts.
 * @param deviceKey of a device or a session; null for strangers
 */
const passwordAttempt = (address: string, ip: string, deviceKey: string | null): Counted[][] =>
  deviceKey === null
    ? [
        [...perNetwork(BUDGET.signInPerIp, ip), ...perNetwork(BUDGET.signInPerNetwork, ip, address)],
        [
          [BUDGET.signInPerAccount, address],
          [BUDGET.guessesPerAccount, address],
        ],
      ]
    : [
        [
          [BUDGET.signInPerDevice, deviceKey],
          [BUDGET.signInPerDeviceHourly, deviceKey],
        ],
      ]
