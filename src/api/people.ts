// The people that you have met.
import * as z from "zod/mini"
import { shortText } from "../domain/forms.ts"
import { FIELD_MAX } from "../domain/limits.ts"
import { GENERAL } from "../domain/messages.ts"
import { cursorParameter } from "../domain/page.ts"
import {
  PEOPLE_KEY_MAX,
  PEOPLE_MERGED_MAX,
  PEOPLE_SEARCH_MAX,
  PEOPLE_SELECTED_MAX,
  PERSON_ENTRY_KINDS,
  PERSON_EVENT_MAX,
  PERSON_TAG_MAX,
  PERSON_TAGS_MAX,
} from "../domain/people/people-limits.ts"
import { addedPersonForm, changedPersonForm, PERSON_SOURCES } from "../domain/people/person.ts"
import { THEIR_STATES } from "../domain/people/person-following.ts"
import { maxLength } from "../domain/text/text-length.ts"
import type { Endpoints } from "./endpoint.ts"
import { count, id, moment, success } from "./fields.ts"

const meeting = {
  source: z.enum(PERSON_SOURCES).check(z.describe("How you got the contact.")),
  met_at: moment,
  event: z.string().check(z.describe("The event that you had named for that day; may be empty.")),
  place: z.string(),
  tapped_card: z
    .nullable(z.object({ card_id: z.string(), nickname: z.string() }))
    .check(z.describe("Your card that they tapped before they left their details, if it is known and still yours.")),
  their_state: z
    .enum(THEIR_STATES)
    .check(z.describe("`live`: the contact follows a profile on this site. `gone`: that profile is no longer shown.")),
  revision: z.int().check(z.describe("Grows with every change of your address book.")),
}

const listed = z.object({
  id,
  full_name: z.string(),
  job_title: z.string(),
  business_name: z.string(),
  phone: z.string().check(z.describe("The first one; may be empty.")),
  email: z.string().check(z.describe("The first one; may be empty.")),
  tags: z.array(z.string()),
  ...meeting,
})
listed.register(z.globalRegistry, { id: "ListedPerson" })
export type ListedPerson = z.infer<typeof listed>

const personSchema = z.object({
  id,
  full_name: z.string(),
  job_title: z.string(),
  business_name: z.string(),
  entries: z.array(z.object({ kind: z.enum(PERSON_ENTRY_KINDS), label: z.string(), value: z.string() })),
  note: z.string(),
  tags: z.array(z.string()),
  their_username: z
    .nullable(z.string())
    .check(z.describe("Of the profile that the contact follows, while it is shown.")),
  kept_until: z
    .nullable(moment)
    .check(
      z.describe("When the contact is deleted, as your settings said when its details were left. Null: it stays."),
    ),
  ...meeting,
})
personSchema.register(z.globalRegistry, { id: "Person" })
export type Person = z.infer<typeof personSchema>

const person = z.object({ person: personSchema })
const text = (max: number) =>
  z.prefault(
    z.pipe(
      z.string().check(maxLength(max, GENERAL.badRequest)),
      // No database stores these.
      z.transform((typed) => typed.toWellFormed().replaceAll("\0", "").trim()),
    ),
    "",
  )
const filters = { q: text(PEOPLE_SEARCH_MAX), tag: text(FIELD_MAX.url), event: text(PERSON_EVENT_MAX) }
/** Not zod's own bounds: they measure whatever has a `length`, even after the type was refused. */
const ids = (max: number, min = 1) =>
  z.array(z.uuid()).check(z.refine((list) => list.length >= min && list.length <= max, GENERAL.badRequest))
const tags = z.prefault(
  z
    .array(shortText(PERSON_TAG_MAX).check(z.refine((tag) => tag !== "", GENERAL.badRequest)))
    .check(z.refine((list) => list.length <= PERSON_TAGS_MAX, GENERAL.badRequest)),
  [],
)

/** Of all people, of those that the filters find, or of at most 200 by their ids, separated by commas. */
const exported = z.object({
  ...filters,
  ids: z.prefault(
    z.string().check(maxLength(40 * PEOPLE_SELECTED_MAX, GENERAL.badRequest), z.regex(/^[\da-f,-]*$/i)),
    "",
  ),
})

