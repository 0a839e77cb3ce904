// Mounts the endpoints that src/api declares, and checks each request against its declaration: caller, query, body and `If-Match`.
import { type Context, Hono } from "hono"
import { createMiddleware } from "hono/factory"
import * as z from "zod/mini"
import { API, type Api, type EndpointKey } from "../../../api/api.ts"
import {
  type AnswerOf,
  type Endpoint,
  type Params,
  parametersIn,
  partsOf,
  type ReadBody,
  type ReadQuery,
  type Schema,
} from "../../../api/endpoint.ts"
import { SUCCESS } from "../../../api/fields.ts"
import type { Role } from "../../../domain/account/roles.ts"
import { Refusal, type RefusalCode } from "../../../domain/errors.ts"
import { fieldErrors } from "../../../domain/forms.ts"
import { GENERAL } from "../../../domain/messages.ts"
import { isBodyHere, readFields, readJson } from "../../platform/http/body.ts"
import type { RequestEnv } from "../../platform/http/env.ts"
import { routePath, valueIn } from "../../platform/http/params.ts"
import type { Access } from "./access.ts"
import { bearerToken, type Caller, type CallerEnv, hasFullSession } from "./caller.ts"
import { requireRecentProof } from "./credentials/step-up.ts"

interface Asked<Key extends EndpointKey> {
  c: Context<RequestEnv>
  /** for endpoints that need a session */
  caller: Api[Key]["caller"] extends "anyone" | "operator" ? undefined : Caller
  params: Params<Key>
  query: ReadQuery<Api[Key]>
  /** Reads the body only when it is called: routes may refuse a request first. @throws Refusal with what is wrong */
  body(): Promise<ReadBody<Api[Key]>>
  /** The version in `If-Match`; undefined: any. @throws Refusal with the endpoint's code when it can match no version */
  version: Api[Key] extends { ifMatch: RefusalCode } ? () => number | undefined : undefined
}

/** A file is a Response; anything else is the JSON of the answer. */
type Answer<Key extends EndpointKey> = Api[Key] extends { file: string } ? Response : AnswerOf<Api[Key]>
/** Where the answer is empty or says only `success`, nothing needs to be returned. */
type Nothing<Key extends EndpointKey> = Api[Key] extends { file: string }
  ? never
  : keyof AnswerOf<Api[Key]> extends "success"
    ? Promise<void>
    : never

export function endpoints({ access }: { access: Access }) {
  const routes = new Hono<CallerEnv>()
  function on<Key extends EndpointKey>(
    key: Key,
    answer: (asked: Asked<Key>) => Answer<Key> | Promise<Answer<Key>> | Nothing<Key>,
  ): void {
    const endpoint: Endpoint = API[key]
    const { method, path } = partsOf(key)
    const names = parametersIn(path)
    const kind = endpoint.caller
    const guards = kind === "anyone" || kind === "operator" ? [] : [guard(access, kind)]
    routes.on(method, [routePath(path)], ...guards, async (c) => {
      const params = Object.fromEntries(names.map((name) => [name, valueIn(path, name, c.req.param(name) ?? "")]))
      const query = endpoint.query && readQuery(c, endpoint.query)
      const body = () => readBody(c, endpoint)
      const version = () => endpoint.ifMatch && versionIn(c.req.header("if-match"), endpoint.ifMatch)
      const asked = { c, caller: c.get("caller"), params, query, body, version }
      const found = await answer(asked as unknown as Asked<Key>)
      if (found instanceof Response) return found
      if (endpoint.answer === undefined) return c.body(null, 204)
      return c.json<unknown>(found ?? SUCCESS, endpoint.status)
    })
  }
  return { routes, on }
}

/** @param kind for all endpoints with a session @throws Refusal not_authenticated, and those of the kind */
export const guard = (access: Access, kind: keyof typeof REQUIREMENTS) =>
  createMiddleware<CallerEnv>(async (c, next) => {
    const check = (caller: Caller) => REQUIREMENTS[kind](caller, access)
    const caller = await callerOf(access, bearerToken(c))
    c.set("userId", caller.user_id)
    await check(caller)
    c.set("caller", caller)
    checkAgainAfterBody(c, caller, () => callerOf(access, bearerToken(c)), check)
    c.header("Cache-Control", "no-store")
    await next()
  })

type Requirement = (caller: Caller, access: Access) => void | Promise<void>

