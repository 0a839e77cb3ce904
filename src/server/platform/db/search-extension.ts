// pg_trgm, which the indexes of the portal's searches are made with: part of PostgreSQL, but not of every installation.
import type pg from "pg"
import { ConfigError } from "../config/config.ts"

/** SQLSTATE: not allowed; not installed, as newer and older servers say it. */
const REFUSED = new Set(["42501", "0A000", "58P01"])

/** Once it is there nobody needs a right to it. Throws ConfigError with one sentence. */
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
