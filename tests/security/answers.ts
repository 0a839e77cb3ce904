// What a route answers to each caller: `status` to those it is for, a refusal to the others.
import type { CallerKind } from "../../src/api/endpoint.ts"
import type { CallerName } from "./callers.ts"

export type Answers = Record<CallerName, number>

const anyone = (status: number): Answers => ({
  anonymous: status,
  recovery: status,
  "owes factor": status,
  deactivated: status,
  user: status,
  moderator: status,
  admin: status,
})
const session = (status: number): Answers => ({
  ...anyone(status),
  anonymous: 401,
  recovery: 401,
  "owes factor": 403,
})
export const active = (status: number): Answers => ({ ...session(status), deactivated: 403 })
const moderator = (status: number): Answers => ({ ...active(403), moderator: status, admin: status })
const admin = (status: number): Answers => ({ ...active(403), admin: status })
/** the auth protocol's own: also a session that only serves a reset, or that still owes its second factor */
export const anyToken = (status: number): Answers => ({ ...anyone(status), anonymous: 401 })

/** By what the table of the API says. */
export const BY_CALLER: Record<CallerKind, (status: number) => Answers> = {
  anyone,
  // Without METRICS_TOKEN there is no such address.
  operator: anyone,
  "before-factor": (status) => ({ ...session(status), "owes factor": status }),
  session,
  user: active,
  moderator,
  admin,
  "admin-with-proof": admin,
}
