// Invitations: administrators create, list and revoke them; a sign-up uses one up (docs/decisions/sign-up-policy.md).
import { createHash, randomBytes, randomUUID } from "node:crypto"
import * as z from "zod/mini"
import type { Invitation, InvitationPage, NewInvitation } from "../../../api/invitations.ts"
import { invitationCodeOf, invitationPath, tidyInvitationCode } from "../../../domain/account/invitation-code.ts"
import { Refusal } from "../../../domain/errors.ts"
import { BUDGET, INVITATION_CODE_MAX, INVITATION_DAYS, INVITATIONS_PER_PAGE } from "../../../domain/limits.ts"
import { SIGNUP } from "../../../domain/messages.ts"
import { isUuid } from "../../../domain/paths.ts"
import { addDays } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import type { Log } from "../../platform/log.ts"
import { takeStrangersEmail } from "../../platform/mail/hourly-cap.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Audit } from "../audit/service.ts"
import type { Caller } from "../auth/caller.ts"
import { invitationEmail } from "./invitation-email.ts"
import {
  deleteExpired,
  deleteOpen,
  exists,
  findFree,
  insertInvitation,
  readInvitations,
  takeInvitation,
} from "./store.ts"

type Row = Awaited<ReturnType<typeof readInvitations>>[number]
interface Needs {
  audit: Audit
  clock: Clock
  config: Config
  database: OpenDatabase
  limits: RateLimits
  log: Log
  mail: Mail
}

type Maker = Pick<Caller, "user_id" | "username">

const hashOf = (code: string): string => createHash("sha256").update(tidyInvitationCode(code)).digest("hex")

function shown({ id, email, created_at, expires_at, used_at, used_by, maker, guest }: Row, now: Date): Invitation {
  const isUsed = used_at !== null && used_by !== null
  return {
    id,
    email,
    state: isUsed ? "used" : expires_at > now ? "open" : "expired",
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    created_by: maker,
    used_by: guest,
  }
}

const MOMENT = z.iso.datetime()

/** @throws Refusal bad_request */
function placeOf(cursor: string): { at: Date; id: string } | null {
  if (cursor === "") return null
  const [moment = "", id = ""] = cursor.split("~")
  if (!z.safeParse(MOMENT, moment).success || !isUuid(id)) throw new Refusal("bad_request")
  return { at: new Date(moment), id }
}

export type Invitations = ReturnType<typeof createInvitations>

export function createInvitations({ audit, clock, config, database, limits, log, mail }: Needs) {
  const { db } = database

  return {
    /**
     * @param order an empty address: the code is good for any; `send`: it goes there by email
     * @throws Refusal too_many_requests, over_email_send_rate_limit, too_many_emails
     */
    async create(caller: Maker, order: { email: string; send: boolean }, now: Date): Promise<NewInvitation> {
      const { email, send } = order
      await limits.take(BUDGET.invitationPerAccount, caller.user_id)
      if (send) {
        // What strangers have asked for does not count against an administrator.
        await limits.take(BUDGET.mailPerAsker, `${caller.user_id} to ${email}`, "over_email_send_rate_limit")
        await takeStrangersEmail({ config, limits })
      }
      const id = randomUUID()
      const code = invitationCodeOf(randomBytes(32))
      const expires_at = addDays(now, INVITATION_DAYS)
      const dates = { created_at: now, expires_at }
      await db.transaction(async (tx) => {
        await insertInvitation(tx, { id, code_hash: hashOf(code), email, created_by: caller.user_id, ...dates })
        if (send) {
          const url = config.PUBLIC_ORIGIN + invitationPath(code)
          await mail.enqueue(tx, email, invitationEmail(config.SITE_NAME, url), now)
        }
        const act = { actor_id: caller.user_id, action: "invitation.created", subject_id: id } as const
        await audit.record(tx, { ...act, detail: send ? { sent: true } : {} }, now)
      })
      log.info("invitation.created", { invitation: id, by: caller.user_id })
      const row: Row = { id, email, ...dates, used_at: null, used_by: null, maker: caller.username, guest: null }
      return { invitation: shown(row, now), code }
    },

    /** @throws Refusal bad_request */
    async list(cursor: string, now: Date): Promise<InvitationPage> {
      const rows = await readInvitations(db, placeOf(cursor), INVITATIONS_PER_PAGE + 1)
      const page = rows.slice(0, INVITATIONS_PER_PAGE)
      const last = page.at(-1)
      const next = rows.length > page.length && last ? `${last.created_at.toISOString()}~${last.id}` : null
      return { invitations: page.map((row) => shown(row, now)), next }
    },

    /** @throws Refusal not_found, invitation_used */
    async revoke(caller: Maker, id: string, now: Date): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await deleteOpen(tx, id))) throw new Refusal((await exists(tx, id)) ? "invitation_used" : "not_found")
        await audit.record(tx, { actor_id: caller.user_id, action: "invitation.revoked", subject_id: id }, now)
      })
      log.info("invitation.revoked", { invitation: id, by: caller.user_id })
    },

    /**
     * Before anything dear is done for a sign-up. Nothing is used up yet.
     * @returns what `use` takes @throws Refusal invitation_required, invitation_invalid
     */
    async check(code: string, email: string): Promise<string> {
      if (tidyInvitationCode(code.slice(0, INVITATION_CODE_MAX)) === "") throw new Refusal("invitation_required")
      const hash = hashOf(code.slice(0, INVITATION_CODE_MAX))
      const found = await findFree(db, hash, email, clock())
      if (found === undefined) throw new Refusal("invitation_invalid")
      if (found.email !== "" && found.email !== email.toLowerCase())
        throw new Refusal("invitation_invalid", { message: SIGNUP.invitationOther })
      return hash
    },

    /** In the transaction that creates the account. @throws Refusal invitation_invalid */
    async use(tx: Queries, hash: string, user: { id: string; email: string }, now: Date): Promise<void> {
      if (!(await takeInvitation(tx, hash, user, now))) throw new Refusal("invitation_invalid")
    },

    sweep: () => deleteExpired(db, clock()),
  }
}
