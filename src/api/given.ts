// Leaving your details for the owner of a page, and what owners choose about it. The pages are HTML, so that they work without scripts.
import * as z from "zod/mini"
import { shortText } from "../domain/forms.ts"
import { GENERAL } from "../domain/messages.ts"
import { NOTICES, RETENTION_DAYS } from "../domain/people/given-options.ts"
import { PERSON_EVENT_MAX } from "../domain/people/people-limits.ts"
import { maxLength } from "../domain/text/text-length.ts"
import type { Endpoints } from "./endpoint.ts"
import { count, id, moment, success } from "./fields.ts"

/** Checked one by one later, with a sentence for each. */
const typed = z.prefault(z.string(), "")
const details = { name: typed, phone: typed, email: typed, company: typed, message: typed }

const token = z.prefault(z.string().check(maxLength(100, GENERAL.badRequest)), "")

const settings = {
  retention_days: z.literal([...RETENTION_DAYS]).check(z.describe("0: until it is deleted.")),
  event: shortText(PERSON_EVENT_MAX).check(
    z.describe("The event you are at today. People you meet are filed under it."),
  ),
  event_until: z.nullable(moment),
  notices: z.enum(NOTICES),
}

export const givenEndpoints = {
  "POST /exchange/{username}": {
    summary: "Leaves contact details for the owner of a profile, if the owner wants that.",
    caller: "anyone",
    fields: z.object({
      ...details,
      kept_days: typed.check(z.describe("How long the form promised to keep them. That promise counts.")),
      subject: typed.check(z.describe("Hidden from people, and not filled in by browsers. Only bots fill it in.")),
    }),
    file: "text/html",
  },
  "POST /api/exchange/{username}": {
    summary: "Leaves one of your profiles for the owner of another one. Repeating it changes nothing.",
    caller: "user",
    body: z.object({ profile_id: id }),
    answer: success,
  },
  "GET /exchange/my/details": {
    summary: "What you left, by the link in an email. An unconfirmed address is only asked to confirm.",
    caller: "anyone",
    query: z.object({ token }),
    file: "text/html",
  },
  "POST /exchange/my/details": {
    summary: "Confirms your address, or corrects or deletes what you left.",
    caller: "anyone",
    fields: z.object({
      ...details,
      token,
      act: z.enum(["confirm", "deny", "save", "delete"]),
      id: z.optional(id).check(z.describe("What to correct or delete.")),
    }),
    file: "text/html",
  },
  "GET /api/people-settings": {
    summary: "What you chose about the people you meet, and how many people left their details since you last looked.",
    caller: "user",
    answer: z.object({
      settings: z.object({ ...settings, retention_days: count, event: z.string() }),
      news: count,
    }),
  },
  "PUT /api/people-settings": {
    summary: "Changes these choices. Those that are not given stay as they are.",
    caller: "user",
    body: z.partial(z.object(settings)),
    answer: success,
  },
  "PUT /api/people-settings/seen": {
    summary: "Marks everyone who left their details as seen.",
    caller: "user",
    answer: success,
  },
} as const satisfies Endpoints
