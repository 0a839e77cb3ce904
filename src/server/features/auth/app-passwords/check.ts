// Who sends a request with an app password. A wrong one counts against its network; a right one counts nothing and opens no session.
import { accountState } from "../../../../domain/account/lifecycle.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { EMAIL_MAX, SEEN_EVERY_S } from "../../../../domain/limits.ts"
import { addSeconds } from "../../../../domain/time.ts"
import { errorText } from "../../../platform/log.ts"
import { type Counted, perNetwork } from "../../../platform/rate-limits/rate-limits.ts"
import type { Access } from "../access.ts"
import type { Auth } from "../auth.ts"
import { normalizedEmail } from "../credentials/passwords.ts"
import { relyingParty } from "../passkeys/verify-credential.ts"
import { hashOf } from "./app-passwords.ts"
import { findAppPassword, markUsed } from "./app-passwords-store.ts"

export type AppPasswordCheck = ReturnType<typeof createAppPasswordCheck>

interface Needs extends Pick<Auth, "clock" | "config" | "database" | "limits" | "log"> {
  access: Pick<Access, "requireEveryonesFactor">
}

export function createAppPasswordCheck({ access, clock, config, database, limits, log }: Needs) {
  const { db } = database
  const { id: host } = relyingParty({ config })
  const byPasskey = config.SIGN_IN.includes("passkey")
  /** App passwords being marked as used. */
  const marking = new Set<string>()

  /**
   * One hash and one query, whether or not there is such an account. The password alone says whose it is, so that a phone goes on after
   * its owner has changed the sign-in email.
   * @param name the sign-in email, as the phone knows it
   * @returns the id of the user
   * @throws Refusal invalid_credentials, second_factor_required, too_many_requests
   */
  async function check(name: string, secret: string, ip: string): Promise<string> {
    const now = clock()
    const address = normalizedEmail(name).slice(0, EMAIL_MAX)
    const counted = [
      ...perNetwork(BUDGET.appPasswordPerIp, ip),
      ...perNetwork(BUDGET.appPasswordPerNetwork, ip, address),
    ]
    refuseFull(counted)
    const found = await findAppPassword(db, hashOf(secret), host)
    if (found === undefined || accountState(found, now) !== "active") {
      log.info("auth.app_password_refused", { user: found?.user_id, ip })
      await limits.takeAll([counted])
      throw new Refusal("invalid_credentials", { userId: found?.user_id })
    }
    // As in a browser: an account that owes everyone's factor can only get one.
    const { user_id, second_factor_due_at, has_factor, has_passkey } = found
    const aal = byPasskey && has_passkey ? "aal2" : "aal1"
    await access.requireEveryonesFactor({ user_id, roles: [], second_factor_due_at, has_factor, aal })
    noteUse(found.id, found.last_used_at, now)
    return user_id
  }

  /** From memory: a flood of wrong passwords costs no query. */
  function refuseFull(counted: readonly Counted[]): void {
    const wait = Math.max(...counted.map(([budget, subject]) => limits.waitS(budget, subject)))
    if (wait > 0) throw new Refusal("too_many_requests", { retryAfterS: wait })
  }

  /** At most every few minutes, and no request waits for it. */
  function noteUse(id: string, last: Date | null, now: Date): void {
    const since = addSeconds(now, -SEEN_EVERY_S)
    if ((last !== null && last > since) || marking.has(id)) return
    marking.add(id)
    markUsed(db, id, since, now)
      .catch((error) => log.warn("auth.seen_not_noted", { app_password: id, error: errorText(error) }))
      .finally(() => marking.delete(id))
  }

  return check
}
