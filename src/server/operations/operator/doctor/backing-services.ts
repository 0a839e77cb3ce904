// The doctor's look at what the settings name elsewhere: the database and its replicas, the bucket, the mail server, company logins.
import { existsSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { isFirstAwaited } from "../../../features/accounts/administrators.ts"
import { createProviders } from "../../../features/auth/company-login/providers.ts"
import { secretProblem } from "../../../features/auth/second-factor/secret-check.ts"
import { secretFile } from "../../../features/auth/session/keys.ts"
import type { Clock } from "../../../platform/clock.ts"
import { type Config, ConfigError } from "../../../platform/config/config.ts"
import { VERSION } from "../../../platform/config/version.ts"
import { clockProblem } from "../../../platform/db/clock-check.ts"
import { JOURNAL, migrationsApplied } from "../../../platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../../platform/db/open.ts"
import { pooledReason } from "../../../platform/db/server/open-server.ts"
import { openFiles } from "../../../platform/files/open-files.ts"
import { errorText, type Log } from "../../../platform/log.ts"
import { smtpProblem } from "../../../platform/mail/transport.ts"
import { bad, type Finding, note, ok } from "./finding.ts"
import { firstAdministrator } from "./first-administrator.ts"

const REPLICA_WITHIN_MS = 5_000

export async function backingServices(config: Config, isRunning: boolean, log: Log, clock: Clock): Promise<Finding[]> {
  return [
    ...(await database(config, isRunning, log, clock)),
    ...(await bucket(config, log)),
    await mail(config),
    ...(await companyLogins(config, log, clock)),
  ]
}

async function database(config: Config, isRunning: boolean, log: Log, clock: Clock): Promise<Finding[]> {
  const isEmbedded = config.DATABASE_URL === null
  if (isEmbedded && isRunning)
    return [ok("The embedded database is open in the running program."), ...firstAdministrator(config, null)]
  if (isEmbedded) {
    const isThere = existsSync(join(config.DATA_DIR, "database"))
    return [
      ...(isThere && config.SECRET === null && !existsSync(secretFile(config)) ? [bad(noSecret(config))] : []),
      note(isThere ? "The embedded database is closed." : "The embedded database will be created at the first start."),
      ...firstAdministrator(config, isThere ? null : true),
    ]
  }
  try {
    const opened = await openDatabase(config, log)
    try {
      const applied = await migrationsApplied(opened)
      const missing = JOURNAL.length - applied
      // Before the first start there is no table to compare the clock with.
      const clockText = applied === 0 ? null : await clockProblem(opened, clock())
      const secretText = missing === 0 ? await secretProblem(config, opened) : null
      const { ADMIN_EMAIL } = config
      const isAwaited = applied === 0 || ADMIN_EMAIL === null || (await isFirstAwaited(opened, ADMIN_EMAIL))
      return [
        ok("PostgreSQL responds."),
        ...(opened.isPooled ? [bad(`${pooledReason(config.DATABASE_DIRECT_URL !== null)}.`)] : []),
        missing === 0 ? ok("The tables are up to date.") : tables(missing),
        ...(clockText === null ? [] : [bad(clockText)]),
        ...(secretText === null ? [] : [bad(secretText)]),
        ...firstAdministrator(config, isAwaited),
        ...(await replicas(config, opened)),
      ]
    } finally {
      await opened.close()
    }
  } catch (error) {
    return [bad(error instanceof ConfigError ? error.message : errorText(error))]
  }
}

const noSecret = (config: Config): string =>
  `${secretFile(config)} is missing. Put your copy of it back before the next start: second factors are encrypted with it.`

function tables(missing: number): Finding {
  const isOne = Math.abs(missing) === 1
  if (missing < 0)
    return bad(`The tables are ${-missing} ${isOne ? "migration" : "migrations"} newer than this version (${VERSION}).`)
  const pending = isOne ? "1 migration is pending. To apply it" : `${missing} migrations are pending. To apply them`
  return note(`${pending}, start or restart the program, or run meishi migrate.`)
}

async function mail({ SMTP_URL }: Config): Promise<Finding> {
  if (SMTP_URL === null) return note("No mail server (SMTP_URL): emails are kept as files in DATA_DIR/mail.")
  const problem = await smtpProblem(SMTP_URL)
  return problem === null
    ? ok("The mail server accepts our connection.")
    : bad(`The mail server (SMTP_URL) cannot be used: ${problem}`)
}

async function replicas({ DATABASE_REPLICA_URLS }: Config, { pool }: OpenDatabase): Promise<Finding[]> {
  const found: Finding[] = []
  for (const url of DATABASE_REPLICA_URLS) {
    const name = `The replica ${new URL(url).host}`
    const { rows } = await pool.query("select pg_current_wal_flush_lsn()::text as position")
    try {
      const behind = await bytesBehind(url, rows[0].position)
      if (behind === null) found.push(bad(`${name} is not a standby: DATABASE_REPLICA_URLS must list only standbys.`))
      else found.push(ok(`${name} responds${behind === 0 ? "" : `, ${behind} bytes behind`}.`))
    } catch (error) {
      found.push(bad(`${name} is not responding: ${errorText(error)}. Reads go to the primary instead.`))
    }
  }
  return found
}

/** How far a standby has yet to replay to a position of the primary's log; null: it is no standby. */
async function bytesBehind(url: string, position: string): Promise<number | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: REPLICA_WITHIN_MS,
    query_timeout: REPLICA_WITHIN_MS,
  })
  client.on("error", () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(
      "select pg_is_in_recovery() as is_standby, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) as behind",
      [position],
    )
    return rows[0].is_standby === true ? Math.max(0, Number(rows[0].behind)) : null
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function bucket(config: Config, log: Log): Promise<Finding[]> {
  if (config.S3_ENDPOINT === null) return []
  const { kept, reason } = reasonOf(log)
  const state = await openFiles(config, config.DATA_DIR, kept).check()
  if (state === "ok") return [ok("The bucket responds.")]
  return [bad(`The bucket (S3_BUCKET) cannot be used: ${reason()}`)]
}

async function companyLogins(config: Config, log: Log, clock: Clock): Promise<Finding[]> {
  const { kept, reason } = reasonOf(log)
  const providers = createProviders({ clock, config, log: kept })
  const found: Finding[] = []
  for (const provider of providers.all)
    try {
      await providers.open(provider)
      found.push(ok(`The company login ${provider.id} responds.`))
    } catch {
      found.push(bad(`The company login ${provider.id} (COMPANY_LOGIN) cannot be used: ${reason()}`))
    }
  return found
}

/** A log that keeps why something failed: the doctor says it in its own line. */
function reasonOf(log: Log): { kept: Log; reason: () => string } {
  let last = ""
  const keep = (_event: string, { error, cause }: { error?: unknown; cause?: unknown } = {}) => {
    last = [error, cause].filter((text) => typeof text === "string" && text !== "").join(": ")
  }
  return { kept: { ...log, warn: keep, error: keep }, reason: () => last }
}