export const peopleEndpoints = {
  "GET /api/people": {
    summary: "The people you have met, newest first.",
    caller: "user",
    query: z.object({ ...filters, cursor: cursorParameter }),
    answer: z.object({ people: z.array(listed), next: z.nullable(z.string()) }),
  },
  "POST /api/people": {
    summary:
      "Adds a person. With `profile`, the username of a profile on this site, the contact follows that profile. Sent again with the same `idempotency_key`, the person is not added twice, and the answer is the stored one.",
    caller: "user",
    form: addedPersonForm(),
    answer: person,
    status: 201,
  },
  "GET /api/people/labels": {
    summary: "How many people you have met, and your most used tags and events.",
    caller: "user",
    answer: z.object({
      count,
      tags: z.array(z.object({ name: z.string(), count })),
      events: z.array(z.object({ name: z.string(), count })),
    }),
  },
  "GET /api/people/duplicates": {
    summary: "Contacts that may be the same person: the same email address, phone number or name.",
    caller: "user",
    answer: z.object({
      groups: z.array(z.object({ why: z.enum(["email", "phone", "uid", "name"]), people: z.array(listed) })),
      has_more: z.boolean().check(z.describe("There are more groups, once these are merged or separated.")),
    }),
  },
  "POST /api/people/separations": {
    summary:
      "Remembers that these people are not the same person: they are not suggested again for an email address, phone number or name that they share now.",
    caller: "user",
    body: z.object({ ids: ids(PEOPLE_MERGED_MAX, 2) }),
  },
  "POST /api/people/merges": {
    summary:
      "Merges several people into one. The first one stays, and gains what only the others have and the longest name.",
    caller: "user",
    body: z.object({ ids: ids(PEOPLE_MERGED_MAX, 2) }),
    answer: person,
  },
  "POST /api/people/taggings": {
    summary: "Adds tags to people, or removes them.",
    caller: "user",
    body: z.object({ ids: ids(PEOPLE_SELECTED_MAX), add: tags, remove: tags }),
    answer: z.object({ changed: count }),
  },
  "POST /api/people/deletions": {
    summary: "Deletes people.",
    caller: "user",
    body: z.object({ ids: ids(PEOPLE_SELECTED_MAX) }),
    answer: z.object({ deleted: count }),
  },
  "POST /api/people/imports": {
    summary:
      "Adds up to 200 contacts of a vCard file (3.0 or 4.0, at most 1 MB) as they are. People you already have (the same UID, or the same name with the same email or phone) are left out unless `duplicates` is `add`. Lines `X-MEISHI-MET:2025-12-10` and `X-MEISHI-EVENT:Spring fair` in a contact say when and where you met; they are not stored. Sent again with the same `idempotency_key`, the file adds no one twice.",
    caller: "user",
    query: z.object({
      duplicates: z.prefault(z.enum(["skip", "add"]), "skip"),
      idempotency_key: z.prefault(z.string().check(maxLength(PEOPLE_KEY_MAX, GENERAL.badRequest)), ""),
    }),
    upload: ["text/vcard"],
    answer: z.object({ added: count, duplicates: count, unreadable: count }),
    status: 201,
  },
  "GET /api/people/export.vcf": {
    summary: "People as a vCard file.",
    caller: "user",
    query: exported,
    file: "text/vcard",
  },
  "GET /api/people/export.csv": {
    summary: "People as a table (CSV).",
    caller: "user",
    query: exported,
    file: "text/csv",
  },
  "GET /api/people/{id}.vcf": { summary: "A person as a vCard file.", caller: "user", file: "text/vcard" },
  "GET /api/people/{id}": { summary: "A person you have met.", caller: "user", answer: person },
  "PUT /api/people/{id}": {
    summary:
      "Changes a person. Fields that are not given stay, and so does what your address book stores beyond them. With `If-Match`, only the revision it names is changed.",
    caller: "user",
    form: changedPersonForm(),
    ifMatch: "person_changed",
    answer: person,
  },
  "DELETE /api/people/{id}": { summary: "Deletes a person.", caller: "user", answer: success },
} as const satisfies Endpoints
