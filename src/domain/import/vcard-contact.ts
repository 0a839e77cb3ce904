// The properties of one vCard as a contact.

import { type ContactDraft, createContactDraft, quoted } from "./contact-draft.ts"
import { decoded } from "./file-text.ts"
import { IMPORT } from "./import-messages.ts"
import type { ImportedContact } from "./imported.ts"
import { type Label, labelOf } from "./labels.ts"
import { joinedName } from "./person-name.ts"
import { postalLines } from "./postal-address.ts"
import { takeChat, takeNamedChat, takeSocialProfile } from "./vcard-chat.ts"
import type { Card, Property } from "./vcard-lines.ts"
import { valueComponents, valuePicture, valueText } from "./vcard-values.ts"
import { takeDate } from "./written-date.ts"

type Taker = (draft: ContactDraft, property: Property, label: Label) => void

const textAs =
  (text: string): Taker =>
  (draft, property) =>
    // Several nicknames stand in one property.
    draft.item("text", valueText(property).replace(/,(?=\S)/g, ", "), { text, isCustom: true, isPreferred: false })

const linkAs =
  (text: string): Taker =>
  (draft, property) =>
    draft.item("link", linkText(property), { text, isCustom: true, isPreferred: false })

const dateAs =
  (text: string): Taker =>
  (draft, property, label) =>
    takeDate(draft, valueText(property), label.text || text, property.params.get("X-APPLE-OMIT-YEAR"))

/** The names of properties without the "X-", the "X-MS-" or whatever programs put before their own. */
const TAKERS = new Map<string, Taker>([
  ["TEL", (draft, property, label) => draft.item("phone", valueText(property), label)],
  ["EMAIL", (draft, property, label) => draft.item("email", valueText(property), label)],
  ["URL", (draft, property, label) => draft.item("link", linkText(property), label)],
  ["ADR", takeAddress],
  ["TITLE", (draft, property) => draft.text("job_title", valueText(property))],
  ["ORG", takeOrganization],
  ["NOTE", (draft, property) => draft.text("bio", valueText(property))],
  ["PHOTO", (draft, property) => property.raw !== "" && draft.picture(valuePicture(property))],
  ["BDAY", dateAs("Birthday")],
  ["ANNIVERSARY", dateAs("Anniversary")],
  ["ABDATE", dateAs("Date")],
  ["NICKNAME", textAs("Nickname")],
  ["MAIDENNAME", textAs("Maiden name")],
  ["PRONOUNS", textAs("Pronouns")],
  ["LANG", textAs("Language")],
  ["HOBBY", textAs("Hobby")],
  ["INTEREST", textAs("Interest")],
  ["EXPERTISE", textAs("Expertise")],
  ["PROFESSION", textAs("Profession")],
  ["SPOUSE", textAs("Spouse")],
  ["SPOUSENAME", textAs("Spouse")],
  ["MANAGER", textAs("Manager")],
  ["MANAGERSNAME", textAs("Manager")],
  ["ASSISTANT", textAs("Assistant")],
  ["ASSISTANTSNAME", textAs("Assistant")],
  ["CUSTOM1", textAs("Custom 1")],
  ["CUSTOM2", textAs("Custom 2")],
  ["CUSTOM3", textAs("Custom 3")],
  ["CUSTOM4", textAs("Custom 4")],
  ["RELATED", takeRelated],
  ["ABRELATEDNAMES", takeRelated],
  ["CALURI", linkAs("Calendar")],
  ["CALADRURI", linkAs("Calendar")],
  ["FBURL", linkAs("Free/busy")],
  ["ORG-DIRECTORY", linkAs("Directory")],
  ["BLOG-URL", linkAs("Blog")],
  ["BLOGFEED", linkAs("Blog")],
  ["IMPP", takeChat],
  ["SOCIALPROFILE", takeSocialProfile],
  ["ANDROID-CUSTOM", takeAndroid],
  ["WA-BIZ-NAME", (draft, property) => draft.text("business_name", valueText(property))],
  ["WA-BIZ-DESCRIPTION", (draft, property) => draft.text("bio", valueText(property))],
])
const PROGRAM = /^X-(?:MS-|EVOLUTION-|KADDRESSBOOK-(?:X-)?)?/

