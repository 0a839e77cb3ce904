// The only reader of the environment. Settings are declared in settings.ts.
import { readFileSync } from "node:fs"
import type { ShownSetting } from "../../../api/operations.ts"
import { WAYS_IN, type WayIn } from "../../../domain/account/policy.ts"
import { optional } from "./config-checks.ts"
import { SETTINGS, type Setting } from "./settings.ts"
import { unknownSettings } from "./unknown-settings.ts"

type Environment = Record<string, string | undefined>

type Settings = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]> }

export type Config = Omit<Settings, "PUBLIC_ORIGIN" | "MAIL_FROM" | "SIGN_IN" | "SUPPORT_EMAIL"> & {
  PUBLIC_ORIGIN: string
  MAIL_FROM: string
  SIGN_IN: readonly WayIn[]
  SUPPORT_EMAIL: string
  /** names of the settings that were set; the rest have their default */
  given: readonly string[]
}

/** The message has one sentence per mistake. */
export class ConfigError extends Error {}

/** Set by the primary process for each worker; not a setting for operators. */
export const workerEnvironment = (number: number): Environment => ({ WORKER_NUMBER: String(number) })
/** For a command's child process, which may not be allowed to read the files of secrets, and runs in another folder. */
export const ownerEnvironment = ({ DATA_DIR }: Config): Environment => ({ ...withFiles(process.env, []), DATA_DIR })
export const workerNumber = (env: Environment): string => env.WORKER_NUMBER ?? ""

const FILE = "_FILE"

const ALL = Object.entries(SETTINGS) as [keyof Settings, Setting<unknown>][]

/** The environment as it would be given today: an upgrade must not drop a rule that its operator set. */
function withNewNames(env: Environment): Environment {
  const former = optional(env.ADMIN_SECOND_FACTOR)
  if (former === null || optional(env.SECOND_FACTOR) !== null) return env
  return { ...env, SECOND_FACTOR: former === "required" ? "administrators" : former }
}

/** Whether this setting names a file that holds a secret. */
export const isSecretFile = (name: string): boolean =>
  ALL.some(([known, { secret }]) => secret === true && name === known + FILE)

/** The environment with the content of each file that holds a secret. @param mistakes sentences are added to it */
function withFiles(env: Environment, mistakes: string[]): Environment {
  const all = { ...env }
  for (const [name, { secret }] of ALL) {
    const path = secret === true ? optional(env[name + FILE]) : null
    if (path === null) continue
    delete all[name + FILE]
    if (optional(env[name]) !== null) {
      mistakes.push(`${name} and ${name}${FILE} are both set. Set only one.`)
      continue
    }
    try {
      all[name] = readFileSync(path, "utf8")
      if (optional(all[name]) === null) mistakes.push(`${name}${FILE} names an empty file: ${path}.`)
    } catch (error) {
      mistakes.push(`${name}${FILE} names a file that cannot be read: ${(error as Error).message}.`)
    }
  }
  return all
}

/** Checks settings that depend on each other. A value that could not be read is undefined here, and its mistake is already listed. */
function contradictions(settings: Partial<Settings>): string[] {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_URLS = [], S3_ENDPOINT, SECRET, WORKERS = 1 } = settings
  const found: string[] = []
  if (typeof DATABASE_URL === "string" && SECRET === null)
    found.push("SECRET is needed with DATABASE_URL, the same for every process (try: openssl rand -hex 32).")
  if (typeof DATABASE_DIRECT_URL === "string" && DATABASE_URL === null)
    found.push("DATABASE_DIRECT_URL needs DATABASE_URL, the pooler's address of the same database.")
  if (DATABASE_REPLICA_URLS.length > 0 && DATABASE_URL === null)
    found.push("DATABASE_REPLICA_URLS needs DATABASE_URL, the server that the replicas follow.")
  if (WORKERS > 1 && DATABASE_URL === null)
    found.push("WORKERS above 1 needs DATABASE_URL: the embedded database serves one process.")
  const s3 = [settings.S3_BUCKET, settings.S3_REGION, settings.S3_ACCESS_KEY_ID, settings.S3_SECRET_ACCESS_KEY]
  if (typeof S3_ENDPOINT === "string" && s3.includes(null))
    found.push("S3_ENDPOINT also needs S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.")
  if (S3_ENDPOINT === null && typeof settings.S3_BUCKET === "string")
    found.push(
      "S3_BUCKET needs S3_ENDPOINT, the address of the service: without it, pictures would be kept in DATA_DIR.",
    )
  if (settings.SIGN_IN?.includes("company") && settings.COMPANY_LOGIN?.length === 0)
    found.push("SIGN_IN names company, which needs COMPANY_LOGIN.")
  return found
}

/** Reads and checks the environment. @throws ConfigError with every mistake */
export function readConfig(given: Environment): Config {
  const mistakes: string[] = []
  const env = withFiles(withNewNames(given), mistakes)
  const values: Partial<Record<keyof Settings, unknown>> = {}
  for (const [name, setting] of ALL) {
    try {
      values[name] = setting.read(env[name])
    } catch (error) {
      mistakes.push(`${name} ${error instanceof Error ? error.message : String(error)}.`)
    }
  }
  const settings = values as Settings
  mistakes.push(...contradictions(settings))
  if (mistakes.length > 0) throw new ConfigError([...mistakes, ...unknownSettings(given)].join("\n"))
  const PUBLIC_ORIGIN = settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`
  const host = new URL(PUBLIC_ORIGIN).hostname
  const { COMPANY_LOGIN } = settings
  const SIGN_IN = settings.SIGN_IN ?? WAYS_IN.filter((way) => way !== "company" || COMPANY_LOGIN.length > 0)
  return {
    ...settings,
    given: ALL.map(([name]) => name).filter((name) => optional(env[name]) !== null),
    PUBLIC_ORIGIN,
    SIGN_IN,
    // Switched off, a provider signs no one in, and no one has to use it.
    COMPANY_LOGIN: SIGN_IN.includes("company") ? COMPANY_LOGIN : [],
    MAIL_FROM: settings.MAIL_FROM ?? `${settings.SITE_NAME} <no-reply@${host}>`,
    SUPPORT_EMAIL: settings.SUPPORT_EMAIL ?? `support@${host}`,
  }
}

/** Rows of the README's table: name, default or example, explanation. */
export const settingRows = (): [name: string, example: string, doc: string][] =>
  Object.entries(SETTINGS).map(([name, { example, doc }]) => [name, example, doc])

/** "([how](docs/operations.md#a-cdn))": leads nowhere outside the README. */
const README_LINK = / \(\[how\]\([\w/.#-]+\)\)/

/** The settings an administrator can see: values only where the declaration says `shown`. */
export const shownSettings = (config: Config): ShownSetting[] =>
  ALL.map(([name, { doc, shown, summary }]) => ({
    name,
    doc: doc.replace(README_LINK, ""),
    isSet: config.given.includes(name),
    value: summary?.(config[name]) ?? (shown === true ? [config[name] ?? ""].flat().join(", ") : null),
  }))
