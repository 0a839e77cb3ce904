// Several contacts of one person as one: nothing that only one of them says is lost.
import { fullestName } from "../contact/names.ts"
import { PEOPLE } from "./people-messages.ts"
import type { PersonDetails, PersonEntry } from "./person.ts"
import { changedCard, entriesOf, keyOf, type Line, linesOf, personOf } from "./person-card.ts"
import { isWork, mergedWork, withWork, workOf } from "./person-merge-work.ts"

/** Of each card its own. */
const OWN = new Set(["BEGIN", "END", "VERSION", "UID", "REV", "PRODID", "FN", "N", "NOTE", "CATEGORIES"])
/** May be there more than once; of everything else the first card's counts. */
const isRepeatable = (name: string): boolean =>
  ["TEL", "EMAIL", "URL", "ADR", "IMPP", "RELATED", "MEMBER", "NICKNAME", "ORG", "TITLE", "ROLE"].includes(name) ||
  name.startsWith("X-")

interface Beside {
  /** what the cards do not say and the note shall keep, each as a line */
  lines: string[]
  /** what one of them has from a profile, and loses with it: no line repeats it */
  followed: Pick<PersonDetails, "business_name" | "job_title"> | null
}

/**
 * @param cards vCards; the first one keeps its identity, and gets the fullest of their names with the company and job title of that card
 * @throws Error when one is not a vCard
 */
export function mergedPersonCard(
  cards: readonly string[],
  now: Date,
  beside: Beside = { lines: [], followed: null },
): string {
  const read = cards.map((card) => required(linesOf(card)))
  const [first = [], ...others] = read
  const people = read.map((each) => personOf(each))
  const [person] = people
  if (person === undefined) throw new Error("no card")
  // The contact of a deleted profile has no name to offer.
  const fullNames = people.map(({ full_name }) => (full_name === PEOPLE.deletedName ? "" : full_name))
  const named = fullNames.indexOf(fullestName(fullNames) ?? "")
  const work = mergedWork(read.map(workOf), named, beside.followed)
  const lines = withWork(withNameOf(first, named === 0 ? null : (others[named - 1] ?? [])), work.taken)
  const versionOf = (of: Line[]) => of.find(({ property }) => property.name === "VERSION")?.property.raw.trim()
  const taken = lines.map(({ text }) => text).slice(0, -1)
  const names = new Set(lines.map(({ property }) => property.name))
  const known = new Set([...lines.map(sameAs), ...person.entries.map(plainKey)])
  const notes = people.map(({ note }) => note)
  const tags = people.flatMap((each) => each.tags)
  const secondDates: PersonEntry[] = []
  let groups = Math.max(0, ...lines.map(({ property }) => Number(/^item(\d{1,6})$/.exec(property.group)?.[1] ?? 0)))
  for (const more of others) {
    const entries = new Map(entriesOf(more).map(({ entry, line }) => [line, entry]))
    const shownWork = workOf(more)
    const groupOf = new Map<string, string>()
    const had = new Set(names)
    const isOtherVersion = versionOf(more) !== versionOf(lines)
    for (const line of more) {
      const { name, group } = line.property
      const entry = entries.get(line)
      const key = entry === undefined ? sameAs(line) : plainKey(entry)
      const isBinary = isOtherVersion && /^(?:PHOTO|LOGO|SOUND|KEY)$/.test(name)
      if (OWN.has(name) || name === "X-ABLABEL" || isBinary || known.has(key) || isWork(line, shownWork)) continue
      known.add(key)
      if (had.has(name) && !isRepeatable(name)) {
        // A card has one birthday: another one becomes a date of that name.
        if (entry !== undefined) secondDates.push(entry)
        continue
      }
      names.add(name)
      if (group !== "") groupOf.set(group, `item${++groups}`)
      taken.push(renamed(line, groupOf))
    }
    for (const line of more)
      if (line.property.name === "X-ABLABEL" && groupOf.has(line.property.group)) taken.push(renamed(line, groupOf))
  }
  const card = `${[...taken, "END:VCARD"].join("\r\n")}\r\n`
  const mergedLines = required(linesOf(card))
  const merged = personOf(mergedLines)
  const distinct = (texts: string[]) => [...new Set(texts)].filter((text) => text !== "")
  const said = new Set(notes.flatMap((note) => note.split("\n")))
  const added = distinct([...work.others, ...beside.lines]).filter((line) => !said.has(line))
  return changedCard(
    mergedLines,
    {
      ...merged,
      entries: [...merged.entries, ...secondDates],
      note: distinct([...notes, added.join("\n")]).join("\n\n"),
      tags: distinct(tags),
    },
    now,
  )
}

/** @param other null: its own name */
function withNameOf(lines: Line[], other: Line[] | null): Line[] {
  if (other === null) return lines
  const isName = ({ property: { name } }: Line) => name === "FN" || name === "N"
  const end = lines.length - 1
  return [...lines.slice(0, end).filter((line) => !isName(line)), ...other.filter(isName), ...lines.slice(end)]
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
