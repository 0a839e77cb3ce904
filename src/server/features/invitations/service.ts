// Invitations: administrators create, list and revoke them; a sign-up uses one up (docs/decisions/sign-up-policy.md).
import { createHash, randomBytes, randomUUID } from "node:crypto"
import type { Invitation, NewInvitation } from "../../../api/sign-up.ts"
import { mayHaveAccount } from "../../../domain/account/policy.ts"
import { invitationCodeOf, tidyInvitationCode } from "../../../domain/account/sign-up.ts"
import { SIGNUP } from "../../../domain/account/sign-up-messages.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import { INVITATION_CODE_MAX, INVITATION_DAYS, INVITATIONS_PER_PAGE } from "../../../domain/limits.ts"
import { cursorOf, type Page, type Position, pageOf } from "../../../domain/page.ts"
import { invitationPath } from "../../../domain/paths.ts"
import { addDays } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import type { Log } from "../../platform/log.ts"
import type { EmailContent } from "../../platform/mail/email-template.ts"
import { takeStrangersEmail } from "../../platform/mail/hourly-cap.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Audit } from "../audit/service.ts"
import type { Caller } from "../auth/caller.ts"
import {
  deleteExpired,
  deleteUnused,
  exists,
  findUsable,
  insertInvitation,
  readInvitations,
  takeInvitation,
} from "./store.ts"

interface Needs {
  audit: Audit
  clock: Clock
  config: Pick<Config, "EMAILS_PER_HOUR" | "PUBLIC_ORIGIN" | "SIGN_UP_DOMAINS" | "SITE_NAME">
  database: OpenDatabase
  limits: Pick<RateLimits, "take">
  log: Log
  mail: Pick<Mail, "enqueue">
}

type Creator = Pick<Caller, "user_id" | "username">
type Row = Omit<Awaited<ReturnType<typeof readInvitations>>[number], "rank">

export type Invitations = ReturnType<typeof createInvitations>

export function createInvitations({ audit, clock, config, database: { db }, limits, log, mail }: Needs) {
  return {
    /**
     * @param order `email`: the only address the code is good for, empty for any; `send`: email it there
     * @throws Refusal email_address_not_authorized, too_many_requests, over_email_send_rate_limit, too_many_emails
     */
    async create(caller: Creator, order: { email: string; send: boolean }, now: Date): Promise<NewInvitation> {
      const { email, send } = order
      if (email !== "" && !mayHaveAccount(config.SIGN_UP_DOMAINS, email)) {
        const message = SIGNUP.domainsOnly(config.SIGN_UP_DOMAINS)
        throw new Refusal("email_address_not_authorized", { message, fields: { email: message } })
      }
      await limits.take(BUDGET.invitationPerAccount, caller.user_id)
      if (send) {
        // What strangers have asked for does not count against an administrator.
        await limits.take(BUDGET.mailPerAsker, `${caller.user_id} to ${email}`, "over_email_send_rate_limit")
        await takeStrangersEmail({ config, limits })
      }
      const id = randomUUID()
      const code = invitationCodeOf(randomBytes(32))
      const dates = { created_at: now, expires_at: addDays(now, INVITATION_DAYS) }
      await db.transaction(async (tx) => {
        await insertInvitation(tx, { id, code_hash: hashOf(code), email, created_by: caller.user_id, ...dates })
        if (send) await mail.enqueue(tx, email, invitationEmail(config, code), now)
        const act = { actor_id: caller.user_id, action: "invitation.created", subject_id: id } as const
        await audit.record(tx, { ...act, detail: send ? { sent: true } : {} }, now)
      })
      log.info("invitation.created", { invitation: id, by: caller.user_id })
      const row = { id, email, ...dates, used_at: null, used_by: null, creator: caller.username, user: null }
      return { invitation: shown(row, now), code }
    },

    async list(cursor: Position | null, now: Date): Promise<Page<Invitation>> {
      const rows = await readInvitations(db, cursor, INVITATIONS_PER_PAGE + 1)
      const { items, next } = pageOf(rows, INVITATIONS_PER_PAGE, cursorOf)
      return { items: items.map((row) => shown(row, now)), next }
    },

    /** @throws Refusal not_found, invitation_used */
    async revoke(caller: Creator, id: string, now: Date): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await deleteUnused(tx, id))) throw new Refusal((await exists(tx, id)) ? "invitation_used" : "not_found")
        await audit.record(tx, { actor_id: caller.user_id, action: "invitation.revoked", subject_id: id }, now)
      })
      log.info("invitation.revoked", { invitation: id, by: caller.user_id })
    },

    /**
     * Looks whether the code is good, before a sign-up does anything expensive. Uses nothing up.
     * @returns what `use` takes @throws Refusal invitation_required, invitation_invalid
     */
    async check(code: string, email: string): Promise<string> {
      const typed = code.slice(0, INVITATION_CODE_MAX)
      if (tidyInvitationCode(typed) === "") throw new Refusal("invitation_required")
      const hash = hashOf(typed)
      const found = await findUsable(db, hash, email, clock())
      if (found === undefined) throw new Refusal("invitation_invalid")
      if (found.email !== "" && found.email !== email.toLowerCase())
        throw new Refusal("invitation_invalid", { message: SIGNUP.invitationOther })
      return hash
    },

    /** @param tx the transaction that creates the account @throws Refusal invitation_invalid */
    async use(tx: Queries, hash: string, user: { id: string; email: string }, now: Date): Promise<void> {
      if (!(await takeInvitation(tx, hash, user, now))) throw new Refusal("invitation_invalid")
    },

    sweep: (): Promise<void> => deleteExpired(db, clock()),
  }
}

const hashOf = (code: string): string => createHash("sha256").update(tidyInvitationCode(code)).digest("hex")

function shown({ id, email, created_at, expires_at, used_at, used_by, creator, user }: Row, now: Date): Invitation {
  const isUsed = used_at !== null && used_by !== null
  return {
    id,
    email,
    state: isUsed ? "used" : expires_at > now ? "open" : "expired",
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    created_by: creator,
    used_by: user,
  }
}

/** Holds nothing that a person typed. */
const invitationEmail = ({ PUBLIC_ORIGIN, SITE_NAME }: Needs["config"], code: string): EmailContent => ({
  subject: `You're invited to join ${SITE_NAME}`,
  heading: `Join ${SITE_NAME}`,
  paragraphs: [
    `An administrator of ${SITE_NAME} has invited you to create an account: your own page and digital business card.`,
  ],
  action: { label: "Create your account", url: PUBLIC_ORIGIN + invitationPath(code) },
  notes: [
    `The link works once, for this email address, and expires in ${INVITATION_DAYS} days.`,
    "If you didn't expect this invitation, ignore this email.",
  ],
})
