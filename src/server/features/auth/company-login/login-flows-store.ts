// Company logins in progress: each state and each code works once.
import { and, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm"
import type { CompanyIdentity } from "../../../../domain/account/company-login.ts"
import { login_flows } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"

export type LoginFlow = typeof login_flows.$inferSelect

export async function insertFlow(db: Queries, flow: typeof login_flows.$inferInsert): Promise<void> {
  await db.insert(login_flows).values(flow)
}

/** Uses up the state and returns its flow, if this browser began it. Of several requests at once, only one gets it. */
export async function spendState(
  db: Queries,
  state_hash: string,
  browser_hashes: readonly string[],
  now: Date,
): Promise<LoginFlow | undefined> {
  const isOpen = and(isNull(login_flows.used_at), gt(login_flows.expires_at, now))
  const isOurs = and(eq(login_flows.state_hash, state_hash), inArray(login_flows.browser_hash, [...browser_hashes]))
  return (await db.update(login_flows).set({ used_at: now }).where(and(isOurs, isOpen)).returning())[0]
}

/** Stores who the provider says signed in, under the code that the page will exchange. */
export async function completeFlow(
  db: Queries,
  { state_hash }: LoginFlow,
  { code_hash, identity, expires_at }: { code_hash: string; identity: CompanyIdentity; expires_at: Date },
): Promise<void> {
  await db.update(login_flows).set({ code_hash, identity, expires_at }).where(eq(login_flows.state_hash, state_hash))
}

const isOpenWith = (code_hashes: readonly string[], now: Date) =>
  and(inArray(login_flows.code_hash, [...code_hashes]), gt(login_flows.expires_at, now))

export async function findFlow(db: Queries, code_hash: string, now: Date): Promise<LoginFlow | undefined> {
  return (
    await db
      .select()
      .from(login_flows)
      .where(isOpenWith([code_hash], now))
  )[0]
}

/**
 * Uses up the code. Of several requests at once, only one gets it.
 * @param attempt of the request, unguessable: it takes the code's place, so that the request can run again when the answer to its commit was lost
 * @returns whether this request has it
 */
export async function useCode(db: Queries, code_hash: string, attempt: string, now: Date): Promise<boolean> {
  const used = await db
    .update(login_flows)
    .set({ code_hash: attempt })
    .where(isOpenWith([code_hash, attempt], now))
    .returning({ state_hash: login_flows.state_hash })
  return used.length > 0
}

export async function deleteFlow(db: Queries, code_hash: string): Promise<void> {
  await db.delete(login_flows).where(eq(login_flows.code_hash, code_hash))
}

/** Sign-ins that the provider takes back before their code was exchanged. @param subject null: of any person @param sid null: of any session */
export async function deleteFlowsOf(
  db: Queries,
  issuer: string,
  subject: string | null,
  sid: string | null,
): Promise<void> {
  const of = (key: "issuer" | "subject" | "sid", value: string | null) =>
    value === null ? undefined : sql`${login_flows.identity}->>${key} = ${value}`
  // As `isOfSession` (identities-store.ts).
  const isUnnamed = subject === null ? undefined : sql`${login_flows.identity}->>'sid' is null`
  const isOfSession = sid === null ? undefined : or(of("sid", sid), isUnnamed)
  await db.delete(login_flows).where(and(of("issuer", issuer), of("subject", subject), isOfSession))
}

export async function deleteOldFlows(db: Queries, now: Date): Promise<void> {
  await db.delete(login_flows).where(lt(login_flows.expires_at, now))
}
