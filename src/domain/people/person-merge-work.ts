// Company and job title of contacts that become one: they belong together. What does not fit goes into the note.
import { oneLine } from "../contact/vcard-text.ts"
import { valueComponents, valueText } from "../import/vcard-values.ts"
import type { PersonDetails } from "./person.ts"
import type { Line } from "./person-card.ts"

/** The properties that the form shows. A card of version 4 may have further ones. */
export interface Work {
  company: Line | undefined
  title: Line | undefined
}

export function workOf(lines: Line[]): Work {
  const first = (name: string) => lines.find(({ property }) => property.name === name)
  return { company: first("ORG"), title: first("TITLE") }
}

export const isWork = (line: Line, { company, title }: Work): boolean => line === company || line === title

/**
 * @param named which of them the name comes from: its company and title come along
 * @returns the work to take, and the others as lines such as "Beta, CTO"
 */
export function mergedWork(
  works: Work[],
  named: number,
  followed: Pick<PersonDetails, "business_name" | "job_title"> | null,
): { taken: Work; others: string[] } {
  const read = works.map((work) => ({ work, company: companyOf(work), title: titleOf(work) }))
  const isEmpty = (text: (typeof read)[number] | undefined) => !text?.company && !text?.title
  const from = isEmpty(read[named]) ? read.find((text) => !isEmpty(text)) : read[named]
  const taken: Work = { company: from?.work.company, title: from?.work.title }
  let { company = "", title = "" } = from ?? {}
  const others: string[] = []
  for (const each of read) {
    if (!isSame(each.company, company) || !isSame(each.title, title)) {
      others.push(joined([each.company, each.title]))
      continue
    }
    if (company === "") [company, taken.company] = [each.company, each.work.company]
    if (title === "") [title, taken.title] = [each.title, each.work.title]
  }
  const theirs = followed === null ? "" : joined([followed.business_name, followed.job_title])
  return { taken, others: others.filter((text) => text !== theirs) }
}

/** The lines of a card with that work in the place of its own. */
export function withWork(lines: Line[], { company, title }: Work): Line[] {
  const own = workOf(lines)
  const kept = lines.filter((line) => !isWork(line, own) || line === company || line === title)
  const added = [company, title].filter((line) => line !== undefined && !kept.includes(line)) as Line[]
  // In front of further ones: the first is the one that is shown.
  const further = kept.findIndex(({ property: { name } }) => name === "ORG" || name === "TITLE")
  return kept.toSpliced(further === -1 ? kept.length - 1 : further, 0, ...added.map(ungrouped))
}

/** In the other card, another label may have this group. */
const ungrouped = ({ text, property }: Line): Line => ({
  text: property.group === "" ? text : text.slice(property.group.length + 1),
  property: { ...property, group: "" },
})

const isSame = (one: string, other: string): boolean =>
  one === "" || other === "" || one.toLowerCase() === other.toLowerCase()

const joined = (texts: string[]): string => texts.filter((text) => text !== "").join(", ")

const companyOf = ({ company }: Work): string =>
  company === undefined ? "" : joined(valueComponents(company.property).map((part) => oneLine(part)))

const titleOf = ({ title }: Work): string => (title === undefined ? "" : oneLine(valueText(title.property)))
