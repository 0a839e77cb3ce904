// What an owner takes over from another address book.
import { createHash } from "node:crypto"
import { setImmediate as turn } from "node:timers/promises"
import { Refusal } from "../../../domain/errors.ts"
import { cardsIn } from "../../../domain/people/card-file.ts"
import { takeMet } from "../../../domain/people/met-lines.ts"
import { PEOPLE_PER_IMPORT, PERSON_MAX_BYTES } from "../../../domain/people/people-limits.ts"
import { readPerson, withUid } from "../../../domain/people/person-card.ts"
import { identityOf, type PersonIdentity, uidToken } from "../../../domain/people/person-identity.ts"
import { foldedUid } from "../../../domain/people/person-keys.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { changing, contentBytes, grown, newPerson, sizeOf } from "./book.ts"
import { findUids, readAlike, valuesOf } from "./imports-store.ts"
import { findPeople, insertPeople, type NewPerson } from "./store.ts"

interface Needs {
  db: Database
}

export function createImports({ db }: Needs) {
  return {
    /**
     * Adds the contacts of a vCard file as they are.
     * @param mayRepeat also those that the book has: by their UID, or by their name with the same email or phone
     * @param key of this import: sent again with the same one, the file adds no one twice
     * @throws Refusal too_many_people, people_full
     */
    async importCards(ownerId: string, file: string, mayRepeat: boolean, key: string, now: Date) {
      const cards = [...cardsIn(file)]
      if (cards.length > PEOPLE_PER_IMPORT) throw new Refusal("too_many_people")
      const read: ReadPerson[] = []
      for (const [at, written] of cards.entries()) {
        // One contact may take some milliseconds.
        await turn()
        const person = readNew(ownerId, written, at, key, now)
        if (person !== null) read.push(person)
      }
      let added: NewPerson[] = []
      await changing(db, ownerId, async (tx, book) => {
        const ids = read.map(({ row }) => row.id)
        const stored = new Set((await findPeople(tx, ownerId, ids)).map(({ id }) => id))
        // The file was added before, and the answer, or the connection to the database, was lost.
        if (stored.size > 0) {
          added = read.filter(({ row }) => stored.has(row.id))
          return book
        }
        added = await withOwnUids(tx, ownerId, mayRepeat ? read : await unknownOf(tx, ownerId, read))
        if (added.length === 0) return book
        const revision = book.revision + 1
        await insertPeople(
          tx,
          added.map(({ row, keys }) => ({ row: { ...row, revision }, keys })),
        )
        return grown(book, added.length, sizeOf(added.map(({ row }) => row)))
      })
      return { added: added.length, duplicates: read.length - added.length, unreadable: cards.length - read.length }
    },
  }
}

/** The same for the same parts. A UUID as RFC 9562 leaves it to programs (version 8). */
export function uuidOf(parts: (string | number)[]): string {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex")
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5")
}

interface ReadPerson extends NewPerson {
  identity: PersonIdentity
  /** the UID that it gets if another contact has its own: the same whenever it is imported, so that it is found again */
  otherUid: string
}

/** Null when it cannot be read, or is a group. */
function readNew(ownerId: string, written: string, at: number, key: string, now: Date): ReadPerson | null {
  try {
    const { card, metOn, event } = takeMet(written, now)
    // The order of the file stays: the first one is listed first.
    const met_at = new Date((metOn ?? now).getTime() - at)
    // The same for the same contact of the same import.
    const id = uuidOf([ownerId, key, at, written])
    const { row, keys, person } = newPerson(ownerId, card, { source: "imported", met_at, event }, now, id)
    if (row.is_group) return null
    const identity = identityOf(person)
    const otherUid = `urn:uuid:${uuidOf([ownerId, foldedUid(person.uid), identity.name])}`
    return { row, keys, identity, otherUid }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Those that are neither in the book nor earlier in the file. */
async function unknownOf(tx: Queries, ownerId: string, read: ReadPerson[]): Promise<ReadPerson[]> {
  const isOnePersons = oneNameOnly(read.map(({ identity }) => identity))
  const known = new Set<string>()
  for await (const { card } of readAlike(tx, ownerId, read, read.map(otherUidOf))) {
    await turn()
    const person = readPerson(card)
    if (person === null) throw new Error("a contact that was read before cannot be read")
    const { uid, has } = identityOf(person)
    for (const token of [uidToken(uid), ...has]) known.add(token)
  }
  return read.filter(({ identity: { uid, has, asks }, otherUid }) => {
    const byUid = [uidToken(otherUid), ...(isOnePersons(uid) ? [uidToken(uid)] : [])]
    const isKnown = [...asks, ...byUid].some((token) => known.has(token))
    if (!isKnown) for (const token of [uidToken(uid), ...has]) known.add(token)
    return !isKnown
  })
}

/** Of those with one UID, the first keeps it: address books know a contact by its UID (RFC 6352 section 5.1). */
async function withOwnUids(tx: Queries, ownerId: string, added: ReadPerson[]): Promise<NewPerson[]> {
  const taken = new Set(await findUids(tx, ownerId, [...valuesOf(added, "uid"), ...added.map(otherUidOf)]))
  return added.map((person) => {
    const [uid] = valuesOf([person], "uid")
    if (uid === undefined) return person
    const isFirst = !taken.has(uid)
    const other = taken.has(otherUidOf(person)) ? `urn:uuid:${person.row.id}` : person.otherUid
    taken.add(isFirst ? uid : foldedUid(other))
    return isFirst ? person : withOtherUid(person, other)
  })
}

/** As it is searched. */
const otherUidOf = ({ otherUid }: ReadPerson): string => foldedUid(otherUid)

function withOtherUid({ row, keys }: NewPerson, uid: string): NewPerson {
  const card = withUid(row.card, uid)
  const others = keys.filter(({ kind }) => kind !== "uid")
  // A contact of the largest size has no room for it.
  if (contentBytes(card) > PERSON_MAX_BYTES) return { row: { ...row, card: withUid(row.card, "") }, keys: others }
  return { row: { ...row, card }, keys: [{ kind: "uid", value: foldedUid(uid) }, ...others] }
}

/** Some programs write the same UID into everyone's contact: then it is no one's. */
function oneNameOnly(identities: PersonIdentity[]): (uid: string) => boolean {
  const names = new Map<string, Set<string>>()
  for (const { uid, name } of identities) names.set(uidToken(uid), (names.get(uidToken(uid)) ?? new Set()).add(name))
  return (uid) => uid !== "" && names.get(uidToken(uid))?.size === 1
}
