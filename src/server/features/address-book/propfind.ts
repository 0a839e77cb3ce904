// PROPFIND and PROPPATCH: the properties of an address and, with depth 1, of what is in it. None can be changed.
import { Refusal } from "../../../domain/errors.ts"
import { BOOKS, bookPath, contactPath, DAV_ROOT, homePath, type Place } from "./address.ts"
import { multistatus } from "./multistatus.ts"
import { collectionResponse, contactResponse, propstat, wantedIn } from "./properties.ts"
import { UnmetCondition, type Visit } from "./visit.ts"
import { dav, type XmlElement } from "./xml-reader.ts"
import { element, xmlText } from "./xml-writer.ts"

/** @param depth the header @param body undefined: everything common @throws Refusal bad_request, not_found; UnmetCondition */
export function propfind(visit: Visit, place: Place, depth: string | undefined, body: XmlElement | undefined) {
  if (body !== undefined && body.name !== dav("propfind")) throw new Refusal("bad_request")
  if (depth?.toLowerCase() === "infinity") throw new UnmetCondition(403, dav("propfind-finite-depth"))
  const isDeep = depth?.trim() === "1"
  const wanted = wantedIn(body)

  async function* responses(): AsyncGenerator<string> {
    if (place.kind === "contact") {
      const [contact] = await visit.books[place.book].contacts([place.name])
      if (contact === undefined) throw new Refusal("not_found")
      yield contactResponse({ book: place.book, contact }, wanted, visit)
      return
    }
    yield collectionResponse(place, wanted, visit)
    if (!isDeep) return
    if (place.kind === "root") yield collectionResponse({ kind: "home" }, wanted, visit)
    if (place.kind === "home") for (const book of BOOKS) yield collectionResponse({ kind: "book", book }, wanted, visit)
    if (place.kind === "book")
      for await (const contacts of visit.books[place.book].all(false))
        for (const contact of contacts) yield contactResponse({ book: place.book, contact }, wanted, visit)
  }
  return multistatus(responses())
}

/** Every change is refused, one by one. @throws Refusal bad_request */
export function proppatch({ ownerId }: Visit, place: Place, body: XmlElement | undefined) {
  if (body?.name !== dav("propertyupdate")) throw new Refusal("bad_request")
  const names = body.children.flatMap(({ children }) =>
    children.flatMap((prop) => prop.children.map(({ name }) => name)),
  )
  const stat = propstat(
    [...new Set(names)].map((name) => element(name)),
    "403 Forbidden",
  )
  async function* responses() {
    yield element(dav("response"), element(dav("href"), xmlText(pathOf(ownerId, place))) + stat)
  }
  return multistatus(responses())
}

function pathOf(ownerId: string, place: Place): string {
  if (place.kind === "root") return DAV_ROOT
  if (place.kind === "home") return homePath(ownerId)
  return place.kind === "book" ? bookPath(ownerId, place.book) : contactPath(ownerId, place.book, place.name)
}
