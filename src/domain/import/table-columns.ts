// What a column of a table holds, judged by its header in English, German, French or Spanish: Google's, Outlook's, LinkedIn's and others'.
import type { ItemKind } from "../profile/items.ts"
import type { ServiceKey } from "../profile/services.ts"
import { labelOf } from "./labels.ts"
import { serviceNamed } from "./named-service.ts"
import type { NameParts } from "./person-name.ts"
import type { PostalParts } from "./postal-address.ts"

type ColumnKind =
  | keyof NameParts
  | "full_name"
  | "job_title"
  | "business_name"
  | "department"
  | "bio"
  | "picture"
  | ItemKind
  | "chat"
  | "label"
  | "met"

export interface Column {
  kind: ColumnKind
  /** of a number or an address, as its header says it */
  label: string
  /** columns that make up one entry have the same */
  group: string
  part?: keyof PostalParts
  service?: ServiceKey
}

/** In this order: an email's column may also say "address", that of a fax "phone". */
const KINDS: [pattern: RegExp, kind: ColumnKind, detail?: string][] = [
  [/\b(?:fax|telefax|telecopie)\b/, "phone", "fax"],
  [/\bpager\b/, "phone", "pager"],
  [/\b(?:mobile?|mobil\w{0,20}|handy\w{0,20}|cell|cellphone|cellulaire|portable|movil|celular)\b/, "phone", "mobile"],
  [/\bassistants? (?:phone|tel)|\btelefon assistent/, "phone", "assistant"],
  [/\be ?mails?\b|\bmail\b|\bcourriel\b|\bmessagerie\b|\bcorreo\b/, "email"],
  [/^(?:callback|radio phone|isdn|telex|tty tdd phone)$/, "phone"],
  [/\bphone\b|\btelephone\b|\btelefon|\btel\b|\brufnummer\b/, "phone"],
  [/birthday|\bbirth ?date|date of birth|geburt|naissance|cumpleanos|nacimiento|^anniversaire$/, "date", "Birthday"],
  [/anniversary|jahrestag|hochzeit|mariage|aniversario/, "date", "Anniversary"],
  [/\bweb|\burl\b|\bhome ?page\b|\bsite\b|\blinks?\b|\binternet|\bpagina\b|\bblog\b|\bportfolio\b/, "link"],
  [/^extended address/, "address", "extended"],
  [/street|strasse|\brue\b|\bcalle\b|address line/, "address", "street"],
  [/postal code|postcode|\bzip\b|postleitzahl|\bplz\b|code postal|codigo postal/, "address", "code"],
  [/po box|postfach|boite postale|apartado/, "address", "box"],
  [/country|\bland\b|\bpays\b|\bpais\b/, "address", "country"],
  [/\b(?:state|region|province|bundesland|provincia|departement|dep|estado|county|kanton)\b/, "address", "region"],
  [/\b(?:city|town|ort|wohnort|stadt|ville|ciudad|localidad)\b/, "address", "city"],
  [/address|adresse|anschrift|direccion|domicilio|geo location/, "address", "whole"],
  [/^(?:first|given|fore) ?name$|^vorname$|^prenom$|^nombre$/, "given"],
  [/^(?:middle|additional) ?names?$|^weitere vornamen|^zweiter vorname|^deuxieme prenom|^segundo nombre/, "middle"],
  [/^(?:last|family|sur) ?name$|^nachname$|^familienname$|^apellidos?$|^nom(?: de famille)?$/, "family"],
  [
    /^(?:full |display |formatted )?name$|^vollstandiger name$|^anzeigename$|^nom complet$|^nombre completo$|^contact$/,
    "full_name",
  ],
  [/^(?:name )?prefix|^anrede$|^civilite$|^tratamiento$/, "prefix"],
  [/^(?:name )?suffix|^namenszusatz$|^sufijo$/, "suffix"],
  [
    /\bjob\b|\bposition\b|\btitle\b|^titre$|^titel$|^titulo$|\bberuf\b|funktion|fonction|profession|puesto|\bcargo\b|occupation|headline|\brole\b/,
    "job_title",
  ],
  [/department|abteilung|departamento|^service$/, "department"],
  [
    /\bcompany\b|\bfirma\b|unternehmen|organi[sz]ation|societe|entreprise|empresa|compania|employer|organizacion/,
    "business_name",
  ],
  [/nick ?name|spitzname|surnom|apodo/, "text", "Nickname"],
  [/maiden name/, "text", "Maiden name"],
  [/spouse|ehepartner|ehegatte|conjoint|conyuge/, "text", "Spouse"],
  [/manager/, "text", "Manager"],
  [/assistant/, "text", "Assistant"],
  [/pronouns|pronomen|pronoms|pronombres/, "text", "Pronouns"],
  [/\bnotes?\b|notiz|bemerkung|kommentar|\bnotas?\b|\bbio\b|\babout\b|description|beschreibung|summary/, "bio"],
  [/^(?:connected|met) on$/, "met"],
  [/^photo$|^picture$|^bild$/, "picture"],
]
/** For programs, or the same again. */
const SILENT =
  /phonetic|yomi|\bfile as\b|display name$|angezeigter name$|\btype?$|address label$|^initials?$|^initialen$|^priority$|^prioritat$|^privat$|^private$|^sensitivity$|^vertraulichkeit$|^gender$|^geschlecht$|^language$/
