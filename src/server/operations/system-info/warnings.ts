// Settings that the program accepts but that are probably a mistake: logged at start, and partly shown to administrators.
import { isIP } from "node:net"
import { WARNING } from "../../../domain/warning-messages.ts"
import { isNamedTooLate } from "../../features/accounts/administrators.ts"
import { secretProblem } from "../../features/auth/second-factor/secret-check.ts"
import type { Config } from "../../platform/config/config.ts"
import { clockProblem } from "../../platform/db/clock-check.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { trustedNetworks } from "../../platform/http/client-ip.ts"
import type { Log } from "../../platform/log.ts"

/** Reserved for documentation, so no one's proxy (RFC 5737, RFC 3849). */
const PUBLIC_ADDRESSES = ["192.0.2.1", "203.0.113.1", "2001:db8::1"]

export type Warning = keyof typeof WARNING

type Needs = Pick<Config, "PUBLIC_ORIGIN" | "SIGN_IN" | "SMTP_URL" | "TRUSTED_PROXIES">

export function warningsOf({ PUBLIC_ORIGIN, SIGN_IN, SMTP_URL, TRUSTED_PROXIES }: Needs): Warning[] {
  const isWrong: Record<Warning, boolean> = {
    noMailServer: PUBLIC_ORIGIN.startsWith("https:") && SMTP_URL === null,
    trustsEveryone: PUBLIC_ADDRESSES.some(trustedNetworks(TRUSTED_PROXIES)),
    noPasskeysHere: SIGN_IN.every((way) => way === "passkey") && !offersPasskeys(new URL(PUBLIC_ORIGIN)),
  }
  return (Object.keys(isWrong) as Warning[]).filter((warning) => isWrong[warning])
}

/** Browsers make an exception for the machine they run on. */
function offersPasskeys({ protocol, hostname }: URL): boolean {
  const isHere = hostname === "localhost" || hostname.endsWith(".localhost")
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0
  return isHere || (protocol === "https:" && !isAddress)
}

export function warnOf(config: Parameters<typeof warningsOf>[0], log: Pick<Log, "warn">): void {
  for (const warning of warningsOf(config)) log.warn("config.warning", { warning, hint: WARNING[warning].text })
}

const TOO_LATE =
  "ADMIN_EMAIL has no effect: the account confirmed its address earlier, or the site has had an administrator before. To make the account an administrator: meishi admin grant, with that address."

/** What only the database can tell, logged at start. @throws ConfigError when the SECRET of DATA_DIR is gone */
export async function warnOfState(
  config: Pick<Config, "ADMIN_EMAIL" | "DATA_DIR" | "SECRET">,
  database: OpenDatabase,
  log: Pick<Log, "error" | "warn">,
  now: Date,
): Promise<void> {
  const { ADMIN_EMAIL } = config
  const otherSecret = await secretProblem(config, database)
  if (otherSecret !== null) log.error("secret.changed", { hint: otherSecret })
  if (ADMIN_EMAIL !== null && (await isNamedTooLate(database, ADMIN_EMAIL)))
    log.warn("config.warning", { warning: "adminTooLate", hint: TOO_LATE })
  const hint = await clockProblem(database, now)
  if (hint !== null) log.warn("clock.off", { hint })
}
