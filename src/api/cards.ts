// NFC cards: what anyone may know, what their owners do with them, and what administrators do with all.
import * as z from "zod/mini"
import { ACTIVATION_STATUSES } from "../domain/card/card.ts"
import {
  cardBulkChange,
  cardListQuery,
  cardNicknameForm,
  cardOrder,
  cardOwnerQuery,
  cardProfileForm,
  ownCardsQuery,
  reassignForm,
} from "../domain/card/card-forms.ts"
import type { Endpoints } from "./endpoint.ts"
import { id, moment, next, success } from "./fields.ts"

const activation_status = z.enum(ACTIVATION_STATUSES)

/** Of a lost card only that it is not in use. */
const publicCard = z.union([
  z.object({ in_use: z.literal(false) }),
  z.object({
    activation_status,
    username: z.optional(z.string()).check(z.describe("Where it leads, if a profile is shown there.")),
  }),
])
export type PublicCard = z.infer<typeof publicCard>

const cardUrl = z.object({
  card_id: z.string(),
  activation_status,
  user_id: z.nullable(id).check(z.describe("Null until activation, and after its owner's account is gone.")),
  username: z.nullable(z.string()).check(z.describe("Of the profile it opens.")),
  full_name: z.nullable(z.string()),
  created_at: moment,
  activated_at: z.nullable(moment),
  lost_at: z.nullable(moment),
  batch_id: z.nullable(id),
})
export type CardUrl = z.infer<typeof cardUrl>

const page = z.object({ cards: z.array(cardUrl), next })
export type CardPage = z.infer<typeof page>

const ownCard = z.object({
  card_id: z.string(),
  nickname: z.string().check(z.describe("What you call it; empty: no name. Only you see it.")),
  profile_id: id.check(z.describe("The profile it opens.")),
  activated_at: z.nullable(moment),
  lost_at: z.nullable(moment),
})
export type OwnCard = z.infer<typeof ownCard>
const ownPage = z.object({ cards: z.array(ownCard), next })
export type OwnCardPage = z.infer<typeof ownPage>

const batch = z.object({ batch: id, card_ids: z.array(z.string()).check(z.describe("In their order.")) })
export type CardBatch = z.infer<typeof batch>

export const cardEndpoints = {
  "GET /card/{card_id}": {
    summary: "Where a tapped card leads: a redirect to the profile, or the card's page.",
    caller: "anyone",
    file: "text/html",
    also: { 302: "The card leads to a profile." },
  },
  "GET /api/cards/{card_id}": { summary: "The state of a card.", caller: "anyone", answer: publicCard },
  "PUT /api/cards/{card_id}/activation": {
    summary: "Links a pending card to your profile. Repeating it changes nothing.",
    caller: "user",
    answer: z.object({ username: z.string() }),
  },
  "GET /api/account/cards": {
    summary: "Your cards, page by page.",
    caller: "user",
    query: ownCardsQuery,
    answer: ownPage,
  },
  "DELETE /api/account/cards/{card_id}": {
    summary: "Unlinks your card: it is pending again.",
    caller: "user",
    answer: success,
  },
  "PUT /api/account/cards/{card_id}/profile": {
    summary: "Chooses which of your profiles your card opens.",
    caller: "user",
    body: cardProfileForm,
    answer: success,
  },
  "PUT /api/account/cards/{card_id}/nickname": {
    summary: "Names your card. Only you see the name; an empty one removes it.",
    caller: "user",
    form: cardNicknameForm,
    answer: success,
  },
  "PUT /api/account/cards/{card_id}/loss": { summary: "Reports your card lost.", caller: "user", answer: success },
  "DELETE /api/account/cards/{card_id}/loss": { summary: "Reports your card found.", caller: "user", answer: success },
  "GET /api/admin/cards": { summary: "All cards, page by page.", caller: "admin", query: cardListQuery, answer: page },
  "POST /api/admin/cards": {
    summary:
      "Creates a batch of cards. Choose a new UUID as `batch`: sending the same one twice creates its cards once.",
    caller: "admin",
    form: cardOrder,
    answer: batch,
  },
  "POST /api/admin/card-changes": {
    summary:
      "Reports many cards lost or found, or unlinks them. Cards already in that state are left out, and so are those that no longer have the owner whom `owners` names for their card_id (null: none).",
    caller: "admin-with-proof",
    body: cardBulkChange,
    answer: z.object({ changed: z.array(z.string()).check(z.describe("The card_ids that changed.")) }),
  },
  "GET /api/admin/card-batches/{batch}": { summary: "The cards of a batch.", caller: "admin", answer: batch },
  "GET /api/admin/card-batches/{batch}/csv": {
    summary: "The cards of a batch as a table.",
    caller: "admin",
    file: "text/csv",
  },
  "DELETE /api/admin/cards/{card_id}/owner": {
    summary: "Unlinks a card: it is pending again.",
    caller: "admin",
    query: cardOwnerQuery,
    answer: success,
  },
  "PUT /api/admin/cards/{card_id}/owner": {
    summary: "Gives an activated card to another user.",
    caller: "admin",
    form: reassignForm,
    answer: success,
  },
  "PUT /api/admin/cards/{card_id}/loss": {
    summary: "Reports a card lost.",
    caller: "admin",
    query: cardOwnerQuery,
    answer: success,
  },
  "DELETE /api/admin/cards/{card_id}/loss": { summary: "Reports a card found.", caller: "admin", answer: success },
} as const satisfies Endpoints
