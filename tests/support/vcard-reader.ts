// A strict reader of vCard 3.0, written from RFC 2425 and 2426 alone: it refuses whatever the grammar does not allow.

export interface Property {
  name: string
  /** of "item1.TEL"; properties of one group belong together */
  group?: string
  params: Record<string, string[]>
  /** unescaped; structured values (N, ADR, ORG) have one entry per component */
  value: string[]
}

const TEXT = new Set(["FN", "TITLE", "NOTE", "TEL", "EMAIL", "N", "ADR", "ORG", "X-ABLabel"])
const STRUCTURED = new Map([
  ["N", 5],
  ["ADR", 7],
  ["ORG", 1],
])

function fail(reason: string): never {
  throw new Error(`not a vCard 3.0: ${reason}`)
}

/** Physical lines joined again; each checked for length, line end and whole characters. */
export function unfold(bytes: Uint8Array): string[] {
  const lines: string[] = []
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0d, start)
    if (end < 0 || bytes[end + 1] !== 0x0a) fail("a line without CRLF")
    const line = bytes.subarray(start, end)
    if (line.length === 0) fail("an empty line")
    if (line.length > 75) fail(`a line of ${line.length} octets`)
    if (line.some((byte) => byte < 0x20 || byte === 0x7f)) fail("a control character")
    // Fatal: a fold inside a character leaves bytes that are no UTF-8. No BOM handling, or a leading U+FEFF would vanish.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line)
    if (text.startsWith(" ")) lines.push((lines.pop() ?? fail("a continuation of nothing")) + text.slice(1))
    else lines.push(text)
    start = end + 2
  }
  return lines
}

function plainText(text: string): string {
  if (/(?<!\\)(?:\\\\)*,/.test(text)) fail(`an unescaped comma: ${text}`)
  return text.replace(/\\(.?)/gs, (_all, character: string) => {
    if (character === "n" || character === "N") return "\n"
    if (character === "\\" || character === ";" || character === ",") return character
    return fail(`a stray backslash: ${text}`)
  })
}

/** Components between semicolons that are not escaped. */
function components(text: string): string[] {
  const parts = [""]
  for (const [token] of text.matchAll(/\\.|[^\\]|\\$/gsu)) {
    if (token === ";") parts.push("")
    else parts.push(parts.pop() + token)
  }
  return parts
}

/** Of a parameter: plain, or between quotes. */
const VALUE = '(?:[^";:,]+|"[^"]*")'
const PROPERTY = new RegExp(
  `^(?:([A-Za-z0-9-]+)\\.)?([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=${VALUE}(?:,${VALUE})*)*):(.*)$`,
  "su",
)

function property(line: string): Property {
  const [, group, name, rest, value] = PROPERTY.exec(line) ?? fail(line)
  if (name === undefined || rest === undefined || value === undefined) fail(line)
  const params: Record<string, string[]> = {}
  for (const [, key = "", list = ""] of rest.matchAll(new RegExp(`;([A-Za-z0-9-]+)=(${VALUE}(?:,${VALUE})*)`, "gu")))
    params[key] = (list.match(new RegExp(VALUE, "gu")) ?? []).map((each) => each.replaceAll('"', ""))
  const named = { name, ...(group !== undefined && { group }), params }
  if (!TEXT.has(name)) return { ...named, value: [value] }
  const parts = components(value)
  const expected = STRUCTURED.get(name) ?? 1
  if (parts.length !== expected) fail(`${name} with ${parts.length} components`)
  return { ...named, value: parts.map(plainText) }
}

/** The properties between BEGIN and END. Throws for anything the grammar does not allow. */
export function readVcard(bytes: Uint8Array): Property[] {
  const all = unfold(bytes).map(property)
  const names = all.map(({ name }) => name)
  if (names[0] !== "BEGIN" || all[0]?.value[0] !== "VCARD") fail("no BEGIN")
  if (names.at(-1) !== "END" || all.at(-1)?.value[0] !== "VCARD") fail("no END")
  if (names[1] !== "VERSION" || all[1]?.value[0] !== "3.0") fail("VERSION is not second")
  for (const once of ["BEGIN", "END", "VERSION", "N", "FN"])
    if (names.filter((name) => name === once).length !== 1) fail(`not exactly one ${once}`)
  for (const { name, params, value } of all) {
    if (name === "URL" && !/^https?:\/\/[!-~]+$/.test(value[0] ?? "")) fail(`URL ${value[0]}`)
    if (params.CHARSET) fail("CHARSET is no parameter of 3.0")
    if (params.ENCODING && params.ENCODING[0] !== "b") fail("ENCODING")
  }
  return all.slice(2, -1)
}
