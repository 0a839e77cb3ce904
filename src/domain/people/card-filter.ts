// Whether a contact matches the filter of an address book's query (RFC 6352 section 10.5).
import type { Property } from "../import/vcard-lines.ts"
import { valueText } from "../import/vcard-values.ts"
import { cardProperties } from "./person-card.ts"

export interface TextMatch {
  /** in lowercase unless capitals matter */
  text: string
  type: "contains" | "equals" | "starts-with" | "ends-with"
  isNegated: boolean
  /** capitals matter */
  isExact: boolean
}

export interface ParameterFilter {
  /** in capitals */
  name: string
  isNotDefined: boolean
  text: TextMatch | null
}

export interface PropertyFilter {
  /** such as "item1"; empty: any */
  group: string
  /** in capitals */
  name: string
  isNotDefined: boolean
  /** of its texts and parameters; otherwise one is enough */
  isAll: boolean
  texts: TextMatch[]
  parameters: ParameterFilter[]
}

export interface CardFilter {
  isAll: boolean
  properties: PropertyFilter[]
}

export function matchesFilter({ isAll, properties: filters }: CardFilter, card: string): boolean {
  if (filters.length === 0) return true
  const properties = cardProperties(card)
  const textOf = textReader()
  return some(filters, isAll, (filter) => matchesProperty(filter, properties, textOf))
}

type TextReader = (property: Property, isExact: boolean) => string

/** Each value is read once, however many conditions there are. */
function textReader(): TextReader {
  const read = { exact: new Map<Property, string>(), lower: new Map<Property, string>() }
  return function textOf(property, isExact): string {
    const known = read[isExact ? "exact" : "lower"]
    const text = known.get(property) ?? (isExact ? valueText(property) : textOf(property, true).toLowerCase())
    known.set(property, text)
    return text
  }
}

const some = <Item>(items: Item[], isAll: boolean, isTrue: (item: Item) => boolean): boolean =>
  isAll ? items.every(isTrue) : items.some(isTrue)

function matchesProperty(filter: PropertyFilter, properties: Property[], textOf: TextReader): boolean {
  const { group, name, isNotDefined, isAll, texts, parameters } = filter
  const found = properties.filter((each) => each.name === name && (group === "" || each.group === group))
  if (isNotDefined) return found.length === 0
  const tests = [
    ...texts.map((match) => (property: Property) => matchesText(match, textOf(property, match.isExact))),
    ...parameters.map((parameter) => (property: Property) => matchesParameter(parameter, property)),
  ]
  return found.some((property) => tests.length === 0 || some(tests, isAll, (test) => test(property)))
}

function matchesParameter({ name, isNotDefined, text }: ParameterFilter, { params, types }: Property): boolean {
  const value = name === "TYPE" && types.length > 0 ? types.join(",") : params.get(name)
  if (isNotDefined) return value === undefined
  return value !== undefined && (text === null || matchesText(text, text.isExact ? value : value.toLowerCase()))
}

/** @param found in lowercase unless capitals matter */
function matchesText({ text, type, isNegated }: TextMatch, found: string): boolean {
  const isFound = {
    contains: () => found.includes(text),
    equals: () => found === text,
    "starts-with": () => found.startsWith(text),
    "ends-with": () => found.endsWith(text),
  }[type]()
  return isFound !== isNegated
}
