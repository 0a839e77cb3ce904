// Search with trigrams: search patterns, and the extension pg_trgm, which is part of PostgreSQL but missing in some installations.
import type pg from "pg"
import { ConfigError } from "../config/config.ts"

/** SQLSTATE: not allowed; not installed, as newer and older servers say it. */
const REFUSED = new Set(["42501", "0A000", "58P01"])

/** Only creating it needs a privilege. @throws ConfigError with one sentence */
export async function ensureSearchExtension(client: pg.ClientBase): Promise<void> {
  try {
    await client.query("create extension if not exists pg_trgm")
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown }
    if (typeof code !== "string" || !REFUSED.has(code)) throw error
    throw new ConfigError(
      `PostgreSQL did not let this program create the extension pg_trgm, which searching needs (${message}): install it on the server if it is missing (package postgresql-contrib) and have a superuser run "create extension pg_trgm" in this database.`,
    )
  }
}

/** A LIKE pattern that matches the text literally, anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`

/** The indexes hold three letters or digits in a row: shorter texts are in none of them. */
export const isIndexed = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)
