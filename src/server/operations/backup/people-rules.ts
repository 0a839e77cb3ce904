// What the rows of people that owners have met may hold in an archive.
import { isCardId } from "../../../domain/card/card.ts"
import { GIVEN_FIELDS } from "../../../domain/people/given.ts"
import { NOTICES, RETENTION_DAYS } from "../../../domain/people/given-options.ts"
import {
  GIVEN_MESSAGE_MAX,
  PEOPLE_MAX,
  PERSON_EVENT_MAX,
  PERSON_SEARCHED_MAX,
  PERSON_SHOWN_MAX,
  PERSON_STORED_MAX_BYTES,
  PERSON_TAGS_MAX,
} from "../../../domain/people/people-limits.ts"
import { PERSON_SOURCES } from "../../../domain/people/person.ts"
import { THEIR_STATES } from "../../../domain/people/person-following.ts"
import { PERSON_KEY_KINDS } from "../../../domain/people/person-keys.ts"
import { derived } from "../../features/people/book.ts"
import type { CarriedTable } from "./manifest.ts"
import {
  type Check,
  count,
  either,
  email,
  empty,
  flag,
  json,
  moment,
  oneOf,
  optional,
  positive,
  record,
  revision,
  sha256,
  type Table,
  text,
  uuid,
} from "./value-checks.ts"

const CONSENT_VERSIONS_MAX = 1000
const DETAILS_MAX = 100_000
const DETAILS_DEPTH = 4
/** A file name that an address book chose. */
const RESOURCE_MAX = 255

/** A vCard that the program would have stored. */
const card: Check = (value) => {
  if (!text(PERSON_STORED_MAX_BYTES)(value, {})) return false
  try {
    return derived(String(value), "").columns !== undefined
  } catch {
    return false
  }
}

const tags: Check = (value, row) =>
  Array.isArray(value) && value.length <= PERSON_TAGS_MAX && value.every((tag) => text(PERSON_SHOWN_MAX)(tag, row))

const given: Check = (value, row) =>
  record(oneOf(GIVEN_FIELDS), text(GIVEN_MESSAGE_MAX))(value, row) &&
  Object.keys(value as object).length === GIVEN_FIELDS.length

const knownCard: Check = (value) => typeof value === "string" && isCardId(value)

export const PEOPLE_RULES: Pick<
  Record<CarriedTable, Table>,
  "people" | "people_givers" | "people_settings" | "people_keys" | "people_books"
> = {
  people: {
    since: 14,
    columns: {
      id: uuid,
      owner_id: uuid,
      resource: text(RESOURCE_MAX),
      card,
      full_name: text(PERSON_SHOWN_MAX),
      business_name: text(PERSON_SHOWN_MAX),
      job_title: { check: text(PERSON_SHOWN_MAX), since: 18 },
      phone: { check: text(PERSON_SHOWN_MAX), since: 18 },
      email: { check: text(PERSON_SHOWN_MAX), since: 18 },
      tags: { check: tags, since: 18 },
      search: text(PERSON_SEARCHED_MAX),
      source: oneOf(PERSON_SOURCES),
      met_at: moment,
      event: text(PERSON_SHOWN_MAX),
      place: text(PERSON_SHOWN_MAX),
      card_id: either(empty, knownCard),
      tapped_card_id: { check: optional(uuid), since: 27 },
      is_group: { check: flag, since: 27 },
      profile_id: optional(uuid),
      their_profile_id: optional(uuid),
      their_state: { check: oneOf(THEIR_STATES), since: 18 },
      their_version: { check: optional(count), since: 18 },
      their_details: { check: optional(json(DETAILS_MAX, DETAILS_DEPTH)), since: 18 },
      consent_version: optional(positive(CONSENT_VERSIONS_MAX)),
      giver_id: { check: optional(uuid), since: 21 },
      given: { check: optional(given), since: 21 },
      kept_until: { check: optional(moment), since: 21 },
      updated_at: moment,
      revision,
    },
  },
  people_givers: {
    since: 21,
    columns: {
      id: uuid,
      email,
      confirm_token_hash: optional(sha256),
      confirm_until: optional(moment),
      token_hash: optional(sha256),
      created_at: moment,
    },
  },
  people_settings: {
    since: 21,
    columns: {
      owner_id: uuid,
      retention_days: (value) => RETENTION_DAYS.some((days) => days === value),
      event: text(PERSON_EVENT_MAX),
      event_until: optional(moment),
      notices: oneOf(NOTICES),
      seen_at: optional(moment),
      noticed_at: optional(moment),
    },
  },
  people_keys: {
    since: 18,
    columns: { owner_id: uuid, kind: oneOf(PERSON_KEY_KINDS), value: text(PERSON_SHOWN_MAX * 2), person_id: uuid },
  },
  people_books: {
    since: 14,
    columns: {
      owner_id: uuid,
      revision,
      oldest_revision: revision,
      count: (value, row) => count(value, row) && Number(value) <= PEOPLE_MAX,
      // Profiles that are followed may exceed the limit.
      bytes: revision,
    },
  },
}
