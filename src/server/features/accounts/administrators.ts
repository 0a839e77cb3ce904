// The operator's command for administrators: no session, no limit, and no actor in the audit log. Unlike administrators, the
// operator may remove the last one's role, because one more command adds another.
import { and, asc, eq, exists, sql } from "drizzle-orm"
import { isEmailAddress } from "../../../domain/account/email-address.ts"
import { accountState } from "../../../domain/account/lifecycle.ts"
import { dayOf } from "../../../domain/time.ts"
import type { Config } from "../../platform/config/config.ts"
import { factors, user_roles, users } from "../../platform/db/auth-schema.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { audit as auditTable, profiles } from "../../platform/db/schema.ts"
import type { Log } from "../../platform/log.ts"
import type { Audit } from "../audit/service.ts"
import { giveRole, takeRole } from "./roles.ts"
import { lockAccount, lockAdministrators } from "./store.ts"

/** The command cannot be carried out; the message is a sentence for the operator. */
export class NotDone extends Error {}

interface Needs {
  audit: Audit
  config: Pick<Config, "SECOND_FACTOR">
  log: Log
  database: { db: Database }
}

const USAGE = "Usage: admin grant EMAIL, admin revoke EMAIL, or admin list."
const detail = { role: "admin" }

/** @param args `grant EMAIL`, `revoke EMAIL` or `list` @returns text for the terminal @throws NotDone */
export async function administratorsCommand(needs: Needs, args: string[], now: Date): Promise<string> {
  const [word, email, ...more] = args
  if (word === "list" && email === undefined) return list(needs)
  if (email === undefined || email.trim() === "" || more.length > 0) throw new NotDone(USAGE)
  if (word !== "grant" && word !== "revoke") throw new NotDone(USAGE)
  const address = email.trim()
  if (!isEmailAddress(address)) throw new NotDone("This is not an email address.")
  return word === "grant" ? grant(needs, address, now) : revoke(needs, address, now)
}

async function list({ database }: Needs): Promise<string> {
  const rows = await administrators(database.db)
  return rows.length === 0 ? "There are no administrators. To add one: admin grant EMAIL" : rows.map(line).join("\n")
}

async function grant({ audit, database, log }: Needs, email: string, now: Date): Promise<string> {
  return database.db.transaction(async (tx) => {
    await lockAdministrators(tx)
    const found = await accountOfEmail(tx, email)
    const account = found && (await lockAccount(tx, found.id))
    if (found === undefined || account === undefined || accountState(account, now) === "gone")
      throw new NotDone(`No account has the address ${email}.`)
    if (accountState(account, now) === "deactivated")
      throw new NotDone(`The account of ${email} is deactivated. Its owner has to reactivate it first.`)
    if (!found.isConfirmed)
      throw new NotDone(`The address ${email} is not confirmed yet. Open the link in the confirmation email first.`)
    if (!(await giveRole(tx, found.id, "admin"))) return `${email} is already an administrator.`
    await audit.record(tx, { actor_id: null, action: "role.added", subject_id: found.id, detail }, now)
    log.info("role.added", { user: found.id, role: "admin", by: "operator" })
    return `${email} is now an administrator.`
  })
}

async function revoke({ audit, config, database, log }: Needs, email: string, now: Date): Promise<string> {
  return database.db.transaction(async (tx) => {
    await lockAdministrators(tx)
    const found = await accountOfEmail(tx, email)
    if (found === undefined) throw new NotDone(`No account has the address ${email}.`)
    await lockAccount(tx, found.id)
    if (!(await takeRole(tx, found.id, "admin", config.SECOND_FACTOR)))
      throw new NotDone(`${email} is not an administrator.`)
    await audit.record(tx, { actor_id: null, action: "role.removed", subject_id: found.id, detail }, now)
    log.info("role.removed", { user: found.id, role: "admin", by: "operator" })
    const left = await administrators(tx)
    return left.length > 0
      ? `${email} is no longer an administrator.`
      : `${email} is no longer an administrator. There are no administrators now. To add one: admin grant EMAIL`
  })
}

type Administrator = Awaited<ReturnType<typeof administrators>>[number]

const line = ({ email, username, since, hasSecondFactor, isConfirmed, isDeactivated }: Administrator): string =>
  [
    email,
    username ?? "without a profile",
    since === null ? "since unknown" : `since ${dayOf(since)}`,
    `second factor ${hasSecondFactor ? "on" : "off"}`,
    ...(isConfirmed ? [] : ["not confirmed"]),
    ...(isDeactivated ? ["deactivated"] : []),
  ].join("  ")

/** Sorted by email address. `since`: when the role was last added; null if that was by hand, or before the audit log existed. */
function administrators(db: Queries) {
  const verified = and(eq(factors.user_id, users.id), eq(factors.status, "verified"))
  const { at, action, subject_id, detail } = auditTable
  const since = sql`(
    select max(${at}) from ${auditTable}
    where ${action} = 'role.added' and ${subject_id} = ${users.id}::text and ${detail}->>'role' = 'admin')`
  return db
    .select({
      email: users.email,
      username: profiles.username,
      isConfirmed: sql<boolean>`${users.email_confirmed_at} is not null`,
      isDeactivated: sql<boolean>`${profiles.deleted_at} is not null`,
      since: since.mapWith(at) as ReturnType<typeof sql<Date | null>>,
      hasSecondFactor: sql<boolean>`${exists(db.select({ id: factors.id }).from(factors).where(verified))}`,
    })
    .from(user_roles)
    .innerJoin(users, eq(users.id, user_roles.user_id))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(user_roles.role, "admin"))
    .orderBy(asc(users.email))
}

/** Whether ADMIN_EMAIL came too late: its account is confirmed, has no role, and will get none by itself. */
export async function isNamedTooLate({ db }: Needs["database"], email: string): Promise<boolean> {
  const found = await accountOfEmail(db, email)
  if (found?.isConfirmed !== true) return false
  const isAdmin = and(eq(user_roles.user_id, found.id), eq(user_roles.role, "admin"))
  return (await db.$count(user_roles, isAdmin)) === 0
}

/** Whether the first administrator is yet to come: there is none, and no account with ADMIN_EMAIL, confirmed or not. */
export const isFirstAwaited = async ({ db }: Needs["database"], email: string): Promise<boolean> =>
  (await accountOfEmail(db, email)) === undefined && (await administrators(db)).length === 0

/** The account with this address, in any case. */
async function accountOfEmail(db: Queries, email: string): Promise<{ id: string; isConfirmed: boolean } | undefined> {
  const rows = await db
    .select({ id: users.id, isConfirmed: sql<boolean>`${users.email_confirmed_at} is not null` })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return rows[0]
}
