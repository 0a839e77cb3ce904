// Each database query of a traced request as a span, named by what it does to which table: never its text or values.
import type pg from "pg"
import type { Tracing } from "./tracing.ts"

const VERB = /\b(select|insert|update|delete|begin|commit|rollback|set|notify)\b/i
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z]\w*)"?/i

/** @param text SQL with placeholders */
export function queryName(text: string): { verb: string; table: string | undefined } {
  return { verb: VERB.exec(text)?.[1]?.toUpperCase() ?? "QUERY", table: TABLE.exec(text)?.[1] }
}

function describe(text: string) {
  const { verb, table } = queryName(text)
  const name = table === undefined ? verb : `${verb} ${table}`
  return {
    name,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": verb,
      "db.query.summary": name,
      ...(table !== undefined && { "db.collection.name": table }),
    },
  }
}

export function traceQueries(pool: pg.Pool, tracing: Tracing): void {
  const known = new WeakSet<pg.PoolClient>()
  // At checkout from the pool: some connections are older than the tracing.
  pool.on("acquire", (client) => {
    if (known.has(client)) return
    known.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const traced = (...args: unknown[]): unknown => {
      const [first, second] = args
      const text = typeof first === "string" ? first : (first as { text?: unknown } | undefined)?.text
      // Anything else, such as a cursor, is not a single query with one result.
      if (typeof text !== "string" || typeof second === "function" || typeof args[2] === "function")
        return query(...args)
      return tracing.query(
        () => describe(text),
        async () => query(...args),
      )
    }
    Object.assign(client, { query: traced })
  })
}
