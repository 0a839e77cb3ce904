// A person that the owner of an account has met: what their form takes, and how such a contact came to be.
import * as z from "zod/mini"
import { ACCOUNT_FIELD } from "../account/field-messages.ts"
import { personName, shortText } from "../forms.ts"
import { lazy } from "../lazy.ts"
import { FIELD_MAX, USERNAME_MAX } from "../limits.ts"
import { FIELD, GENERAL, ITEM } from "../messages.ts"
import { itemValue } from "../profile/items.ts"
import { maxLength } from "../text/text-length.ts"
import { manyLines } from "../text/visible-text.ts"
import {
  PEOPLE_KEY_MAX,
  PERSON_ENTRIES_MAX,
  PERSON_ENTRY_KINDS,
  PERSON_EVENT_MAX,
  PERSON_NOTE_MAX,
  PERSON_TAG_MAX,
  PERSON_TAGS_MAX,
} from "./people-limits.ts"
import { PEOPLE } from "./people-messages.ts"

/**
 * - given: the person sent it from the owner's page
 * - profile: the person gave their profile on this site
 * - added: typed by the owner
 * - scanned: from a code
 * - imported: from a file
 * - synced: from an address book
 */
export const PERSON_SOURCES = ["given", "profile", "added", "scanned", "imported", "synced"] as const
export type PersonSource = (typeof PERSON_SOURCES)[number]

/** As the form sends it, and as it is read out of a contact. */
const personForm = lazy(() => {
  const entry = z.pipe(
    z.strictObject(
      {
        kind: z.enum(PERSON_ENTRY_KINDS, { error: ITEM.invalid }),
        label: shortText(FIELD_MAX.item_label),
        value: z.string({ error: FIELD.notText }),
      },
      { error: ITEM.invalid },
    ),
    z.transform((typed, context) => {
      const read = itemValue(typed.kind, typed.value)
      if (!("problem" in read)) return { ...typed, value: read.value }
      context.issues.push({ code: "custom", message: read.problem, input: typed.value, path: ["value"] })
      return z.NEVER
    }),
  )
  return z.object({
    full_name: personName(FIELD.nameRequired, { field: "Name" }),
    job_title: shortText(FIELD_MAX.job_title),
    business_name: shortText(FIELD_MAX.business_name),
    entries: z
      .array(entry, { error: ITEM.invalid })
      .check(z.refine((entries) => entries.length <= PERSON_ENTRIES_MAX, PEOPLE.tooManyEntries)),
    note: shortText(PERSON_NOTE_MAX, manyLines),
    tags: z.pipe(
      z
        .array(shortText(PERSON_TAG_MAX), { error: ITEM.invalid })
        .check(z.refine((tags) => tags.length <= PERSON_TAGS_MAX, PEOPLE.tooManyTags)),
      z.transform((tags) => [...new Set(tags.filter((tag) => tag !== ""))]),
    ),
  })
})

/** With where they met. */
const wholePersonForm = lazy(() => z.extend(personForm(), { event: z.optional(shortText(PERSON_EVENT_MAX)) }))

/** What the owner changes. What is not given stays, also if another program wrote more than this form takes. */
export const changedPersonForm = lazy(() => z.partial(wholePersonForm()))

/** By hand or by a code; `profile` is the username of a profile on this site. */
export const addedPersonForm = lazy(() =>
  z.extend(wholePersonForm(), {
    source: z.prefault(z.enum(["added", "scanned"], { error: GENERAL.badRequest }), "added"),
    profile: z.optional(z.string({ error: FIELD.notText }).check(maxLength(USERNAME_MAX, ACCOUNT_FIELD.usernameLong))),
    idempotency_key: z.optional(
      z.string({ error: FIELD.notText }).check(maxLength(PEOPLE_KEY_MAX, GENERAL.badRequest)),
    ),
  }),
)

export type ChangedDetails = z.output<ReturnType<typeof changedPersonForm>>
export type PersonDetails = z.output<ReturnType<typeof personForm>>
export type PersonEntry = PersonDetails["entries"][number]
