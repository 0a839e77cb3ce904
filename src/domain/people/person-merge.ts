// Several contacts of one person as one: nothing that only one of them says is lost.
import { fullestName } from "../contact/names.ts"
import type { PersonEntry } from "./person.ts"
import { changedPersonCard, entriesOf, keyOf, type Line, linesOf, readPerson } from "./person-card.ts"

/** Of each card its own. */
const OWN = new Set(["BEGIN", "END", "VERSION", "UID", "REV", "PRODID", "FN", "N", "NOTE", "CATEGORIES"])
/** May be there more than once; of everything else the first card's counts. */
const isRepeatable = (name: string): boolean =>
  ["TEL", "EMAIL", "URL", "ADR", "IMPP", "RELATED", "MEMBER"].includes(name) || name.startsWith("X-")

/**
 * @param cards vCards; the first one keeps its identity, and gets the fullest of their names
 * @throws Error when one is not a vCard
 */
export function mergedPersonCard(cards: readonly string[], now: Date): string {
  const [first = "", ...others] = cards
  const person = required(readPerson(first))
  const lines = withFullestName(required(linesOf(first)), cards)
  const versionOf = (of: Line[]) => of.find(({ property }) => property.name === "VERSION")?.property.raw.trim()
  const taken = lines.map(({ text }) => text).slice(0, -1)
  const names = new Set(lines.map(({ property }) => property.name))
  const known = new Set([...lines.map(sameAs), ...person.entries.map(plainKey)])
  const [notes, tags] = [[person.note], [...person.tags]]
  let groups = Math.max(0, ...lines.map(({ property }) => Number(/^item(\d{1,6})$/.exec(property.group)?.[1] ?? 0)))
  for (const other of others) {
    const more = required(linesOf(other))
    const said = required(readPerson(other))
    notes.push(said.note)
    tags.push(...said.tags)
    const keys = new Map(entriesOf(more).map(({ entry, line }) => [line, plainKey(entry)]))
    const groupOf = new Map<string, string>()
    const had = new Set(names)
    for (const line of more) {
      const { name, group } = line.property
      const key = keys.get(line) ?? sameAs(line)
      const isBinary = versionOf(more) !== versionOf(lines) && /^(?:PHOTO|LOGO|SOUND|KEY)$/.test(name)
      const isOver = known.has(key) || (had.has(name) && !isRepeatable(name))
      if (OWN.has(name) || name === "X-ABLABEL" || isBinary || isOver) continue
      known.add(key)
      names.add(name)
      if (group !== "") groupOf.set(group, `item${++groups}`)
      taken.push(renamed(line, groupOf))
    }
    for (const line of more)
      if (line.property.name === "X-ABLABEL" && groupOf.has(line.property.group)) taken.push(renamed(line, groupOf))
  }
  const card = `${[...taken, "END:VCARD"].join("\r\n")}\r\n`
  const distinct = (texts: string[]) => [...new Set(texts)].filter((text) => text !== "")
  return changedPersonCard(
    card,
    { ...required(readPerson(card)), note: distinct(notes).join("\n\n"), tags: distinct(tags) },
    now,
  )
}

function withFullestName(lines: Line[], cards: readonly string[]): Line[] {
  const names = cards.map((card) => readPerson(card)?.full_name ?? "")
  const fullest = cards[names.indexOf(fullestName(names) ?? "")] ?? ""
  if (fullest === cards[0]) return lines
  const isName = ({ property: { name } }: Line) => name === "FN" || name === "N"
  const end = lines.length - 1
  const named = required(linesOf(fullest)).filter(isName)
  return [...lines.slice(0, end).filter((line) => !isName(line)), ...named, ...lines.slice(end)]
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error("not a vCard")
  return value
}

const sameAs = ({ property: { name, raw } }: Line): string => `${name}:${raw}`

/** The same number under two labels is one. */
const plainKey = (entry: PersonEntry): string =>
  keyOf({
    ...entry,
    label: entry.kind === "date" ? entry.label : "",
    value: entry.kind === "phone" ? entry.value.replace(/[^\d+]/g, "") : entry.value.toLowerCase(),
  })

const renamed = ({ text, property: { group } }: Line, groupOf: Map<string, string>): string =>
  group === "" ? text : `${groupOf.get(group) ?? group}${text.slice(group.length)}`
