// What an owner takes over from another address book.
import { Refusal } from "../../../domain/errors.ts"
import { cardsIn } from "../../../domain/people/card-file.ts"
import { takeMet } from "../../../domain/people/met-lines.ts"
import { PEOPLE_PER_IMPORT } from "../../../domain/people/people-limits.ts"
import { readPerson } from "../../../domain/people/person-card.ts"
import { identityOf, type PersonIdentity, uidToken } from "../../../domain/people/person-identity.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { changing, grown, newPerson, sizeOf } from "./book.ts"
import { readAlike } from "./imports-store.ts"
import { findPeople, insertPeople, type NewPerson } from "./store.ts"

interface Needs {
  db: Database
}

export function createImports({ db }: Needs) {
  return {
    /**
     * Adds the contacts of a vCard file as they are.
     * @param mayRepeat also those that the book has: by their UID, or by their name with the same email or phone
     * @throws Refusal too_many_people, people_full
     */
    async importCards(ownerId: string, file: string, mayRepeat: boolean, now: Date) {
      const cards = [...cardsIn(file)]
      if (cards.length > PEOPLE_PER_IMPORT) throw new Refusal("too_many_people")
      const read = cards.flatMap((written, at) => {
        try {
          const { card, metOn, event } = takeMet(written, now)
          // The order of the file stays: the first one is listed first.
          const met_at = new Date((metOn ?? now).getTime() - at)
          const person = newPerson(ownerId, card, { source: "imported", met_at, event }, now)
          return person.row.is_group ? [] : person
        } catch (error) {
          if (error instanceof Refusal) return []
          throw error
        }
      })
      let added: NewPerson[] = []
      await changing(db, ownerId, async (tx, book) => {
        // Run again after a lost connection: the first run was committed.
        const first = added[0]?.row.id
        if (first !== undefined && (await findPeople(tx, ownerId, [first])).length > 0) return book
        added = mayRepeat ? read : await unknownOf(tx, ownerId, read)
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

/** Those that are neither in the book nor earlier in the file. */
async function unknownOf(tx: Queries, ownerId: string, read: NewPerson[]): Promise<NewPerson[]> {
  const identities = new Map(read.map((person) => [person, identityIn(person.row)]))
  const isOnePersons = oneNameOnly([...identities.values()])
  const known = new Set<string>()
  for await (const row of readAlike(tx, ownerId, read)) {
    const { uid, has } = identityIn(row)
    for (const token of [uidToken(uid), ...has]) known.add(token)
  }
  return read.filter((person) => {
    const { uid, has, asks } = identities.get(person) ?? identityIn(person.row)
    const isKnown = [...asks, ...(isOnePersons(uid) ? [uidToken(uid)] : [])].some((token) => known.has(token))
    if (!isKnown) for (const token of [uidToken(uid), ...has]) known.add(token)
    return !isKnown
  })
}

function identityIn({ card }: { card: string }): PersonIdentity {
  const person = readPerson(card)
  if (person === null) throw new Error("a contact that was read before cannot be read")
  return identityOf(person)
}

/** Some programs write the same UID into everyone's contact: then it is no one's. */
function oneNameOnly(identities: PersonIdentity[]): (uid: string) => boolean {
  const names = new Map<string, Set<string>>()
  for (const { uid, name } of identities) names.set(uidToken(uid), (names.get(uidToken(uid)) ?? new Set()).add(name))
  return (uid) => uid !== "" && names.get(uidToken(uid))?.size === 1
}
