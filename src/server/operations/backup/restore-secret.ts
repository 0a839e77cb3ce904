// The SECRET of an archive, with which second factors are encrypted: restored only when the operator asks for it.
import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fingerprintOf, secretOf } from "../../features/auth/session/keys.ts"
import type { Config } from "../../platform/config/config.ts"
import type { Manifest } from "./manifest.ts"
import { secretIn } from "./read-archive.ts"
import { BackupError } from "./trouble-words.ts"

export interface SecretOptions {
  /** leaves out second factors and their recovery codes, for operators who lost the SECRET */
  withoutSecondFactors?: boolean
  /** replaces the SECRET in DATA_DIR with the archive's */
  withSecret?: boolean
}

/** As this program generates one, or an operator may set one. */
const SECRET = /^[\x20-\x7e]{32,1000}$/

/** @throws BackupError when there is none, or the environment sets another one */
async function archivesOwn(path: string, config: Config, manifest: Manifest): Promise<string> {
  if (config.SECRET !== null)
    throw new BackupError(
      "SECRET is set in the environment, so the archive's cannot take its place: omit --with-secret, or remove SECRET from the environment.",
    )
  const secret = await secretIn(path)
  if (secret === null)
    throw new BackupError("The archive has no SECRET: it was made without --with-secret. Omit --with-secret.")
  if (!SECRET.test(secret) || fingerprintOf(secret) !== manifest.secret_fingerprint)
    throw new BackupError("The archive's SECRET is not the one that it was made with. Nothing was changed.")
  return secret
}

/**
 * @returns the archive's SECRET if it should be restored, or null
 * @throws BackupError when its second factors could not be decrypted with the SECRET that will be in effect
 */
export async function secretToKeep(
  path: string,
  config: Config,
  manifest: Manifest,
  { withSecret = false, withoutSecondFactors = false }: SecretOptions,
): Promise<string | null> {
  if (withSecret) return archivesOwn(path, config, manifest)
  const sealed = withoutSecondFactors ? 0 : (manifest.tables.find(({ name }) => name === "factors")?.rows ?? 0)
  if (sealed === 0 || fingerprintOf(secretOf(config)) === manifest.secret_fingerprint) return null
  const canTake = config.SECRET === null && (await secretIn(path)) !== null
  throw new BackupError(
    `The archive's second factors are encrypted with another SECRET. ${
      canTake
        ? "Take it from the archive (--with-secret), or"
        : "Set the SECRET of the instance it was made from (in the environment, or as DATA_DIR/secret), or"
    } leave the second factors out (--without-second-factors).`,
  )
}

export async function keepSecret(config: Config, secret: string): Promise<void> {
  const file = join(config.DATA_DIR, "secret")
  await writeFile(file, `${secret}\n`, { mode: 0o600, flush: true })
  await chmod(file, 0o600)
}
