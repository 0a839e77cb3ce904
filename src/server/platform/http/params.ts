// What an address carries: the parameters of its path.
import { Refusal } from "../../../domain/errors.ts"
import { isUuid } from "../../../domain/paths.ts"

/**
 * The path of an endpoint as Hono's router writes it: `/api/cards/{card_id}` → `/api/cards/:card_id`. A parameter that is part of a
 * segment matches the whole segment.
 */
export const routePath = (path: string): string =>
  path
    .split("/")
    .map((segment) => {
      const [before = "", rest] = segment.split("{")
      if (rest === undefined) return segment
      const [name, after = ""] = rest.split("}")
      if (before === "" && after === "") return `:${name}`
      return `:${name}{${escaped(before)}[^/]*${escaped(after)}}`
    })
    .join("/")

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** The value of a parameter, without the rest of its segment. */
export function valueIn(path: string, name: string, found: string): string {
  const segment = path.split("/").find((each) => each.includes(`{${name}}`)) ?? ""
  const [before = "", after = ""] = segment.split(`{${name}}`)
  return found.slice(before.length, found.length - after.length)
}

/** An id in lower case, as it is stored. @throws Refusal not_found: nothing can have such an id */
export function uuidParam(text: string): string {
  if (!isUuid(text)) throw new Refusal("not_found")
  return text.toLowerCase()
}
