// One attempt to show a code of an authenticator app: counted, and given back when the code was right.

import { FACTOR } from "../../../../domain/account/account-messages.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { TOTP_DIGITS } from "../../../../domain/limits.ts"
import type { Counted } from "../../../platform/rate-limits/rate-limits.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { codeAttempt, hasRoom, ownSession } from "../credentials/attempts.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { type FactorRow, useStep, verifiedFactorsOf } from "./factors-store.ts"
import { wrongCodesNotice } from "./second-factor-emails.ts"
import { matchingStep } from "./totp.ts"

/**
 * A code given again in a session that is signed in already: nothing about the session changes, nor do its tokens.
 * @throws Refusal mfa_factor_not_found, mfa_verification_failed, too_many_requests
 */
export async function confirmByCode(auth: Auth, caller: Caller, typed: string): Promise<void> {
  const { clock, database } = auth
  const [factor] = await verifiedFactorsOf(database.db, caller.user_id, "totp")
  if (factor === undefined) throw new Refusal("mfa_factor_not_found")
  const now = clock()
  await attemptCode(auth, caller, factor, typed, null, now, async (matched) => {
    if (!(await useStep(database.db, matched.factor.id, matched.step, now)))
      throw new Refusal("mfa_verification_failed")
  })
}

/**
 * @param client null where a code is given again, in a session that owes none
 * @param accept what the code is for; it throws when the code no longer counts
 * @throws Refusal mfa_verification_failed, too_many_requests, and those of `accept`
 */
export async function attemptCode<Done>(
  auth: Auth,
  caller: Caller,
  named: FactorRow,
  typed: string,
  client: ClientInfo | null,
  now: Date,
  accept: (matched: { factor: FactorRow; step: number }) => Promise<Done>,
): Promise<Done> {
  const { limits, log } = auth
  const code = typed.replace(/\s/g, "")
  if (code.length !== TOTP_DIGITS || !/^\d+$/.test(code)) throw new Refusal("mfa_verification_failed")
  const taken = await countAttempt(auth, caller, client)
  try {
    const done = await limits.giveBackUnlessAnswered(taken, async () => accept(await matching(auth, named, code, now)))
    await limits.giveBack(...taken)
    return done
  } catch (error) {
    if (error instanceof Refusal)
      log.info("auth.factor_refused", { code: error.code, user: caller.user_id, factor: named.id, ip: client?.ip })
    throw error
  }
}

/**
 * Attempts of a session that owes no code and gives one again count separately. After too many attempts the owner is notified,
 * once a day: someone has the password or the company's login.
 */
async function countAttempt(auth: Auth, caller: Caller, client: ClientInfo | null): Promise<Counted[]> {
  const { clock, config, database, knownDevices, limits, log, mail } = auth
  const { user_id, session_id, email, opened_by } = caller
  const owing = caller.needs_factor ? client : null
  const known = owing === null ? ownSession(caller) : await knownDevices.find(owing, email.toLowerCase())
  try {
    return await limits.takeAll(codeAttempt(user_id, owing?.ip ?? "", known))
  } catch (error) {
    if (error instanceof Refusal && (await hasRoom(limits.take(BUDGET.wrongCodesNoticePerAccount, user_id)))) {
      log.warn("auth.factor_guessed", { user: user_id, session: session_id })
      await database.db.transaction(async (tx) => {
        await mail.enqueue(tx, email, wrongCodesNotice(config, opened_by), clock())
        await recordSecurityEvent(tx, caller, "wrong_codes", clock())
      })
    }
    throw error
  }
}

/**
 * Finds which of the user's apps shows this code, and the code's time step. Users with several apps do not say which one: trying the
 * code with all of them counts as one attempt.
 * @throws Refusal mfa_verification_failed
 */
async function matching(auth: Auth, named: FactorRow, code: string, now: Date) {
  const verified = named.status === "verified" ? await verifiedFactorsOf(auth.database.db, named.user_id, "totp") : []
  const keys = [named, ...verified.filter(({ id }) => id !== named.id)].map((factor) => keyOf(auth, factor))
  for (const { factor, key } of keys) {
    const step = key === null ? null : matchingStep(key, code, now)
    if (step !== null) return { factor, step }
  }
  // Whatever was typed, so the answer tells nothing about the code.
  const isHopeless = named.status === "verified" && keys.every(({ key }) => key === null)
  throw new Refusal("mfa_verification_failed", isHopeless ? { message: FACTOR.codesUnreadable } : {})
}

/** The key is null after a change of SECRET: recovery codes still count. */
function keyOf({ log, sealing }: Auth, factor: FactorRow) {
  const key = sealing.open(factor.secret, factor.id)
  if (key === null) log.error("auth.factor_unreadable", { user: factor.user_id, factor: factor.id })
  return { factor, key }
}
