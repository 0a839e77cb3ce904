// The filter of an addressbook-query (RFC 6352 section 10.5), read from its XML.
import { Refusal } from "../../../domain/errors.ts"
import { DAV_CONDITIONS_MAX } from "../../../domain/people/address-book-limits.ts"
import type { CardFilter, ParameterFilter, PropertyFilter, TextMatch } from "../../../domain/people/card-filter.ts"
import { UnmetCondition } from "./visit.ts"
import { card, childOf, type XmlElement } from "./xml-reader.ts"

/** @returns null: every contact matches @throws Refusal bad_request; UnmetCondition */
export function readFilter(filter: XmlElement | undefined): CardFilter | null {
  if (filter === undefined || filter.children.length === 0) return null
  if (conditionsIn(filter) > DAV_CONDITIONS_MAX) throw new UnmetCondition(403, card("supported-filter"))
  return { isAll: isAllOf(filter), properties: childrenOf(filter, "prop-filter").map(propertyFilter) }
}

const conditionsIn = ({ children }: XmlElement): number =>
  children.reduce((sum, child) => sum + 1 + conditionsIn(child), 0)

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === card(name))

const isAllOf = ({ attributes }: XmlElement): boolean => attributes.get("test") === "allof"

const isNotDefined = (element: XmlElement): boolean => childOf(element, card("is-not-defined")) !== undefined

function nameOf({ attributes }: XmlElement): string {
  const name = attributes.get("name")
  if (!name) throw new Refusal("bad_request")
  return name.toUpperCase()
}

const propertyFilter = (element: XmlElement): PropertyFilter => {
  const [group = "", name] = nameOf(element).split(".")
  return {
    group: name === undefined ? "" : group.toLowerCase(),
    name: name ?? group,
    isNotDefined: isNotDefined(element),
    isAll: isAllOf(element),
    texts: childrenOf(element, "text-match").map(textMatch),
    parameters: childrenOf(element, "param-filter").map(parameterFilter),
  }
}

const parameterFilter = (element: XmlElement): ParameterFilter => ({
  name: nameOf(element),
  isNotDefined: isNotDefined(element),
  text: childrenOf(element, "text-match").map(textMatch)[0] ?? null,
})

const COLLATIONS = ["i;unicode-casemap", "i;ascii-casemap", "i;octet", "default"]
const TYPES = ["contains", "equals", "starts-with", "ends-with"] as const

function textMatch({ attributes, text }: XmlElement): TextMatch {
  const collation = attributes.get("collation") ?? "i;unicode-casemap"
  const type = TYPES.find((each) => each === (attributes.get("match-type") ?? "contains"))
  if (!COLLATIONS.includes(collation)) throw new UnmetCondition(403, card("supported-collation"))
  if (type === undefined) throw new UnmetCondition(403, card("supported-filter"))
  const isExact = collation === "i;octet"
  const isNegated = attributes.get("negate-condition") === "yes"
  return { text: isExact ? text : text.toLowerCase(), type, isNegated, isExact }
}
