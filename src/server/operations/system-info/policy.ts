// The operator's policy for accounts in a few sentences: who may sign up, how people sign in, and for how long (docs/operations.md).
import type { SystemInfo } from "../../../api/operations.ts"
import { FACTOR_GRACE_DAYS, SESSION_DAYS } from "../../../domain/limits.ts"
import type { Config } from "../../platform/config/config.ts"

type Needs = Pick<
  Config,
  "COMPANY_LOGIN" | "SECOND_FACTOR" | "SESSION_MAX_DAYS" | "SIGN_IN" | "SIGN_UP" | "SIGN_UP_DOMAINS"
>

const SIGN_UP = { open: "Everyone", invite: "People with an invitation", closed: "No one" }
const FACTOR = {
  administrators: "Administrators",
  moderators: "Moderators and administrators",
  everyone: "Everyone",
  optional: "No one",
}
const WAY = { password: "Password", passkey: "Passkey" }

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? "" : "s"}`

export function policyOf(config: Needs): SystemInfo["policy"] {
  const { COMPANY_LOGIN: companies, SECOND_FACTOR, SESSION_MAX_DAYS, SIGN_IN, SIGN_UP: mode, SIGN_UP_DOMAINS } = config
  const makers = mode === "open" ? [] : companies.filter(({ create_accounts }) => create_accounts)
  const signUp = [SIGN_UP[mode], ...makers.map(({ name }) => `people who sign in with ${name}`)].join("; ")
  const ways = SIGN_IN.flatMap((way) => (way === "company" ? companies.map(({ name }) => name) : WAY[way]))
  const unused = Math.min(SESSION_DAYS, SESSION_MAX_DAYS)
  return [
    { rule: "Who can sign up", value: signUp, settings: ["SIGN_UP", ...(makers.length > 0 ? ["COMPANY_LOGIN"] : [])] },
    {
      rule: "Email addresses",
      value: SIGN_UP_DOMAINS.length === 0 ? "Any" : `Only at ${SIGN_UP_DOMAINS.join(", ")}`,
      settings: ["SIGN_UP_DOMAINS"],
    },
    { rule: "Ways to sign in", value: ways.join(", "), settings: ["SIGN_IN", "COMPANY_LOGIN"] },
    ...companies
      .filter(({ domains }) => domains.length > 0)
      .map(({ name, domains }) => ({
        rule: `Must use ${name}`,
        value: `People at ${domains.join(", ")}`,
        settings: ["COMPANY_LOGIN"],
      })),
    {
      rule: "Two-step verification required for",
      value: FACTOR[SECOND_FACTOR] + (SECOND_FACTOR === "optional" ? "" : `, after ${FACTOR_GRACE_DAYS} days`),
      settings: ["SECOND_FACTOR"],
    },
    {
      rule: "Sessions end after",
      value: [
        `${count(SESSION_MAX_DAYS, "day")}, or ${count(unused, "day")} of inactivity`,
        ...companies.map(({ name, session_hours }) => `${count(session_hours, "hour")} with ${name}`),
      ].join("; "),
      settings: ["SESSION_MAX_DAYS", ...(companies.length > 0 ? ["COMPANY_LOGIN"] : [])],
    },
  ]
}
