// Settings that the program accepts but that are probably a mistake: logged at start and shown to administrators.
import { WARNING } from "../../../domain/messages.ts"
import type { Config } from "../../platform/config/config.ts"
import type { Log } from "../../platform/log.ts"

export type Warning = keyof typeof WARNING

export const warningsOf = ({ PUBLIC_ORIGIN, SMTP_URL }: Pick<Config, "PUBLIC_ORIGIN" | "SMTP_URL">): Warning[] =>
  PUBLIC_ORIGIN.startsWith("https:") && SMTP_URL === null ? ["noMailServer"] : []

export function warnOf(config: Parameters<typeof warningsOf>[0], log: Pick<Log, "warn">): void {
  for (const warning of warningsOf(config)) log.warn("config.warning", { warning, hint: WARNING[warning].text })
}
