// The properties of every address below /dav, as XML.
import { Refusal } from "../../../domain/errors.ts"
import { DAV_PROPERTIES_MAX } from "../../../domain/people/address-book-limits.ts"
import { PERSON_MAX_BYTES } from "../../../domain/people/people-limits.ts"
import { type BookName, bookPath, contactPath, DAV_ROOT, homePath, type Place } from "./address.ts"
import type { Contact } from "./book.ts"
import type { Visit } from "./visit.ts"
import { CALENDARSERVER, card, dav, qualified, type XmlElement } from "./xml-reader.ts"
import { element, xmlText } from "./xml-writer.ts"

type Value<Of> = (of: Of, visit: Visit) => string | Promise<string>
type Properties<Of> = Record<string, Value<Of>>

const href = (path: string): string => element(dav("href"), xmlText(path))
const empty = () => ""

const PRIVILEGES = {
  read: ["read", "read-current-user-privilege-set"],
  write: ["read", "read-current-user-privilege-set", "write", "write-content", "bind", "unbind"],
}
const privileges = (names: string[]): string =>
  names.map((name) => element(dav("privilege"), element(dav(name)))).join("")

const rightsIn = (book: BookName | null, { books }: Visit): string =>
  privileges(PRIVILEGES[book === null || books[book].isReadOnly ? "read" : "write"])

/** Rights that follow from whose address it is: no one can change them (RFC 3744). */
const accessProperties = <Of>(bookOf: (of: Of) => BookName | null): Properties<Of> => ({
  [dav("owner")]: (_, { ownerId }) => href(homePath(ownerId)),
  [dav("group")]: empty,
  [dav("current-user-principal")]: (_, { ownerId }) => href(homePath(ownerId)),
  [dav("principal-collection-set")]: () => href(DAV_ROOT),
  [dav("current-user-privilege-set")]: (of, visit) => rightsIn(bookOf(of), visit),
  [dav("supported-privilege-set")]: () =>
    supportedPrivileges(["all", "read", "write", "write-content", "bind", "unbind"]),
  [dav("acl")]: (of, visit) => {
    const principal = element(dav("principal"), href(homePath(visit.ownerId)))
    const grant = element(dav("grant"), rightsIn(bookOf(of), visit))
    return element(dav("ace"), principal + grant + element(dav("protected")))
  },
  [dav("acl-restrictions")]: () => element(dav("grant-only")) + element(dav("no-invert")),
  [dav("inherited-acl-set")]: empty,
})

const supportedPrivileges = ([first = "", ...inner]: string[]): string =>
  element(
    dav("supported-privilege"),
    element(dav("privilege"), element(dav(first))) + inner.map((name) => supportedPrivileges([name])).join(""),
  )

const COLLECTION = element(dav("collection"))
const titled =
  (title: string): Value<unknown> =>
  () =>
    xmlText(title)
const reports =
  (...names: string[]) =>
  () =>
    names.map((name) => element(dav("supported-report"), element(dav("report"), element(name)))).join("")

const ROOT: Properties<null> = {
  [dav("resourcetype")]: () => COLLECTION,
  [dav("displayname")]: titled("Address books"),
  [dav("supported-report-set")]: reports(),
  ...accessProperties(() => null),
}

const HOME: Properties<null> = {
  ...ROOT,
  [dav("resourcetype")]: () => COLLECTION + element(dav("principal")),
  [dav("principal-URL")]: (_, { ownerId }) => href(homePath(ownerId)),
  [dav("alternate-URI-set")]: empty,
  [dav("group-membership")]: empty,
  [card("addressbook-home-set")]: (_, { ownerId }) => href(homePath(ownerId)),
}

const BOOK: Properties<BookName> = {
  [dav("resourcetype")]: () => COLLECTION + element(card("addressbook")),
  [dav("displayname")]: (book, { books }) => xmlText(books[book].title),
  [card("addressbook-description")]: (book, { books }) => xmlText(books[book].description),
  [dav("sync-token")]: async (book, { books, tokenPrefix }) => xmlText(tokenPrefix(book) + (await books[book].token())),
  [qualified(CALENDARSERVER, "getctag")]: async (book, { books }) => xmlText(await books[book].token()),
  [dav("supported-report-set")]: reports(
    card("addressbook-multiget"),
    card("addressbook-query"),
    dav("sync-collection"),
  ),
  [card("supported-address-data")]: () =>
    ["3.0", "4.0"].map((version) => `<c:address-data-type content-type="text/vcard" version="${version}"/>`).join(""),
  [card("supported-collation-set")]: () =>
    ["i;ascii-casemap", "i;octet", "i;unicode-casemap"]
      .map((name) => element(card("supported-collation"), name))
      .join(""),
  [card("max-resource-size")]: () => String(PERSON_MAX_BYTES),
  ...accessProperties((book: BookName) => book),
}

