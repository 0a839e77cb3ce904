// Guards: a route names one, and finds the caller in its context.
import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import { Refusal } from "../../../domain/errors.ts"
import { isBodyHere } from "../../platform/http/body.ts"
import type { Auth } from "./auth.ts"
import { bearerToken, type Caller, type CallerEnv } from "./caller.ts"

interface Needs {
  auth: Auth
}

/** @throws Refusal not_authenticated: no token, a wrong one, a session that ended, a recovery session */
async function callerOf(services: Needs, token: string | null): Promise<Caller> {
  if (token === null) throw new Refusal("not_authenticated")
  const caller = await services.auth.requireCaller(token).catch((error) => {
    throw error instanceof Refusal ? new Refusal("not_authenticated", { userId: error.userId }) : error
  })
  if (caller.kind !== "password") throw new Refusal("not_authenticated", { userId: caller.user_id })
  return caller
}

/**
 * A sender decides when the body of a request ends. Once it has, the session may have ended, or the role may be gone: the caller
 * is judged once more, unless the whole body was there already.
 */
export function judgeAgain(
  c: Context,
  caller: Caller,
  ask: () => Promise<Caller>,
  judge: (caller: Caller) => void | Promise<void> = () => undefined,
): void {
  if (isBodyHere(c)) return
  c.set("onBodyRead", async () => {
    await judge(Object.assign(caller, await ask()))
  })
}

const guard = (services: Needs, judge: (caller: Caller) => void | Promise<void>) =>
  createMiddleware<CallerEnv>(async (c, next) => {
    const caller = await callerOf(services, bearerToken(c))
    c.set("userId", caller.user_id)
    await judge(caller)
    c.set("caller", caller)
    judgeAgain(c, caller, () => callerOf(services, bearerToken(c)), judge)
    c.header("Cache-Control", "no-store")
    await next()
  })

/** Anyone who gave the right password, even if the second factor is still to be shown: for the ways of showing it. */
export const beforeFactor = (services: Needs) => guard(services, () => undefined)

function requireFactor(caller: Caller): void {
  if (caller.needs_factor) throw new Refusal("mfa_required")
}

/** A signed-in user, also one whose account is deactivated (who may learn that, and reactivate). @throws also mfa_required */
export const anySession = (services: Needs) => guard(services, requireFactor)

/** A signed-in user with an active account. @throws not_authenticated, mfa_required, account_deactivated */
export const signedIn = (services: Needs) =>
  guard(services, (caller) => {
    requireFactor(caller)
    if (caller.account === "deactivated") throw new Refusal("account_deactivated")
  })

/**
 * A moderator or an administrator; the roles are read from the database with every request.
 * @throws also forbidden, second_factor_required (an administrator)
 */
export const moderatorOnly = (services: Needs) =>
  guard(services, async (caller) => {
    requireFactor(caller)
    if (caller.account === "deactivated") throw new Refusal("account_deactivated")
    if (!caller.roles.some((role) => role === "moderator" || role === "admin")) throw new Refusal("forbidden")
    await services.auth.requireAdministratorsFactor(caller)
  })

async function requireAdministrator({ auth }: Needs, caller: Caller): Promise<void> {
  requireFactor(caller)
  if (caller.account === "deactivated") throw new Refusal("account_deactivated")
  if (!caller.roles.includes("admin")) throw new Refusal("forbidden")
  await auth.requireAdministratorsFactor(caller)
}

/** An administrator; the role is read from the database with every request. @throws also forbidden, second_factor_required */
export const adminOnly = (services: Needs) => guard(services, (caller) => requireAdministrator(services, caller))

/**
 * The same for what gives or takes access: the password or the second factor of the last minutes as well, so that a stolen access
 * token makes nobody an administrator. @throws also reauthentication_needed
 */
export const adminWithProof = (services: Needs) =>
  guard(services, async (caller) => {
    await requireAdministrator(services, caller)
    services.auth.requireRecentProof(caller)
  })