/** The roles are read from the database with every request. */
const REQUIREMENTS = {
  /** Anyone with the right password, even if the second factor is still owed: for the ways of showing it. */
  "before-factor": () => undefined,
  /** A signed-in user, even with a deactivated account: who may see that, and reactivate it. @throws mfa_required */
  session: requireFactor,
  /** A signed-in user with an active account. @throws mfa_required, account_deactivated, second_factor_required */
  user: requireActive,
  /** A moderator or an administrator. @throws also forbidden */
  moderator: (caller, access) => requireRole(caller, access, ["moderator", "admin"]),
  /** @throws also forbidden */
  admin: (caller, access) => requireRole(caller, access, ["admin"]),
  /**
   * For actions that give or take access: they also need the password or the second factor of the last minutes, so that a stolen
   * access token creates no administrator. @throws also reauthentication_needed
   */
  "admin-with-proof": async (caller, access) => {
    await requireRole(caller, access, ["admin"])
    requireRecentProof(caller, access.clock())
  },
} satisfies Record<string, Requirement>

/** @throws Refusal not_authenticated: no token, a wrong one, a session that ended, a recovery session */
async function callerOf(access: Access, token: string | null): Promise<Caller> {
  if (token === null) throw new Refusal("not_authenticated")
  const caller = await access.requireCaller(token).catch((error) => {
    throw error instanceof Refusal ? new Refusal("not_authenticated", { userId: error.userId }) : error
  })
  if (!hasFullSession(caller)) throw new Refusal("not_authenticated", { userId: caller.user_id })
  return caller
}

/**
 * A sender decides when the body of a request ends. By then the session may have ended, or the role may be gone: the caller is
 * checked once more, unless the whole body was there already.
 */
export function checkAgainAfterBody(
  c: Context,
  caller: Caller,
  ask: () => Promise<Caller>,
  check: (caller: Caller) => void | Promise<void> = () => undefined,
): void {
  if (isBodyHere(c)) return
  c.set("onBodyRead", async () => {
    await check(Object.assign(caller, await ask()))
  })
}

function requireFactor(caller: Caller): void {
  if (caller.needs_factor) throw new Refusal("mfa_required")
}

async function requireActive(caller: Caller, access: Access): Promise<void> {
  requireFactor(caller)
  if (caller.account === "deactivated") throw new Refusal("account_deactivated")
  await access.requireEveryonesFactor(caller)
}

async function requireRole(caller: Caller, access: Access, roles: readonly Role[]): Promise<void> {
  await requireActive(caller, access)
  if (!caller.roles.some((role) => roles.includes(role))) throw new Refusal("forbidden")
  await access.requireFactorSetUp(caller)
}

/** Ignores keys that the schema does not know; of a repeated key the first counts. @throws Refusal validation_failed */
function readQuery(c: Context, schema: Schema): unknown {
  const parsed = z.safeParse(schema, c.req.query())
  if (!parsed.success) throw new Refusal("validation_failed", { fields: fieldErrors(parsed.error) })
  return parsed.data
}

async function readBody(c: Context, { form, body, fields }: Endpoint): Promise<unknown> {
  if (form !== undefined) return checkedForm(form, await readJson(c))
  if (body !== undefined) return checkedWhole(body, await readJson(c))
  if (fields !== undefined) return checkedWhole(fields, await readFields(c))
  throw new Error("this endpoint takes no body; declare it in src/api")
}

/** @throws Refusal validation_failed with a sentence per field, or one for a body that has no fields */
function checkedForm(schema: Schema, sent: unknown): unknown {
  const parsed = z.safeParse(schema, sent)
  if (parsed.success) return parsed.data
  const isObject = typeof sent === "object" && sent !== null && !Array.isArray(sent)
  if (!isObject) throw new Refusal("validation_failed", { message: GENERAL.badRequest })
  throw new Refusal("validation_failed", { fields: fieldErrors(parsed.error) })
}

/** @throws Refusal validation_failed with one sentence for all of it */
function checkedWhole(schema: Schema, sent: unknown): unknown {
  const parsed = z.safeParse(schema, sent)
  if (!parsed.success) throw new Refusal("validation_failed", { message: GENERAL.badRequest })
  return parsed.data
}

/** `"3"`, or `*` for any (RFC 9110 section 13.1.1). */
function versionIn(header: string | undefined, code: RefusalCode): number | undefined {
  if (header === undefined || header.trim() === "*") return undefined
  const version = /^"(\d{1,9})"$/.exec(header.trim())?.[1]
  if (version === undefined) throw new Refusal(code)
  return Number(version)
}
