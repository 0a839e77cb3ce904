// The people that you have met.
import * as z from "zod/mini"
import { PEOPLE_SEARCH_MAX } from "../domain/limits.ts"
import { GENERAL } from "../domain/messages.ts"
import { cursorParameter } from "../domain/page.ts"
import { PERSON_ENTRY_KINDS, PERSON_SOURCES, personForm } from "../domain/people/person.ts"
import { maxLength } from "../domain/text/text-length.ts"
import type { Endpoints } from "./endpoint.ts"
import { id, moment, success } from "./fields.ts"

const personSchema = z.object({
  id,
  full_name: z.string(),
  job_title: z.string(),
  business_name: z.string(),
  entries: z.array(z.object({ kind: z.enum(PERSON_ENTRY_KINDS), label: z.string(), value: z.string() })),
  note: z.string(),
  tags: z.array(z.string()),
  source: z.enum(PERSON_SOURCES).check(z.describe("How you got the contact.")),
  met_at: moment,
  event: z.string().check(z.describe("The event that you had named for that day; may be empty.")),
  place: z.string(),
  revision: z.int().check(z.describe("Grows with every change of your address book.")),
})

const person = z.object({ person: personSchema })

export const peopleEndpoints = {
  "GET /api/people": {
    summary: "The people you have met, newest first.",
    caller: "user",
    query: z.object({
      q: z.prefault(z.string().check(maxLength(PEOPLE_SEARCH_MAX, GENERAL.badRequest)), ""),
      cursor: cursorParameter,
    }),
    answer: z.object({ people: z.array(personSchema), next: z.nullable(z.string()) }),
  },
  "POST /api/people": { summary: "Adds a person.", caller: "user", form: personForm(), answer: person, status: 201 },
  "GET /api/people/{id}": { summary: "A person you have met.", caller: "user", answer: person },
  "PUT /api/people/{id}": {
    summary: "Changes a person. What your address book stores beyond these fields stays.",
    caller: "user",
    form: personForm(),
    answer: person,
  },
  "DELETE /api/people/{id}": { summary: "Deletes a person.", caller: "user", answer: success },
} as const satisfies Endpoints
