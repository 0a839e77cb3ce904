// The text of a piece of HTML that a person wrote in an editor.

/** Longer than any field. */
const HTML_MAX = 20_000
const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
])

export function htmlText(html: string): string {
  const parts: string[] = []
  const source = html.slice(0, HTML_MAX)
  let from = 0
  for (let open = source.indexOf("<"); open !== -1; open = source.indexOf("<", from)) {
    const tag = /^<(?:(br|\/p|\/li|\/h\d|\/blockquote)\b|[a-z/!])/i.exec(source.slice(open, open + 20))
    const close = tag === null ? open : source.indexOf(">", open)
    if (close === -1) break
    parts.push(source.slice(from, tag === null ? open + 1 : open), tag?.[1] === undefined ? "" : "\n")
    from = close + 1
  }
  return withoutEntities([...parts, source.slice(from)].join("")).trim()
}

const withoutEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    },
  )
