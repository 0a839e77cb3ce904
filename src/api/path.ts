// The path in the key of an endpoint: its parameters, and the addresses it matches.
const PARAMETER = /\{(\w+)\}/g

/** `GET /api/me` → its method and its path */
export function partsOf(key: string): { method: string; path: string } {
  const [method = "", path = ""] = key.split(" ")
  return { method, path }
}

export const parametersIn = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name = ""]) => name)

/** Matches the addresses of a path; the parameters are its named groups. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(PARAMETER, "(?<$1>[^/]*)")}$`)
