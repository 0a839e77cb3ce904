// Administrators named by the operator at the machine: no session, no limit; the audit trail says that nobody in particular did
// it. Unlike administrators among themselves, the operator may take the last one's role: another is a command away.
import { isEmailAddress } from "../../../domain/account/email-address.ts"
import { accountState } from "../../../domain/account/lifecycle.ts"
import type { Database } from "../../platform/db/queries.ts"
import type { Log } from "../../platform/log.ts"
import type { Audit } from "../audit/service.ts"
import { type AdministratorRow, accountOfEmail, administrators } from "./administrators-store.ts"
import { giveRole, takeRole } from "./roles-store.ts"
import { lockAccount, lockAdministrators } from "./store.ts"

/** Cannot be done as asked; the message is a sentence for the operator. */
export class NotDone extends Error {}

interface Needs {
  audit: Audit
  log: Log
  database: { db: Database }
}

const USAGE = "Say what: admin grant EMAIL, admin revoke EMAIL, or admin list."
const detail = { role: "admin" }

async function grant({ audit, database, log }: Needs, email: string, now: Date): Promise<string> {
  return database.db.transaction(async (tx) => {
    await lockAdministrators(tx)
    const found = await accountOfEmail(tx, email)
    const account = found && (await lockAccount(tx, found.id))
    if (found === undefined || account === undefined || accountState(account, now) === "gone")
      throw new NotDone(`Nobody has signed up with ${email}.`)
    if (accountState(account, now) === "deactivated")
      throw new NotDone(`The account of ${email} is deactivated: it has to be reactivated first.`)
    if (!found.isConfirmed)
      throw new NotDone(`The address ${email} is not confirmed yet: open the link in its email first.`)
    if (!(await giveRole(tx, found.id, "admin"))) return `${email} is administrator already.`
    await audit.record(tx, { actor_id: null, action: "role.added", subject_id: found.id, detail }, now)
    log.info("role.added", { user: found.id, role: "admin", by: "operator" })
    return `${email} is administrator now.`
  })
}

async function revoke({ audit, database, log }: Needs, email: string, now: Date): Promise<string> {
  return database.db.transaction(async (tx) => {
    await lockAdministrators(tx)
    const found = await accountOfEmail(tx, email)
    if (found === undefined) throw new NotDone(`Nobody has signed up with ${email}.`)
    await lockAccount(tx, found.id)
    if (!(await takeRole(tx, found.id, "admin"))) throw new NotDone(`${email} is not an administrator.`)
    await audit.record(tx, { actor_id: null, action: "role.removed", subject_id: found.id, detail }, now)
    log.info("role.removed", { user: found.id, role: "admin", by: "operator" })
    const left = await administrators(tx)
    return left.length > 0
      ? `${email} is not an administrator any more.`
      : `${email} is not an administrator any more. Nobody is now: admin grant EMAIL names one.`
  })
}

const line = ({ email, username, since, hasSecondFactor, isConfirmed, isDeactivated }: AdministratorRow): string =>
  [
    email,
    username ?? "without a profile",
    since === null ? "since unknown" : `since ${since.toISOString().slice(0, 10)}`,
    `second factor ${hasSecondFactor ? "on" : "off"}`,
    ...(isConfirmed ? [] : ["not confirmed"]),
    ...(isDeactivated ? ["deactivated"] : []),
  ].join("  ")

async function list({ database }: Needs): Promise<string> {
  const rows = await administrators(database.db)
  return rows.length === 0 ? "Nobody is administrator: admin grant EMAIL names one." : rows.map(line).join("\n")
}

/** @param args `grant EMAIL`, `revoke EMAIL` or `list` @returns text for the terminal @throws NotDone */
export async function administratorsCommand(needed: Needs, args: string[], now: Date): Promise<string> {
  const [word, email, ...more] = args
  if (word === "list" && email === undefined) return list(needed)
  if (email === undefined || email.trim() === "" || more.length > 0) throw new NotDone(USAGE)
  if (word !== "grant" && word !== "revoke") throw new NotDone(USAGE)
  const address = email.trim()
  if (!isEmailAddress(address)) throw new NotDone("That is no email address.")
  return word === "grant" ? grant(needed, address, now) : revoke(needed, address, now)
}
