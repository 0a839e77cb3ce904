// Whose an activated card is, and which of their profiles it opens: unlinked it is pending again, reassigned it leads to another
// active account.
import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import { isCardId } from "../../../domain/card/card.ts"
import { CARD } from "../../../domain/card/card-messages.ts"
import { Refusal } from "../../../domain/errors.ts"
import { users } from "../../platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { card_urls, profiles } from "../../platform/db/schema.ts"
import { type CardActor, type CardChanges, isActiveAccount } from "./card-changes.ts"

interface Needs {
  changes: CardChanges
  database: OpenDatabase
}

export const isActivated = eq(card_urls.activation_status, "activated")

export const UNLINKED = {
  user_id: null,
  profile_id: null,
  nickname: "",
  activation_status: "pending",
  activated_at: null,
} as const

export function createOwnership({ changes, database: { db } }: Needs) {
  /**
   * The profile with this username, in any case, and its account, if that is active. Signing up again with its address replaces an
   * unconfirmed account, which would leave the card without an owner.
   */
  async function activeProfile(username: string): Promise<{ id: string; owner_id: string } | undefined> {
    const named = eq(sql`lower(${profiles.username})`, username.toLowerCase())
    const rows = await db
      .select({ id: profiles.id, owner_id: profiles.owner_id })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.owner_id))
      .where(and(named, isNull(profiles.deleted_at), isNotNull(users.email_confirmed_at)))
    return rows[0]
  }

  return {
    /** A lost card stays lost: its finder must not be able to activate it. @throws Refusal card_not_found, card_changed */
    unlink(actor: CardActor, cardId: string, now: Date): Promise<void> {
      return changes.applyAs(actor, cardId, { action: "card.unlinked", values: UNLINKED, where: isActivated }, now)
    },

    /** Only the card's owner, and only to one of their own profiles. @throws Refusal not_found, card_not_found, card_changed */
    async chooseProfile(actor: CardActor, cardId: string, profileId: string, now: Date): Promise<void> {
      const own = and(eq(profiles.id, profileId), eq(profiles.owner_id, actor.user_id))
      if ((await db.$count(profiles, own)) === 0) throw new Refusal("not_found", { message: CARD.profileGone })
      const values = { profile_id: profileId === actor.user_id ? null : profileId }
      await changes.applyAs(actor, cardId, { action: "card.pointed", values, where: isActivated }, now)
    },

    /** Only the card's owner. Not in the audit log: nothing changes for anyone else. @throws Refusal card_not_found */
    async setNickname(userId: string, cardId: string, nickname: string): Promise<void> {
      const own = and(eq(card_urls.card_id, cardId), eq(card_urls.user_id, userId))
      const named = isCardId(cardId)
        ? await db.update(card_urls).set({ nickname }).where(own).returning({ id: card_urls.id })
        : []
      if (named.length === 0) throw new Refusal("card_not_found", { message: CARD.unknown })
    },

    /**
     * @param actor an administrator
     * @param to `from`: the owner's id when this was decided; null when the owner's account is gone
     * @throws Refusal validation_failed, card_not_found, card_changed
     */
    async reassign(
      actor: CardActor,
      cardId: string,
      { username, from }: { username: string; from: string | null },
      now: Date,
    ): Promise<void> {
      const refuse = (sentence: string) => new Refusal("validation_failed", { fields: { username: sentence } })
      const wanted = await activeProfile(username)
      const to = wanted?.owner_id
      if (to === undefined) throw refuse(CARD.otherUser)
      if (to === from) throw refuse(CARD.sameUser)
      const detail: Record<string, string> = from === null ? { to } : { from, to }
      const reassignment = {
        action: "card.reassigned",
        values: { user_id: to, profile_id: wanted?.id === to ? null : wanted?.id, nickname: "", activated_at: now },
        where: and(
          isActivated,
          from === null ? isNull(card_urls.user_id) : eq(card_urls.user_id, from),
          or(isNull(card_urls.user_id), ne(card_urls.user_id, to)),
          isActiveAccount(db, to),
        ),
        detail,
      } as const
      if (await changes.apply(actor.user_id, cardId, reassignment, now)) return
      // The account was deactivated or deleted after the first look.
      if ((await activeProfile(username))?.owner_id !== to) throw refuse(CARD.otherUser)
      throw await changes.refusalFor(actor, cardId)
    },
  }
}