/** Only programs need them, or another property of the card says the same. */
const FOR_PROGRAMS =
  /^(?:VERSION|PRODID|UID|REV|N|FN|NAME|KIND|LABEL|ROLE|SORT-STRING|CLASS|MAILER|TZ|SOURCE|PROFILE|XML|CLIENTPIDMAP|CREATED|LANGUAGE|GRAMGENDER|X-AB.+|X-ADDRESSBOOKSERVER-.+|X-PHONETIC-.+|X-IRMC-.+|X-IMAGE.+|X-SHARED-PHOTO.+|X-MS-OL-.+|X-MS-CARDPICTURE|X-MOZILLA-.+|X-EVOLUTION-FILE-AS|X-EVOLUTION-E?-?BOOK.+|X-EVOLUTION-.*-UI-SLOT|X-GENERATOR|X-APPLE-.+|X-ALLDAY|X-WAB-.+|X-CLASS|X-TIMESTAMP|X-ACCOUNT|X-STATUS|X-GROUP.*|X-ID|X-RADICALE-.+|X-NC-.+|X-OC-.+)$/

const PLAIN_NAMES = new Map([
  ["CATEGORIES", "groups"],
  ["GEO", "map position"],
  ["SOUND", "sound"],
  ["LOGO", "logo"],
  ["KEY", "key"],
  ["AGENT", "assistant's contact"],
  ["GENDER", "gender"],
  ["DEATHDATE", "date of death"],
  ["MEMBER", "members"],
])
const NAMES_SHOWN = 10

/** @returns null for a group, and for a card with nothing that fits on a profile */
export function vcardContact({ properties, isWhole }: Card): ImportedContact | null {
  const all = (name: string) => properties.filter((property) => property.name === name)
  if ([...all("KIND"), ...all("X-ADDRESSBOOKSERVER-KIND")].some(({ raw }) => raw.trim().toLowerCase() === "group"))
    return null
  const labels = new Map(all("X-ABLABEL").map((property) => [property.group, valueText(property)]))
  const draft = createContactDraft()
  const withoutPlace = new Set<string>()
  takeName(draft, all)
  for (const property of properties) {
    const { name, group, types } = property
    const label = labelOf(types, group === "" ? "" : labels.get(group))
    const taker = TAKERS.get(name) ?? TAKERS.get(name.replace(PROGRAM, ""))
    if (name === "") draft.leaveOut(IMPORT.lineUnreadable(quoted(decoded(property.raw.slice(0, 200)))))
    else if (taker !== undefined) taker(draft, property, label)
    else if (
      !takeNamedChat(draft, property, label) &&
      !FOR_PROGRAMS.test(name) &&
      !isReading(property) &&
      /[^;\s]/.test(property.raw)
    )
      withoutPlace.add(PLAIN_NAMES.get(name) ?? name)
  }
  // A role describes the job where no title does; a written label is needed where no address has parts.
  for (const role of all("ROLE"))
    draft.has("job_title") ? textAs("Role")(draft, role, NO_LABEL) : draft.text("job_title", valueText(role))
  if (all("ADR").length === 0)
    for (const address of all("LABEL")) draft.item("address", valueText(address), labelOf(address.types))
  if (!draft.has("full_name")) takeOtherName(draft, all)
  if (!isWhole) draft.leaveOut(IMPORT.firstEntriesOnly)
  if (withoutPlace.size > 0) draft.leaveOut(IMPORT.noPlace([...withoutPlace].slice(0, NAMES_SHOWN).join(", ")))
  return draft.finish()
}

const NO_LABEL: Label = { text: "", isCustom: false, isPreferred: false }

