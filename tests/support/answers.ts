// Holds every answer that a test gets from the API against what the table says of it (src/api).
import type { Hono } from "hono"
import * as z from "zod/mini"
import { API, type EndpointKey } from "../../src/api/api.ts"
import { type Endpoint, partsOf } from "../../src/api/endpoint.ts"
import type { RequestEnv } from "../../src/server/platform/http/env.ts"

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]*")}$`)

const KNOWN = Object.keys(API).map((key) => {
  const { method, path } = partsOf(key)
  const endpoint: Endpoint = API[key as EndpointKey]
  return { key, method, pattern: patternOf(path), endpoint }
})

/** @throws when the answer is not what the table says: a field is missing, is of another kind, or is not declared */
async function check(asked: string, address: string, response: Response): Promise<void> {
  const { pathname } = new URL(address, "http://localhost")
  const found = KNOWN.find(({ method, pattern }) => method === asked && pattern.test(pathname))
  if (found === undefined || !response.ok) return
  const { key, endpoint } = found
  if (endpoint.answer === undefined) return
  const status = endpoint.status ?? 200
  if (response.status !== status) throw new Error(`${key} answers ${response.status}, the table says ${status}`)
  const answer: unknown = await response.clone().json()
  const parsed = z.safeParse(endpoint.answer, answer)
  if (!parsed.success) throw new Error(`${key} answers other than the table says: ${z.prettifyError(parsed.error)}`)
  // What the schema does not know is left out of what it reads.
  if (JSON.stringify(sorted(parsed.data)) !== JSON.stringify(sorted(answer)))
    throw new Error(`${key} answers more than the table says: ${JSON.stringify(answer)}`)
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, sorted(inner)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** The same application; `request` throws when an answer is not as the table says. */
export function withCheckedAnswers(app: Hono<RequestEnv>): Hono<RequestEnv> {
  const ask = app.request
  app.request = async (...asked: Parameters<typeof ask>) => {
    const [input, init] = asked
    const answer = await ask(...asked)
    // The request's own body may be a stream that is used up.
    if (input instanceof Request) await check(input.method, input.url, answer)
    else await check(init?.method ?? "GET", String(input), answer)
    return answer
  }
  return app
}
