// What happens to a card after it was made: taken, unlinked, given to somebody else, lost and found. Each act leaves its trace.
import type { AuditAction } from "../../../domain/audit/audit.ts"
import { isCardId } from "../../../domain/card/card.ts"
import { Refusal } from "../../../domain/errors.ts"
import { CARD } from "../../../domain/messages.ts"
import { isReferenceGone } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { withRetry } from "../../platform/db/retry.ts"
import type { Audit } from "../audit/service.ts"
import { activate, activeUser, reassign, setFound, setLost, unlink } from "./actions-store.ts"
import type { CardRow } from "./store.ts"

/** Who acts; `isAdmin`: on any card, otherwise on the own ones alone. */
export interface CardActor {
  user_id: string
  isAdmin: boolean
}

export interface CardActions {
  /** True for the one call that linked a pending card; false when it is activated, lost or does not exist. */
  activate(cardId: string, userId: string, now: Date): Promise<boolean>
  /** Back to pending and nobody's. All acts below: @throws Refusal card_not_found, card_changed */
  unlink(actor: CardActor, cardId: string, now: Date): Promise<void>
  /** From then on it leads nowhere and cannot be activated. */
  reportLost(actor: CardActor, cardId: string, now: Date): Promise<void>
  reportFound(actor: CardActor, cardId: string, now: Date): Promise<void>
  /** An activated card to the active account with this username. @throws also validation_failed */
  reassign(actor: CardActor, cardId: string, to: { username: string; from: string | null }, now: Date): Promise<void>
}

interface Needs {
  audit: Audit
  database: OpenDatabase
  find(cardId: string): Promise<CardRow | null>
}

export function createCardActions({ audit, database: { db }, find }: Needs): CardActions {
  /** The change and its trace together. @returns whether there was anything to change */
  const done = (
    actor_id: string,
    action: AuditAction,
    cardId: string,
    now: Date,
    change: (db: Queries) => Promise<boolean>,
    detail: Record<string, string> = {},
  ): Promise<boolean> =>
    db
      .transaction(async (tx) => {
        const isChanged = await change(tx)
        if (isChanged) await audit.record(tx, { actor_id, action, subject_id: cardId, detail }, now)
        return isChanged
      })
      .catch((error: unknown) => {
        // The account was deleted in this very moment.
        if (isReferenceGone(error)) return false
        throw error
      })

  async function whyNot({ user_id, isAdmin }: CardActor, cardId: string): Promise<Refusal> {
    const card = await find(cardId)
    // Somebody else's card is told apart from one that does not exist by administrators only.
    const isTheirs = card !== null && (isAdmin || card.user_id === user_id)
    return isTheirs ? new Refusal("card_changed") : new Refusal("card_not_found", { message: CARD.unknown })
  }

  type Change = (db: Queries, cardId: string, ownerId: string | undefined, now: Date) => Promise<boolean>
  const act =
    (action: AuditAction, change: Change) =>
    async (actor: CardActor, cardId: string, now: Date): Promise<void> => {
      const ownerId = actor.isAdmin ? undefined : actor.user_id
      const isDone =
        isCardId(cardId) &&
        (await done(actor.user_id, action, cardId, now, (tx) => change(tx, cardId, ownerId, now), {
          by: actor.isAdmin ? "administrator" : "owner",
        }))
      if (!isDone) throw await whyNot(actor, cardId)
    }

  return {
    activate: async (cardId, userId, now) =>
      isCardId(cardId) &&
      // Twice is no more than once: the second time it is not pending any more.
      withRetry(() => done(userId, "card.activated", cardId, now, (tx) => activate(tx, cardId, userId, now))),
    unlink: act("card.unlinked", unlink),
    reportLost: act("card.lost", setLost),
    reportFound: act("card.found", setFound),
    async reassign(actor, cardId, { username, from }, now) {
      const refuse = (sentence: string) => new Refusal("validation_failed", { fields: { username: sentence } })
      const to = await activeUser(db, username)
      if (to === undefined) throw refuse(CARD.otherUser)
      if (to === from) throw refuse(CARD.sameUser)
      const isDone =
        isCardId(cardId) &&
        (await done(
          actor.user_id,
          "card.reassigned",
          cardId,
          now,
          (tx) => reassign(tx, cardId, from, to, now),
          from === null ? { to } : { from, to },
        ))
      if (isDone) return
      // The account was deactivated or deleted between the two questions.
      if ((await activeUser(db, username)) !== to) throw refuse(CARD.otherUser)
      throw await whyNot(actor, cardId)
    },
  }
}
