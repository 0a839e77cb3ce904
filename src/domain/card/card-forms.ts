// What is asked of cards in the portal: a list, a number of new ones, another owner.
import * as z from "zod/mini"
import { CARD_BATCH_MAX, SEARCH_MAX } from "../limits.ts"
import { ADMIN, CARD, GENERAL } from "../messages.ts"
import { isUuid } from "../paths.ts"
import { maxLength } from "../text/text-length.ts"
import { CARD_FILTERS, isCardId } from "./card.ts"

const key = z.string({ error: GENERAL.badRequest })
const uuid = key.check(z.refine(isUuid, GENERAL.badRequest))
const count = z.int({ error: ADMIN.cardCount }).check(z.gte(1, ADMIN.cardCount), z.lte(CARD_BATCH_MAX, ADMIN.cardCount))

/** `batch` is made by whoever orders: the same order sent twice makes its cards once. */
export const cardOrder = z.object({ batch: uuid, count })

/** `from`: whose card it was when that was decided; null when its owner's account is gone. */
export const reassignForm = z.object({
  username: z.pipe(
    z.string({ error: CARD.otherUser }),
    z.transform((typed) => typed.toWellFormed().replaceAll("\0", "").trim().toLowerCase()),
  ),
  from: z.nullable(uuid),
})

/** The last card_id of the page before. */
const cursor = z._default(key.check(z.refine((text) => text === "" || isCardId(text), GENERAL.badRequest)), "")

/** The part of an address behind `?`; what is empty is not asked for. */
export const cardListQuery = z.object({
  cursor,
  q: z._default(
    z.pipe(
      z.string().check(maxLength(SEARCH_MAX, GENERAL.searchLong)),
      z.transform((typed) => typed.toWellFormed().replaceAll("\0", "").trim()),
    ),
    "",
  ),
  status: z._default(z.enum(["", ...CARD_FILTERS], { error: GENERAL.badRequest }), ""),
})
export const ownCardsQuery = z.object({ cursor })
export type CardListQuery = z.infer<typeof cardListQuery>
