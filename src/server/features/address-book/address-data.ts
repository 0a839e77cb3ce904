// The contact itself inside a report's answer: all of it, or only the properties that were asked for.
import { UnmetCondition } from "./visit.ts"
import { card, childOf, dav, type XmlElement } from "./xml-reader.ts"
import { element, xmlText } from "./xml-writer.ts"

export type CardWriter = (text: string) => string

/** @returns null: not asked for @throws UnmetCondition for a format that no contact has */
export function addressData(report: XmlElement): CardWriter | null {
  const asked = childOf(childOf(report, dav("prop")), card("address-data"))
  if (asked === undefined) return null
  const { attributes, children } = asked
  const type = attributes.get("content-type") ?? "text/vcard"
  const version = attributes.get("version") ?? "3.0"
  if (type !== "text/vcard" || !["3.0", "4.0"].includes(version))
    throw new UnmetCondition(403, card("supported-address-data"))
  const names = new Set(
    children.flatMap(({ name, attributes }) =>
      name === card("prop") ? [(attributes.get("name") ?? "").toUpperCase()] : [],
    ),
  )
  return (text) => element(card("address-data"), xmlText(names.size === 0 ? text : onlyProperties(text, names)))
}

const ALWAYS = new Set(["BEGIN", "VERSION", "END"])

/** The lines of these properties as they are, with what continues them. */
function onlyProperties(text: string, names: Set<string>): string {
  let isKept = false
  return text
    .split(/(?<=\n)/)
    .filter((line) => {
      if (/^[ \t]/.test(line)) return isKept
      const name = (/^(?:[\w-]*\.)?([\w-]+)/.exec(line)?.[1] ?? "").toUpperCase()
      isKept = names.has(name) || ALWAYS.has(name)
      return isKept
    })
    .join("")
}
