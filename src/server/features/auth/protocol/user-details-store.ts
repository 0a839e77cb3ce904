// What the protocol tells of a user from other tables than the user's own, in one statement: it is read with every answer of `/user` and `/token`.
import { and, asc, eq } from "drizzle-orm"
import { factors, one_time_tokens, users } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { isOpen } from "../email-flow/one-time-tokens-store.ts"
import { PUBLIC_FACTOR } from "../second-factor/factors-store.ts"
import type { UserDetails } from "./serialize.ts"

/** Factors oldest first. A newer request for another address voids the older, so there is one open link at most. */
export async function findUserDetails(db: Queries, userId: string, now: Date): Promise<UserDetails> {
  const change = and(eq(one_time_tokens.user_id, users.id), eq(one_time_tokens.purpose, "email_change"), isOpen(now))
  const rows = await db
    .select({ new_email: one_time_tokens.email, factor: PUBLIC_FACTOR })
    .from(users)
    .leftJoin(one_time_tokens, change)
    .leftJoin(factors, eq(factors.user_id, users.id))
    .where(eq(users.id, userId))
    .orderBy(asc(factors.created_at), asc(factors.id))
  return {
    factors: rows.flatMap(({ factor }) => factor ?? []),
    new_email: rows[0]?.new_email ?? null,
  }
}
