// The address with which details were left: it gets one email, which asks for a click and holds nothing that the sender typed. What the
// click confirms is then shown, and copied to the address.

import { mailboxOf } from "../../../domain/account/email-address.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import { GIVER_LINK_DAYS, GIVER_PEOPLE_SHOWN } from "../../../domain/people/people-limits.ts"
import { addDays } from "../../../domain/time.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { strangersEmails } from "../../platform/mail/hourly-cap.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import { newToken, sha256 } from "../auth/session/tokens.ts"
import { confirmEmail, givenEmail } from "./given-emails.ts"
import {
  confirmGiver,
  findGiven,
  findGiver,
  findUnconfirmed,
  isUsedConfirmation,
  openConfirmation,
} from "./given-store.ts"
import type { People } from "./service.ts"
import { shownGiven } from "./shown-given.ts"

interface Needs {
  config: Pick<Config, "EMAILS_PER_HOUR" | "PUBLIC_ORIGIN" | "SITE_NAME">
  database: Pick<OpenDatabase, "db">
  limits: Pick<RateLimits, "takeAll">
  mail: Pick<Mail, "enqueue">
  people: Pick<People, "takeBack">
}

export function createGiverConfirmation({ config, database: { db }, limits, mail, people }: Needs) {
  return {
    /** An address gets one email a week, and a mailbox three, no matter who asks. After that nothing is sent, and the sender is not told. */
    async ask(giverId: string, email: string, now: Date): Promise<void> {
      try {
        await limits.takeAll([
          [[BUDGET.giverEmail, email.toLowerCase()]],
          [[BUDGET.giverMailbox, mailboxOf(email)]],
          [[strangersEmails(config), ""]],
        ])
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return
      }
      const token = newToken()
      await db.transaction(async (tx) => {
        await openConfirmation(tx, giverId, sha256(token), addDays(now, GIVER_LINK_DAYS))
        await mail.enqueue(tx, email, confirmEmail(config, token), now)
      })
    },

    /** Whether the token may confirm an address, has done so, or shows what was given with one; null: none of these. */
    async stateOf(token: string, now: Date): Promise<"unconfirmed" | "used" | "confirmed" | null> {
      const hash = sha256(token)
      if ((await findUnconfirmed(db, hash, now)) !== undefined) return "unconfirmed"
      if (await isUsedConfirmation(db, hash)) return "used"
      return (await findGiver(db, hash)) === undefined ? null : "confirmed"
    },

    /** Confirms the address and emails what was given with it. @returns the token that shows it from now on @throws Refusal not_found */
    async confirm(token: string, now: Date): Promise<string> {
      const hash = sha256(token)
      const giver = await findUnconfirmed(db, hash, now)
      if (giver === undefined) throw new Refusal("not_found")
      const next = newToken()
      await db.transaction(async (tx) => {
        if (!(await confirmGiver(tx, hash, sha256(next)))) throw new Refusal("not_found")
        const given = shownGiven(await findGiven(tx, giver.id, GIVER_PEOPLE_SHOWN), now)
        await mail.enqueue(tx, giver.email, givenEmail(config, given, next), now)
      })
      return next
    },

    /**
     * "It wasn't me": deletes what was given with an address, and of an address that was confirmed before only what came with or after the
     * email of this link: a stranger must not make people delete their own details.
     * @returns whether that was everything @throws Refusal not_found
     */
    async deny(token: string, now: Date): Promise<boolean> {
      const giver = await findUnconfirmed(db, sha256(token), now)
      if (giver?.confirm_until == null) throw new Refusal("not_found")
      const since = giver.isConfirmed ? addDays(giver.confirm_until, -GIVER_LINK_DAYS) : null
      for (;;) {
        const rows = await findGiven(db, giver.id, GIVER_PEOPLE_SHOWN, since)
        let removed = 0
        for (const { owner_id, id } of rows) removed += await people.takeBack(owner_id, [id], now)
        if (rows.length < GIVER_PEOPLE_SHOWN || removed === 0) break
      }
      return since === null
    },
  }
}