/** A contact and its book. */
type Placed = { book: BookName; contact: Contact }

const CONTACT: Properties<Placed> = {
  [dav("resourcetype")]: empty,
  [dav("getetag")]: ({ contact }) => xmlText(contact.etag),
  [dav("getcontenttype")]: () => "text/vcard; charset=utf-8",
  [dav("getcontentlength")]: ({ contact }) => String(contact.bytes),
  [dav("getlastmodified")]: ({ contact }) => contact.modified.toUTCString(),
  [dav("supported-report-set")]: reports(),
  ...accessProperties(({ book }: Placed) => book),
}

/** What `allprop` stands for: the properties of RFC 4918. */
const COMMON = new Set(
  ["resourcetype", "displayname", "getetag", "getcontenttype", "getcontentlength", "getlastmodified"].map(dav),
)

/** Which properties a request asks for. */
export interface Wanted {
  kind: "some" | "common" | "names"
  /** qualified */
  names: string[]
}

/**
 * @param element `propfind`, or a report that has the same children; undefined: no body
 * @throws Refusal bad_request: more than any program asks for
 */
export function wantedIn(element: XmlElement | undefined): Wanted {
  const child = (name: string) => element?.children.find((each) => each.name === dav(name))
  const names = [...new Set((child("prop") ?? child("include"))?.children.map(({ name }) => name))]
  if (names.length > DAV_PROPERTIES_MAX) throw new Refusal("bad_request")
  if (child("propname") !== undefined) return { kind: "names", names: [] }
  return { kind: child("prop") === undefined ? "common" : "some", names }
}

async function propertiesOf<Of>(table: Properties<Of>, of: Of, wanted: Wanted, visit: Visit, extra: string[] = []) {
  const isOwn = (name: string) => Object.hasOwn(table, name)
  const common =
    wanted.kind === "some" ? [] : Object.keys(table).filter((name) => wanted.kind === "names" || COMMON.has(name))
  const names = [...new Set([...common, ...wanted.names])]
  const found: string[] = []
  for (const name of names.filter(isOwn)) {
    const value = wanted.kind === "names" ? "" : table[name]?.(of, visit)
    found.push(element(name, typeof value === "string" ? value : await value))
  }
  const missing = names.filter((name) => !isOwn(name) && name !== card("address-data")).map((name) => element(name))
  return { found: [...found, ...extra], missing }
}

export async function collectionResponse(place: Exclude<Place, { kind: "contact" }>, wanted: Wanted, visit: Visit) {
  const { ownerId } = visit
  if (place.kind === "book")
    return response(bookPath(ownerId, place.book), await propertiesOf(BOOK, place.book, wanted, visit))
  if (place.kind === "home") return response(homePath(ownerId), await propertiesOf(HOME, null, wanted, visit))
  return response(DAV_ROOT, await propertiesOf(ROOT, null, wanted, visit))
}

/** @param data address-data as XML; none in PROPFIND, where it is no property */
export async function contactResponse(placed: Placed, wanted: Wanted, visit: Visit, data?: string, path?: string) {
  const { book, contact } = placed
  const properties = await propertiesOf(CONTACT, placed, wanted, visit, data === undefined ? [] : [data])
  if (data === undefined && wanted.names.includes(card("address-data")))
    properties.missing.push(element(card("address-data")))
  return response(path ?? contactPath(visit.ownerId, book, contact.name), properties)
}

function response(path: string, { found, missing }: { found: string[]; missing: string[] }): string {
  const stats = [
    found.length > 0 || missing.length === 0 ? propstat(found, "200 OK") : "",
    missing.length > 0 ? propstat(missing, "404 Not Found") : "",
  ]
  return element(dav("response"), href(path) + stats.join(""))
}

export const propstat = (properties: string[], status: string): string =>
  element(dav("propstat"), element(dav("prop"), properties.join("")) + statusOf(status))

const statusOf = (status: string): string => element(dav("status"), `HTTP/1.1 ${status}`)

/** A response that has a status instead of properties. */
export const statusResponse = (path: string, status: string, error = ""): string =>
  element(dav("response"), href(path) + statusOf(status) + error)
