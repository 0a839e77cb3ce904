// `meishi doctor`: checks the settings and everything they refer to, a line each. Changes nothing.
import { existsSync } from "node:fs"
import { access, constants, statfs } from "node:fs/promises"
import { WARNING } from "../../../../domain/warning-messages.ts"
import type { Clock } from "../../../platform/clock.ts"
import { withTimeout } from "../../../platform/concurrency/with-timeout.ts"
import { type Config, ConfigError, isSecretFile, readConfig } from "../../../platform/config/config.ts"
import { unknownSettings } from "../../../platform/config/unknown-settings.ts"
import { VERSION } from "../../../platform/config/version.ts"
import { portIsFree } from "../../../platform/http/port-is-free.ts"
import { errorText, type Log } from "../../../platform/log.ts"
import { cityDatabaseProblem } from "../../../platform/places/city-database.ts"
import { warningsOf } from "../../system-info/warnings.ts"
import { mayRead, otherOwner } from "../as-owner.ts"
import { askRunning, RunningIsSilent } from "../control-socket.ts"
import { backingServices } from "./backing-services.ts"
import { bad, type Finding, note, ok } from "./finding.ts"

const PATIENCE_MS = 5_000
const MIN_FREE_MB = 256
const MEGABYTE = 1024 * 1024

/** @returns null when no program answers there */
async function readyOf({ HOST, PORT }: Config): Promise<{ status: number; body: string } | null> {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${PORT}/api/health/ready`
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return { status: answer.status, body: (await answer.text()).slice(0, 300) }
  } catch {
    return null
  }
}

/** What to say of a program that has this folder, on whatever port; null: none has. */
async function onFolder({ DATA_DIR, PORT }: Config): Promise<string | null> {
  try {
    if ((await askRunning(DATA_DIR, "/")) === null) return null
    return `A program is using this DATA_DIR, but not on port ${PORT}. Set PORT to the port it uses.`
  } catch (error) {
    return error instanceof RunningIsSilent ? error.message : null
  }
}

async function program(config: Config): Promise<{ isRunning: boolean; finding: Finding }> {
  if (config.PORT === 0) return { isRunning: false, finding: note("PORT is 0: any free port.") }
  const answer = await readyOf(config)
  const at = `port ${config.PORT}`
  if (answer?.body.includes('"parts"') === true) {
    const isReady = answer.status === 200
    const text = `The program is running on ${at}: ${answer.body}`
    return { isRunning: true, finding: isReady ? ok(text) : bad(text) }
  }
  const other = await onFolder(config)
  if (other !== null) return { isRunning: true, finding: bad(other) }
  try {
    await portIsFree(config)
    return { isRunning: false, finding: note(`The program is not running; ${at} is free.`) }
  } catch (error) {
    return { isRunning: false, finding: bad(error instanceof ConfigError ? error.message : errorText(error)) }
  }
}

async function folder({ DATA_DIR, DATABASE_URL }: Config): Promise<Finding[]> {
  if (!existsSync(DATA_DIR)) return [note(`DATA_DIR (${DATA_DIR}) will be created at the first start.`)]
  try {
    await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return [bad(`DATA_DIR (${DATA_DIR}) cannot be used: ${errorText(error)}`)]
  }
  const owner = otherOwner(DATA_DIR)
  const { bavail, bsize } = await statfs(DATA_DIR)
  const freeMb = Math.floor((bavail * bsize) / MEGABYTE)
  const room = `DATA_DIR (${DATA_DIR}) has ${freeMb} MB free`
  const without = DATABASE_URL === null ? "writes are refused below 128 MB" : "uploads and backups need room there"
  return [
    freeMb < MIN_FREE_MB ? bad(`${room}: ${without}.`) : ok(`${room}.`),
    ...(owner === null ? [] : [ok(`DATA_DIR belongs to user ${owner.uid}: commands run by root act as that user.`)]),
  ]
}

/** Files that the settings name, which the service opens as its own user. */
function namedFiles(config: Config, env: Record<string, string | undefined>): Finding[] {
  const owner = otherOwner(config.DATA_DIR)
  const secrets = Object.entries(env).filter(([name]) => isSecretFile(name))
  const places = Object.entries({ GEOIP_V4: config.GEOIP_V4, GEOIP_V6: config.GEOIP_V6 })
  return [...secrets, ...places].flatMap(([name, path]) => {
    if (!path) return []
    if (!existsSync(path)) return [bad(`${name} names a file that does not exist: ${path}.`)]
    if (owner === null || mayRead(owner, path)) return []
    const user = `user ${owner.uid}, who runs the service,`
    return [bad(`${name} names a file that ${user} cannot read: ${path} (docs/operations.md, "Secrets in files").`)]
  })
}

/** Otherwise, the first tap would find out. */
async function cityDatabases({ GEOIP_V4, GEOIP_V6 }: Config): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [version, path] of [[4, GEOIP_V4] as const, [6, GEOIP_V6] as const]) {
    const problem = path === null || !existsSync(path) ? null : await cityDatabaseProblem(path, version)
    if (problem !== null)
      found.push(
        bad(
          `GEOIP_V${version} names a file that is no city database for IPv${version} addresses: ${path} (${problem}).`,
        ),
      )
  }
  return found
}

async function site({ PUBLIC_ORIGIN }: Config, isRunning: boolean): Promise<Finding[]> {
  if (!isRunning) return []
  try {
    const live = () => fetch(`${PUBLIC_ORIGIN}/api/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const { status } = await withTimeout(PATIENCE_MS, live)
    return [
      status === 200
        ? ok(`${PUBLIC_ORIGIN} responds.`)
        : bad(`${PUBLIC_ORIGIN} responds with ${status} instead of 200.`),
    ]
  } catch (error) {
    // Many networks do not let a machine reach its own public address.
    return [note(`${PUBLIC_ORIGIN} (PUBLIC_ORIGIN) cannot be reached from here: ${errorText(error)}`)]
  }
}

const noSupport = ({ SUPPORT_EMAIL }: Config): string =>
  `SUPPORT_EMAIL is not set: people whose profile is hidden, or who cannot sign in, are told to write to ${SUPPORT_EMAIL}. Set it unless someone reads that mailbox.`

const MARK = { ok: "ok   ", note: "note ", bad: "BAD  " }

/** @returns 1 when something has to be repaired @throws ConfigError with every mistake of the settings */
export async function doctorCommand(env: Record<string, string | undefined>, log: Log, clock: Clock): Promise<number> {
  const print = ({ level, text }: Finding) => process.stdout.write(`${MARK[level]}${text}\n`)
  print(ok(`Version ${VERSION}, Node ${process.versions.node}.`))
  const config = readConfig(env)
  print(ok("The settings are valid."))
  const found: Finding[] = [
    ...unknownSettings(env).map(bad),
    ...warningsOf(config).map((name) => bad(WARNING[name].text)),
    ...(config.given.includes("SUPPORT_EMAIL") ? [] : [note(noSupport(config))]),
  ]
  const { isRunning, finding } = await program(config)
  found.push(finding, ...(await folder(config)), ...namedFiles(config, env), ...(await cityDatabases(config)))
  found.push(...(await backingServices(config, isRunning, log, clock)), ...(await site(config, isRunning)))
  found.forEach(print)
  return found.some(({ level }) => level === "bad") ? 1 : 0
}
