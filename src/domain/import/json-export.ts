// Exports of Linktree and LinkStack: their JSON, and the saved page of a Linktree profile, which has the same data inside.
import { IMPORT_ENTRIES_MAX } from "../limits.ts"
import { serviceAddress } from "../profile/services.ts"
import { type ContactDraft, createContactDraft, quoted } from "./contact-draft.ts"
import { fromBase64 } from "./file-text.ts"
import { htmlText } from "./html-text.ts"
import { IMPORT } from "./import-messages.ts"
import { ImportError, type Imported } from "./imported.ts"
import { serviceNamed } from "./named-service.ts"
import { columnOf } from "./table-columns.ts"
import { type Field, takeRow } from "./table-contact.ts"

/** @returns null when the page has none */
export function dataOfSavedPage(html: string): string | null {
  const name = html.indexOf('id="__NEXT_DATA__"')
  const start = name === -1 ? -1 : html.indexOf(">", name)
  const end = start === -1 ? -1 : html.indexOf("</script", start)
  return end === -1 ? null : html.slice(start + 1, end)
}

/** @returns null when it is not JSON @throws ImportError when it is, but of no known site */
export function readJsonExport(json: string): Imported | null {
  const data = parsed(json)
  if (data === undefined) return null
  const page = field(field(data, "props"), "pageProps")
  const roots = [
    field(page, "account"),
    page,
    field(data, "account"),
    field(data, "profile"),
    field(data, "user"),
    field(data, "data"),
    data,
  ]
  const account =
    roots.find((root) => linksOf(root).length > 0) ?? roots.find((root) => Array.isArray(field(root, "links")))
  if (account === undefined) throw new ImportError(IMPORT.unreadable)
  const links = linksOf(account)
  const draft = createContactDraft()
  draft.text("full_name", text(account, ...NAMES) || text(page, ...NAMES))
  draft.text(
    "bio",
    htmlText(text(account, "littlelink_description", "description", "bio") || text(page, "description")),
  )
  takePicture(draft, account, page)
  for (const link of links.slice(0, IMPORT_ENTRIES_MAX)) takeLink(draft, link)
  for (const link of list(field(account, "socialLinks") ?? field(page, "socialLinks"))) takeAccount(draft, link)
  if (links.length > IMPORT_ENTRIES_MAX) draft.leaveOut(IMPORT.firstEntriesOnly)
  const isLinkStack =
    text(account, "littlelink_name") !== "" || links.some((link) => field(link, "button_id") !== undefined)
  const contact = draft.finish()
  const format = Array.isArray(data) ? "links" : isLinkStack ? "linkstack" : "linktree"
  return { format, contacts: contact === null ? [] : [contact] }
}

const NAMES = ["pageTitle", "displayName", "full_name", "fullName", "name", "username"]

/** Exports have six levels. Parsers take seconds for millions of them. */
const DEPTH_MAX = 100

function parsed(json: string): unknown {
  if (isDeep(json)) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Brackets in texts count too: texts are rarely that lopsided, and what is refused is only this file. */
function isDeep(json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length && depth <= DEPTH_MAX; at++) {
    const character = json[at]
    if (character === "[" || character === "{") depth++
    else if (character === "]" || character === "}") depth--
  }
  return depth > DEPTH_MAX
}

/** Only what the file itself says: keys may be "__proto__" or "constructor". */
function field(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

/** The first of these that is a text with something in it. */
function text(value: unknown, ...keys: string[]): string {
  return (
    (keys.map((key) => field(value, key)).find((found) => typeof found === "string" && found.trim() !== "") as
      | string
      | undefined) ?? ""
  )
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, IMPORT_ENTRIES_MAX + 1) : [])

/** A list is the links themselves. */
const linksOf = (account: unknown): unknown[] => list(Array.isArray(account) ? account : field(account, "links"))

function takePicture(draft: ContactDraft, account: unknown, page: unknown) {
  const base64 = text(account, "image_data")
  const address = text(account, "profilePictureUrl") || text(page, "profilePictureUrl")
  if (base64 !== "") draft.picture(fromBase64(base64))
  else if (address.startsWith("data:")) draft.picture(fromBase64(address.slice(address.indexOf(",") + 1)))
  else if (address !== "") draft.picture(address)
}

function takeLink(draft: ContactDraft, link: unknown) {
  const title = htmlText(text(link, "title", "label", "name", "text"))
  const address = text(link, "url", "link", "href")
  const type = text(link, "type")
  const label = { text: title, isCustom: true, isPreferred: false }
  if (type === "vcard" && address !== "") takeRow(draft, contactColumns(address))
  else if (type === "text") draft.item("text", title)
  else if (type === "telephone") draft.item("phone", address, label)
  else if (type === "xmpp") draft.item("text", address.replace(/^xmpp:/i, ""), { ...label, text: "XMPP" })
  else if (address !== "") draft.item("link", address, label)
  else if (title !== "" && type !== "spacer") draft.leaveOut(IMPORT.noLink(quoted(title)))
}

/** The fields of LinkStack's contact, named as the columns of a table are. */
function contactColumns(json: string): Field[] {
  const contact = parsed(json)
  const keys = typeof contact === "object" && contact !== null ? Object.keys(contact).slice(0, IMPORT_ENTRIES_MAX) : []
  return keys.map((key) => ({
    header: key,
    column: columnOf(key === "vtitle" ? "job_title" : key),
    value: text(contact, key),
  }))
}

function takeAccount(draft: ContactDraft, link: unknown) {
  const address = text(link, "url")
  const service = serviceNamed(text(link, "type"))
  const isOfService = service !== null && serviceAddress(service, address) !== null
  draft.item("link", address, undefined, isOfService ? service : "")
}
