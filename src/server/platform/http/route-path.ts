// The path of an endpoint as Hono's router writes it.

/** `/api/cards/{card_id}` → `/api/cards/:card_id`; a parameter that is part of a segment matches the whole segment. */
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

/** The value of a parameter, without the rest of its segment. */
export function valueIn(path: string, name: string, found: string): string {
  const segment = path.split("/").find((each) => each.includes(`{${name}}`)) ?? ""
  const [before = "", after = ""] = segment.split(`{${name}}`)
  return found.slice(before.length, found.length - after.length)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