const WORK =
  /\b(?:business|work|company|geschaftlich|buro|dienstlich|beruflich|arbeit|bureau|professionnel(?:le)?|travail|trabajo|oficina)\b/
const HOME = /\b(?:home|privat|private|domicile|personnel(?:le)?|personal|particular|casa|domicilio)\b/
/** "Phone 1 - Label" and "Phone 1 - Value" are two columns of one entry. */
const NUMBERED = /^(e mail|phone|address|website|event|relation|im|custom field|organization) (\d{1,3}) (.{1,40})$/
const NUMBERED_KINDS = new Map<string, ColumnKind>([
  ["e mail", "email"],
  ["phone", "phone"],
  ["website", "link"],
  ["event", "date"],
  ["relation", "text"],
  ["custom field", "text"],
  ["im", "chat"],
])

/** @returns null when the header says nothing that is known, "silent" when its column can be left out without a word */
export function columnOf(header: string): Column | "silent" | null {
  const name = plainHeader(header)
  const [, entry = "", number = "", rest = ""] = NUMBERED.exec(name) ?? []
  const group = number === "" ? "" : `${entry} ${number}`
  if (entry !== "organization" && (rest === "label" || rest === "type")) return { kind: "label", label: "", group }
  if (entry === "im" && rest === "service") return { kind: "label", label: "", group: `${group} service` }
  const kind = rest === "value" ? NUMBERED_KINDS.get(entry) : undefined
  if (kind !== undefined) return { kind, label: "", group }
  if (SILENT.test(name)) return "silent"
  const service = serviceNamed(name)
  if (service !== null) return { kind: "link", label: "", group, service }
  const words = entry === "" ? name : entry === "address" ? `${rest} address` : `${entry} ${rest}`
  const found = KINDS.find(([pattern]) => pattern.test(words))
  return found === undefined ? null : withPlace(found[1], found[2] ?? "", name, group)
}

const plainHeader = (header: string): string =>
  header
    .slice(0, 100)
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/g, " ")
    .trim()

function withPlace(kind: ColumnKind, detail: string, name: string, group: string): Column {
  const place = WORK.test(name) ? "work" : HOME.test(name) ? "home" : ""
  if (kind === "address") {
    const part = detail === "whole" ? {} : { part: detail as keyof PostalParts }
    return { kind, label: labelOf([place]).text, group: group || `address ${place}`, ...part }
  }
  const isNumber = kind === "phone" || kind === "email"
  return { kind, label: isNumber ? labelOf([place, /\bcar\b/.test(name) ? "car" : detail]).text : detail, group }
}
