// GET, PUT and DELETE of one contact. What an address book wrote is stored byte for byte.
import type { Context } from "hono"
import { Refusal } from "../../../domain/errors.ts"
import { PERSON_STORED_MAX_BYTES, PERSON_STORED_PROPERTIES_MAX } from "../../../domain/people/people-limits.ts"
import { cardProperties, propertiesIn } from "../../../domain/people/person-card.ts"
import { readBytes, requireUnpacked } from "../../platform/http/body.ts"
import { withEtag } from "../../platform/http/etag.ts"
import type { People } from "../people/service.ts"
import { contactPath, type Place } from "./address.ts"
import { etagOf } from "./people-book.ts"
import { UnmetCondition, type Visit } from "./visit.ts"
import { card, dav } from "./xml-reader.ts"
import { element, hasOnlyXmlCharacters, xmlText } from "./xml-writer.ts"

type ContactPlace = Extract<Place, { kind: "contact" }>

/** @throws Refusal not_found */
export async function getContact(c: Context, visit: Visit, { book, name }: ContactPlace): Promise<Response> {
  const [contact] = await visit.books[book].contacts([name])
  if (contact === undefined) throw new Refusal("not_found")
  c.header("Content-Type", "text/vcard; charset=utf-8")
  c.header("Last-Modified", contact.modified.toUTCString())
  return withEtag(c, contact.etag, () => contact.card)
}

/** @throws Refusal, UnmetCondition */
export async function putContact(c: Context, visit: Visit, place: ContactPlace, people: People, now: Date) {
  requireWritable(visit, place)
  const text = await readCard(c)
  const result = await people.put(visit.ownerId, place.name, text, expectation(c), now).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    if (error.code === "person_unreadable") throw new UnmetCondition(403, card("valid-address-data"))
    if (error.code === "person_too_large") throw tooLarge()
    throw error.code === "people_full" ? new UnmetCondition(403, dav("quota-not-exceeded")) : error
  })
  if (result.kind === "unexpected") throw new UnmetCondition(412, dav("precondition-failed"))
  if (result.kind === "uid_taken") {
    const path = contactPath(visit.ownerId, place.book, result.resource)
    throw new UnmetCondition(409, card("no-uid-conflict"), element(dav("href"), xmlText(path)))
  }
  c.header("ETag", etagOf(result))
  return c.body(null, result.isNew ? 201 : 204)
}

/** @throws Refusal not_found; UnmetCondition */
export async function deleteContact(c: Context, visit: Visit, place: ContactPlace, people: People, now: Date) {
  requireWritable(visit, place)
  const isExpected = expectation(c)
  let wasThere = false
  const isDone = await people.removeResource(
    visit.ownerId,
    place.name,
    (current) => {
      wasThere = current !== undefined
      return wasThere && isExpected(current)
    },
    now,
  )
  if (isDone) return c.body(null, 204)
  if (wasThere || c.req.header("if-match") !== undefined) throw new UnmetCondition(412, dav("precondition-failed"))
  throw new Refusal("not_found")
}

function requireWritable({ books }: Visit, { book }: ContactPlace): void {
  if (books[book].isReadOnly) throw new UnmetCondition(403, dav("need-privileges"))
}

const tooLarge = () => new UnmetCondition(413, card("max-resource-size"))

const CARD_TYPES = new Set(["", "text/vcard", "text/x-vcard", "text/directory"])
const VERSIONS = new Set(["3.0", "4.0"])

/** @throws Refusal, UnmetCondition */
async function readCard(c: Context): Promise<string> {
  const [type = ""] = (c.req.header("content-type") ?? "").toLowerCase().split(";")
  if (!CARD_TYPES.has(type.trim())) throw new UnmetCondition(415, card("supported-address-data"))
  requireUnpacked(c)
  const bytes = await readBytes(c, PERSON_STORED_MAX_BYTES).catch((error) => {
    throw error instanceof Refusal && error.code === "payload_too_large" ? tooLarge() : error
  })
  const text = utf8(bytes)
  // A card with other control characters could not be part of any XML answer.
  if (text === null || !hasOnlyXmlCharacters(text)) throw new UnmetCondition(403, card("valid-address-data"))
  if (propertiesIn(text) > PERSON_STORED_PROPERTIES_MAX) throw tooLarge()
  const properties = cardProperties(text)
  if (properties.length === 0) throw new UnmetCondition(403, card("valid-address-data"))
  const version = properties.find(({ name }) => name === "VERSION")?.raw.trim() ?? ""
  if (!VERSIONS.has(version)) throw new UnmetCondition(415, card("supported-address-data"))
  return text
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** If-Match and If-None-Match (RFC 9110 section 13), which compare strongly here. */
function expectation(c: Context) {
  const match = c.req.header("if-match")
  const noneMatch = c.req.header("if-none-match")
  return (current: { revision: number; updated_at: Date } | undefined): boolean => {
    const names = (header: string): boolean =>
      current !== undefined &&
      (header.trim() === "*" || header.split(",").some((candidate) => candidate.trim() === etagOf(current)))
    return (match === undefined || names(match)) && (noneMatch === undefined || !names(noneMatch))
  }
}
