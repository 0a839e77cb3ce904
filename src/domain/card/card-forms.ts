// What administrators send about cards: the query of the list, an order of new cards, another owner.
import * as z from "zod/mini"
import { ADMIN } from "../admin-messages.ts"
import { CARD_BATCH_MAX, CARD_NICKNAME_MAX } from "../limits.ts"
import { FIELD, GENERAL } from "../messages.ts"
import { cursorParameter } from "../page.ts"
import { isUuid } from "../paths.ts"
import { searchText, withoutAt } from "../text/search-text.ts"
import { maxLength } from "../text/text-length.ts"
import { oneLine } from "../text/visible-text.ts"
import { CARD_FILTERS, isCardId } from "./card.ts"
import { CARD } from "./card-messages.ts"

/** In lower case, as ids are stored and compared. */
const uuid = z.pipe(
  z.string({ error: GENERAL.badRequest }).check(z.refine(isUuid, GENERAL.badRequest)),
  z.transform((id) => id.toLowerCase()),
)
const count = z.int({ error: ADMIN.cardCount }).check(z.gte(1, ADMIN.cardCount), z.lte(CARD_BATCH_MAX, ADMIN.cardCount))

/** `batch` is a UUID made by the client: the same order sent twice creates its cards once. */
export const cardOrder = z.object({ batch: uuid, count })

/** `from`: the owner's id when this was decided; null when the owner's account is gone. */
export const reassignForm = z.object({
  username: z.pipe(
    z.string({ error: CARD.otherUser }),
    z.transform((typed) => withoutAt(typed.toWellFormed().replaceAll("\0", "")).toLowerCase()),
  ),
  from: z.nullable(uuid),
})

/** `from`: the owner's id when this was decided. An empty parameter: any owner. */
export const cardOwnerQuery = z.object({ from: z.optional(z.union([z.literal(""), uuid])) })

/** The same change of up to as many cards as a batch has. */
export const cardBulkChange = z.object({
  change: z.enum(["lost", "found", "unlinked"], { error: GENERAL.badRequest }),
  card_ids: z.array(z.string({ error: GENERAL.badRequest }).check(z.refine(isCardId, GENERAL.badRequest))).check(
    z.refine((ids) => ids.length > 0, CARD.noneSelected),
    // Not zod's own bounds: they measure whatever has a length, even after the type was refused.
    z.refine((ids) => ids.length <= CARD_BATCH_MAX, CARD.tooManySelected),
  ),
  /** By card_id, the owner's id when this was decided; null: none. Of a card that is not named: any owner. */
  owners: z.optional(z.record(z.string(), z.optional(z.nullable(uuid)), { error: GENERAL.badRequest })),
})
export type CardBulkChange = z.infer<typeof cardBulkChange>

/** The profile that a card opens, by its id. */
export const cardProfileForm = z.object({ profile_id: uuid })

/** What its owner calls a card; empty: no name. */
export const cardNicknameForm = z.object({
  nickname: z.pipe(
    z.pipe(
      z.string({ error: FIELD.notText }),
      z.transform((typed) => oneLine(typed.toWellFormed().replaceAll("\0", ""))),
    ),
    z.string().check(maxLength(CARD_NICKNAME_MAX, FIELD.tooLong)),
  ),
})

/** An empty parameter asks for nothing. */
export const cardListQuery = z.object({
  cursor: cursorParameter,
  q: searchText,
  status: z._default(z.enum(["", ...CARD_FILTERS], { error: GENERAL.badRequest }), ""),
})
export const ownCardsQuery = z.object({ cursor: cursorParameter })
export type CardListQuery = z.infer<typeof cardListQuery>
