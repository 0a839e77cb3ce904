// REPORT: contacts by their names, contacts that match a filter, and what has changed since the last time.
import { Refusal } from "../../../domain/errors.ts"
import { DAV_CARDS_PAGE, DAV_QUERY_PIECE, DAV_RESULTS_MAX } from "../../../domain/people/address-book-limits.ts"
import { type CardFilter, matchesFilter } from "../../../domain/people/card-filter.ts"
import { type BookName, bookPath, contactPath, type Place, pathOfHref, placeAt } from "./address.ts"
import { addressData, type CardWriter } from "./address-data.ts"
import type { Contact } from "./book.ts"
import { readFilter } from "./filter.ts"
import { errorElement, multistatus } from "./multistatus.ts"
import { contactResponse, statusResponse, type Wanted, wantedIn } from "./properties.ts"
import { UnmetCondition, type Visit } from "./visit.ts"
import { card, childOf, dav, type XmlElement } from "./xml-reader.ts"
import { element, xmlText } from "./xml-writer.ts"

interface Asked {
  visit: Visit
  book: BookName
  report: XmlElement
  wanted: Wanted
  /** null: the cards themselves are not asked for */
  writeCard: CardWriter | null
}

/** @throws Refusal bad_request; UnmetCondition */
export async function report(visit: Visit, place: Place, body: XmlElement | undefined): Promise<ReadableStream> {
  if (body === undefined) throw new Refusal("bad_request")
  const run = REPORTS[body.name]
  if (run === undefined || place.kind === "root" || place.kind === "home")
    throw new UnmetCondition(403, dav("supported-report"))
  const asked = { visit, book: place.book, report: body, wanted: wantedIn(body), writeCard: addressData(body) }
  return multistatus(await run(asked, place))
}

const REPORTS: Record<string, (asked: Asked, place: Place) => AsyncIterable<string> | Promise<AsyncIterable<string>>> =
  {
    [card("addressbook-multiget")]: multiget,
    [card("addressbook-query")]: query,
    [dav("sync-collection")]: syncCollection,
  }

const responseOf = ({ visit, book, wanted, writeCard }: Asked, contact: Contact, path?: string): Promise<string> =>
  contactResponse({ book, contact }, wanted, visit, writeCard?.(contact.card), path)

async function* multiget(asked: Asked): AsyncGenerator<string> {
  const { visit, book, report } = asked
  const hrefs = new Set(report.children.flatMap(({ name, text }) => (name === dav("href") ? [text.trim()] : [])))
  let batch: { href: string; name: string }[] = []
  async function* answered() {
    const contacts = await visit.books[book].contacts(batch.map(({ name }) => name))
    const byName = new Map(contacts.map((contact) => [contact.name, contact]))
    for (const { href, name } of batch) {
      const contact = byName.get(name)
      yield contact === undefined ? statusResponse(href, NOT_FOUND) : await responseOf(asked, contact, href)
    }
    batch = []
  }
  for (const href of hrefs) {
    const path = pathOfHref(href, visit.origins)
    const place = path === null ? null : placeAt(path, visit.ownerId)
    if (place?.kind !== "contact" || place.book !== book) yield statusResponse(href, NOT_FOUND)
    else if (batch.push({ href, name: place.name }) === DAV_CARDS_PAGE) yield* answered()
  }
  if (batch.length > 0) yield* answered()
}

const NOT_FOUND = "404 Not Found"

async function query(asked: Asked, place: Place): Promise<AsyncIterable<string>> {
  const { visit, book, report, writeCard } = asked
  const filter = readFilter(childOf(report, card("filter")))
  const limit = limitOf(childOf(childOf(report, card("limit")), card("nresults")))
  const only = place.kind === "contact" ? place.name : null
  return found()

  async function* found(): AsyncGenerator<string> {
    let [count, looked] = [0, 0]
    const needsCards = writeCard !== null || filter !== null
    for await (const contacts of only === null ? visit.books[book].all(needsCards) : one(only))
      for (const contact of contacts) {
        looked += contact.card.length
        if (looked > DAV_QUERY_PIECE) {
          looked = 0
          await new Promise(setImmediate)
        }
        if (filter !== null && !isMatch(filter, contact)) continue
        if (count++ === limit) {
          yield tooMany(asked)
          return
        }
        yield await responseOf(asked, contact)
      }
  }
  async function* one(name: string) {
    yield await visit.books[book].contacts([name])
  }
}

const isMatch = (filter: CardFilter, contact: Contact): boolean => matchesFilter(filter, contact.card)

const tooMany = ({ visit, book }: Asked): string =>
  statusResponse(
    bookPath(visit.ownerId, book),
    "507 Insufficient Storage",
    errorElement(dav("number-of-matches-within-limits")),
  )

async function syncCollection(asked: Asked, place: Place): Promise<AsyncIterable<string>> {
  const { visit, book, report, writeCard } = asked
  const { ownerId } = visit
  const sent = childOf(report, dav("sync-token"))?.text.trim() ?? ""
  const limit = limitOf(childOf(childOf(report, dav("limit")), dav("nresults")))
  const prefix = visit.tokenPrefix(book)
  if (place.kind === "contact") throw new UnmetCondition(403, dav("supported-report"))
  const isOurs = sent === "" || (sent.startsWith(prefix) && sent.length > prefix.length)
  const changes = isOurs ? await visit.books[book].changes(sent.slice(prefix.length), limit, writeCard !== null) : null
  // The client starts again, with an empty token.
  if (changes === null) throw new UnmetCondition(403, dav("valid-sync-token"))
  return (async function* () {
    for await (const contacts of changes.changed) for (const contact of contacts) yield await responseOf(asked, contact)
    for await (const names of changes.deleted)
      for (const name of names) yield statusResponse(contactPath(ownerId, book, name), NOT_FOUND)
    if (changes.isCut()) yield tooMany(asked)
    yield element(dav("sync-token"), xmlText(prefix + changes.token()))
  })()
}

/** @returns null: none was named @throws Refusal bad_request */
function limitOf(nresults: XmlElement | undefined): number | null {
  if (nresults === undefined) return null
  if (!/^\s*[1-9]\d{0,8}\s*$/.test(nresults.text)) throw new Refusal("bad_request")
  return Math.min(Number(nresults.text), DAV_RESULTS_MAX)
}
