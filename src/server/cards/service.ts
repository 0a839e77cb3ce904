// NFC cards: made by an administrator, linked once to whoever activates them (specification section 4).
import { randomBytes, randomUUID } from "node:crypto"
import { isCardId, newCardId } from "../../domain/card.ts"
import type { OpenDatabase } from "../db/open.ts"
import { type CardRow, createCardStore } from "./store.ts"

export interface Cards {
  /** @returns the new card's card_id */
  generate(now: Date): Promise<string>
  find(cardId: string): Promise<CardRow | null>
  /** True for the one call that linked a pending card; false when it is activated already or does not exist. */
  activate(cardId: string, userId: string, now: Date): Promise<boolean>
  count(): Promise<number>
}

export function createCards({ db }: Pick<OpenDatabase, "db">): Cards {
  const store = createCardStore(db)
  return {
    async generate(now) {
      const card_id = newCardId(randomBytes)
      if (await store.insert({ id: randomUUID(), card_id }, now)) return card_id
      throw new Error("a random card_id occurred twice: the source of randomness is broken")
    },
    find: async (cardId) => (isCardId(cardId) ? ((await store.byCardId(cardId)) ?? null) : null),
    activate: async (cardId, userId, now) => isCardId(cardId) && store.activate(cardId, userId, now),
    count: store.count,
  }
}
