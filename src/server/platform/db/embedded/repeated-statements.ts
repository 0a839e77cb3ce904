// Prepares statements that repeat, so that the engine parses each once: for most of them, that is half of their time.
import type pg from "pg"

/** From this time on it is worth it. */
const PREPARED_AT = 3
/** A prepared statement takes some 50 KB, and stays until the connection ends. */
const PREPARED_MAX = 150
/** Texts counted at once. Those of lists have any number of parameters. */
const COUNTED_MAX = 1_000

interface Statement {
  text: string
  name?: string | undefined
}

const isStatement = (config: unknown): config is Statement =>
  typeof config === "object" && config !== null && "text" in config && typeof config.text === "string"

/** What a search or a list's filter finds decides how it is best done, so these are planned each time. */
const isList = (text: string): boolean => /\b(like|order by)\b/i.test(text)

/** Names the statements with parameters of this connection that are repeated and have no name. */
export function prepareRepeated(client: pg.ClientBase): void {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= PREPARED_MAX) return known
    const count = (counts.get(text) ?? 0) + 1
    if (count < PREPARED_AT || isList(text)) {
      if (counts.size >= COUNTED_MAX) counts.clear()
      counts.set(text, count)
      return undefined
    }
    counts.delete(text)
    const name = `repeated_${names.size + 1}`
    names.set(text, name)
    return name
  }

  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  Object.assign(client, {
    query(config: unknown, ...rest: unknown[]): unknown {
      const isNamed = !isStatement(config) || rest.length === 0 || config.name !== undefined
      return isNamed ? query(config, ...rest) : query({ ...config, name: nameOf(config.text) }, ...rest)
    },
  })
}
