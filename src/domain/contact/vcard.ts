// The contact card, vCard 3.0 (RFC 2425 and 2426): written the same way on the server and in the visitor's browser.

import { CONTACT_QR_OCTETS } from "../limits.ts"
import type { ContactFields } from "../profile/contact-fields.ts"
import { NETWORKS } from "../profile/links.ts"
import { lettersOf } from "../text/letters.ts"
import { itemNotes, itemProperties } from "./item-properties.ts"
import { splitName } from "./names.ts"
import { escaped, folded, octets, oneLine, tidy, uri } from "./vcard-text.ts"

export interface ContactCard {
  profile: ContactFields
  /** the profile's own address */
  url: string
  photo?: { type: "JPEG" | "PNG" | "GIF"; base64: string }
}

/** The name to show, its words one space apart, never empty: a card without one is not taken by every address book. */
const nameOf = ({ full_name, username }: Pick<ContactFields, "full_name" | "username">): string =>
  oneLine(full_name).replace(/\s+/g, " ") || oneLine(username) || "contact"

/**
 * The whole card as text with CRLF line ends; encode it as UTF-8. Fields without a value are left out. Behind N, ORG and ADR, Android up to
 * 7.1 drops the second line if it has no colon, as the rest of a folded line may: UID, REV and CLASS are short, and addresses come last.
 */
export function vcard({ profile, url, photo }: ContactCard): string {
  const name = nameOf(profile)
  const { family, given } = splitName(name)
  const address = escaped(tidy(profile.address))
  const note = [profile.bio, ...itemNotes(profile.profile_items)].join("\n")
  const revised = Date.parse(profile.updated_at)
  const properties: [name: string, value: string][] = [
    ["BEGIN", "VCARD"],
    ["VERSION", "3.0"],
    ["N", `${escaped(family)};${escaped(given)};;;`],
    ["UID", `urn:uuid:${escaped(oneLine(profile.id))}`],
    ["FN", escaped(name)],
    ["ORG", escaped(oneLine(profile.business_name))],
    ["REV", Number.isNaN(revised) ? "" : `${new Date(revised).toISOString().slice(0, 19)}Z`],
    ["TITLE", escaped(oneLine(profile.job_title))],
    ["TEL;TYPE=WORK,VOICE", escaped(oneLine(profile.business_phone))],
    // Android shows INTERNET alone as a label.
    ["EMAIL;TYPE=INTERNET,WORK", escaped(oneLine(profile.email))],
    ["URL", uri(profile.social_media.website ?? "")],
    ...NETWORKS.map((network): [string, string] => [`URL;TYPE=${network}`, uri(profile.social_media[network] ?? "")]),
    ["ADR;TYPE=HOME", address && `;;${address};;;;`],
    ["CLASS", address && "PUBLIC"],
    ["URL;TYPE=profile", uri(url)],
    ["NOTE", escaped(tidy(note))],
    [`PHOTO;ENCODING=b;TYPE=${photo?.type}`, photo?.base64 ?? ""],
    ...itemProperties([...profile.profile_items].sort(([a], [b]) => b.localeCompare(a))),
    ["END", "VCARD"],
  ]
  return properties.map(([property, value]) => (value ? folded(`${property}:${value}`) : "")).join("")
}

/**
 * The contact for a QR code: no folded lines, no photo. What matters least is left out until it fits, then the name is shortened; the
 * profile's address always stays.
 * @param octetsMax CONTACT_QR_OCTETS, unless the code may be larger
 */
export function smallVcard({ profile, url }: Omit<ContactCard, "photo">, octetsMax = CONTACT_QR_OCTETS): string {
  const least = [
    ["TITLE", escaped(oneLine(profile.job_title))],
    ["ORG", escaped(oneLine(profile.business_name))],
    ["EMAIL", escaped(oneLine(profile.email))],
    ["TEL", escaped(oneLine(profile.business_phone))],
  ].filter(([, value]) => value !== "")
  const card = (name: string, extra: typeof least): string => {
    const { family, given } = splitName(name)
    return [
      "BEGIN:VCARD",
      "VERSION:3.0",
      `N:${escaped(family)};${escaped(given)};;;`,
      `FN:${escaped(name)}`,
      ...[...extra].reverse().map((property) => property.join(":")),
      `URL:${uri(url)}`,
      "END:VCARD",
      "",
    ].join("\r\n")
  }
  const fits = (text: string) => [...text].reduce((sum, character) => sum + octets(character), 0) <= octetsMax
  const name = nameOf(profile)
  for (let left = least; left.length > 0; left = left.slice(1)) {
    const whole = card(name, left)
    if (fits(whole)) return whole
  }
  // As many whole letters as fit, and one at least. Each is there twice.
  const letters = lettersOf(name).slice(0, Math.max(1, octetsMax / 2))
  while (letters.length > 1 && !fits(card(letters.join(""), []))) letters.pop()
  return card(letters.join("").trim(), [])
}

const FILE_NAME_CHARACTERS = 60

/** Windows drops dots and spaces at the end of a name, and a dot in front hides the file elsewhere. */
function withoutOuterDots(name: string): string {
  let end = name.length
  while (end > 0 && ". ".includes(name.charAt(end - 1))) end--
  return name.slice(0, end).replace(/^[. ]+/, "")
}

/** Named from the full name, else the username, else "contact" (specification section 3), without what file systems refuse or what turns the reading direction. */
export function contactFileName({ full_name, username }: Pick<ContactFields, "full_name" | "username">): string {
  const safe = (name: string): string =>
    withoutOuterDots(
      [...oneLine(name).replace(/[/\\:*?"<>|\u202a-\u202e\u2066-\u2069\s]+/g, " ")]
        .slice(0, FILE_NAME_CHARACTERS)
        .join(""),
    )
  return `${safe(full_name) || safe(username) || "contact"}.vcf`
}
