// The owner's own profiles as an address book that cannot be written. It is small, so its token stands for all of its contacts.
import { createHash } from "node:crypto"
import { hasName } from "../../../domain/profile/profile.ts"
import type { Profiles } from "../profiles/service.ts"
import type { Book, Contact } from "./book.ts"

export function profilesBook(profiles: Pick<Profiles, "allOf" | "contactCard">, ownerId: string): Book {
  const read = async (): Promise<Contact[]> => {
    const contacts: Contact[] = []
    for (const profile of await profiles.allOf(ownerId)) {
      if (!hasName(profile)) continue
      const text = await profiles.contactCard(profile)
      const etag = `"${digest(text)}"`
      const modified = new Date(profile.updated_at)
      contacts.push({ name: `${profile.id}.vcf`, etag, modified, bytes: Buffer.byteLength(text), card: text })
    }
    return contacts
  }
  const tokenOf = (contacts: Contact[]): string => digest(contacts.map(({ name, etag }) => name + etag).join("\n"))
  async function* all() {
    yield await read()
  }

  return {
    title: "My profiles",
    description: "Your own cards, as others save them. Change them on the website.",
    isReadOnly: true,
    token: async () => tokenOf(await read()),
    contacts: async (names) => (await read()).filter(({ name }) => names.includes(name)),
    all,
    async changes(token) {
      const contacts = await read()
      const now = tokenOf(contacts)
      if (token !== "" && token !== now) return null
      return {
        changed: (async function* () {
          if (token === "") yield contacts
        })(),
        deleted: (async function* (): AsyncGenerator<string[]> {})(),
        token: () => now,
        isCut: () => false,
      }
    },
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32)