type Find = (name: string) => Property[]

function takeName(draft: ContactDraft, all: Find) {
  const [name = "", ...others] = all("FN").map(valueText)
  draft.text("full_name", name)
  // The same name in another language or script.
  for (const other of others) if (other !== name) draft.item("text", other, { ...NO_LABEL, text: "Name" })
  for (const property of all("N")) {
    // What is not escaped separates several names.
    const [family, given, middle, prefix, suffix] = valueComponents(property).map((part) => part.replaceAll(",", " "))
    if (!draft.has("full_name")) draft.text("full_name", joinedName({ family, given, middle, prefix, suffix }))
  }
  const sounds = ["X-PHONETIC-LAST-NAME", "X-PHONETIC-MIDDLE-NAME", "X-PHONETIC-FIRST-NAME"]
  const [family, middle, given] = sounds.map((name) => all(name).map(valueText)[0])
  const spoken = joinedName({ family, middle, given }, " ")
  const reading = all("SOUND")
    .filter(isReading)
    .map((property) => valueComponents(property).join(" ").normalize("NFKC"))[0]
  draft.item("text", spoken || (reading ?? ""), { ...NO_LABEL, text: "Phonetic name" })
}

/** How Japanese phones write the sound of a name. */
const isReading = ({ name, types }: Property): boolean =>
  name === "SOUND" && types.some((type) => /^X-IRMC-N$/i.test(type))

/** Of a card for a company, or of one that only has a nickname. */
function takeOtherName(draft: ContactDraft, all: Find) {
  const organizations = all("ORG").map((property) => valueComponents(property)[0] ?? "")
  for (const name of [...organizations, ...all("NICKNAME").map(valueText)])
    if (!draft.has("full_name")) draft.text("full_name", name)
}

/** Folded with a space too many, or with its colons and equal signs escaped: an address has neither spaces nor backslashes. */
const linkText = (property: Property): string => valueText(property).replace(/[\s\\]/g, "")

function takeAddress(draft: ContactDraft, property: Property, label: Label) {
  const [box, extended, street, city, region, code, country] = valueComponents(property)
  const written = property.params.get("LABEL")?.replace(/\\n|\^n/gi, "\n")
  draft.item("address", written ?? postalLines({ box, extended, street, city, region, code, country }), label)
}

function takeOrganization(draft: ContactDraft, property: Property) {
  const [organization = "", ...units] = valueComponents(property)
  draft.text("business_name", organization)
  draft.item("text", units.filter((unit) => unit.trim() !== "").join(", "), { ...NO_LABEL, text: "Department" })
}

function takeRelated(draft: ContactDraft, property: Property, label: Label) {
  const name = valueText(property)
  if (!/^(?:urn|mailto|https?):/i.test(name)) draft.item("text", name, { ...label, text: label.text || "Related name" })
}

const ANDROID_DATES = ["", "Anniversary", "Date", "Birthday"]
const ANDROID_RELATIONS =
  " |Assistant|Brother|Child|Domestic partner|Father|Friend|Manager|Mother|Parent|Partner|Referred by|Relative|Sister|Spouse".split(
    "|",
  )

/** "vnd.android.cursor.item/contact_event;1990-05-04;1;": what it is, the value, a number for the label or 0, and then the label. */
function takeAndroid(draft: ContactDraft, property: Property) {
  const [type = "", value = "", number = "", own = ""] = valueComponents(property)
  const label = (names: string[], fallback: string) => own.trim() || names[Number(number)]?.trim() || fallback
  if (type.endsWith("/nickname")) draft.item("text", value, { ...NO_LABEL, text: "Nickname" })
  else if (type.endsWith("/contact_event")) takeDate(draft, value, label(ANDROID_DATES, "Date"))
  else if (type.endsWith("/relation"))
    draft.item("text", value, { ...NO_LABEL, text: label(ANDROID_RELATIONS, "Related name") })
}
