// The path in the key of an endpoint, and its parameters.
const PARAMETER = /\{(\w+)\}/g

/** `GET /api/me` → its method and its path */
export function partsOf(key: string): { method: string; path: string } {
  const [method = "", path = ""] = key.split(" ")
  return { method, path }
}

export const parametersIn = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name = ""]) => name)
