// What the form for a new person starts with.
import type { PersonDetails } from "../../../../domain/people/person.ts"

export const EMPTY_PERSON: PersonDetails = {
  full_name: "",
  job_title: "",
  business_name: "",
  entries: [],
  note: "",
  tags: [],
}

/** What a scanned code said, in the state of the navigation. */
export interface NewPersonState {
  details: PersonDetails
  /** the username of the profile that the person follows */
  profile?: string
  /** about the code */
  hint?: string
}
