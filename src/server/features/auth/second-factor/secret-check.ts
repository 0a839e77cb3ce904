// Whether SECRET is the one that the second factors of the database were encrypted with.
import { existsSync } from "node:fs"
import { and, desc, eq } from "drizzle-orm"
import { type Config, ConfigError } from "../../../platform/config/config.ts"
import { factors } from "../../../platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../../platform/db/open.ts"
import { deriveKeys, secretFile, secretOf } from "../session/keys.ts"
import { createSealing } from "./sealing.ts"

const ANOTHER =
  "SECRET is not the one that second factors were encrypted with: codes of authenticator apps cannot be checked. Put the earlier SECRET back (in the environment, or as DATA_DIR/secret), and restart. Only if it is lost: those people sign in with a recovery code, and set up their app again."

/**
 * Asks the newest second factor: older ones may be from before a SECRET that was lost for good.
 * @returns what to tell the operator; null: nothing is wrong
 * @throws ConfigError when the SECRET of DATA_DIR is gone, rather than have another one made in its place
 */
export async function secretProblem(
  config: Pick<Config, "SECRET" | "DATA_DIR">,
  { db }: Pick<OpenDatabase, "db">,
): Promise<string | null> {
  const [newest] = await db
    .select({ id: factors.id, secret: factors.secret })
    .from(factors)
    .where(and(eq(factors.type, "totp"), eq(factors.status, "verified")))
    .orderBy(desc(factors.created_at), desc(factors.id))
    .limit(1)
  if (newest === undefined) return null
  const file = secretFile(config)
  if (config.SECRET === null && !existsSync(file))
    throw new ConfigError(
      `${file} is missing, and the second factors in the database were encrypted with it. Put your copy of it back. Only if there is none, make another (umask 077; openssl rand -hex 32 > ${file}, as the program's user): then everyone has to sign in again, and people with an authenticator app need a recovery code.`,
    )
  return createSealing(deriveKeys(secretOf(config)).factors).open(newest.secret, newest.id) === null ? ANOTHER : null
}
