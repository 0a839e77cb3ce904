// What visitors of a page leave for its owner: the form, the sentence they agree to, and what the pages of the exchange show.
import * as z from "zod/mini"
import { isEmailAddress } from "../account/email-address.ts"
import { inWesternDigits } from "../contact/typed-phone.ts"
import { fieldErrors, personName, shortText } from "../forms.ts"
import { lazy } from "../lazy.ts"
import { FIELD_MAX } from "../limits.ts"
import { FIELD } from "../messages.ts"
import type { Accent } from "../profile/accent.ts"
import { sentLines } from "../text/visible-text.ts"
import { RETENTION_DAYS, RETENTIONS, type RetentionDays } from "./given-options.ts"
import { GIVEN_MESSAGE_MAX } from "./people-limits.ts"
import { GIVEN } from "./people-messages.ts"
import type { PersonDetails } from "./person.ts"

/** The sentences that `consentTo` writes today; 1 and 2 said nothing of a card, 3 and 4 “the card you tapped”. */
export const CONSENT_VERSION = { plain: 5, withPlace: 6 } as const

/** As the fields are named in the form. */
export const GIVEN_FIELDS = ["name", "phone", "email", "company", "message"] as const
export type GivenDetails = Record<(typeof GIVEN_FIELDS)[number], string>

const givenForm = lazy(() =>
  z
    .object({
      name: personName(GIVEN.nameShort, { field: "Your name", missing: GIVEN.nameMissing }),
      phone: z.pipe(
        z.pipe(shortText(FIELD_MAX.business_phone), z.transform(inWesternDigits)),
        z.string().check(z.refine((typed) => typed === "" || /\d.*\d.*\d/.test(typed), GIVEN.phoneInvalid)),
      ),
      email: z.pipe(
        shortText(FIELD_MAX.email),
        z.string().check(z.refine((typed) => typed === "" || isEmailAddress(typed), FIELD.contactEmailInvalid)),
      ),
      company: shortText(FIELD_MAX.business_name),
      message: shortText(GIVEN_MESSAGE_MAX, sentLines),
    })
    .check(
      z.refine((given) => given.phone !== "" || given.email !== "", { path: ["phone"], error: GIVEN.unreachable }),
    ),
)

export function checkedGiven(typed: GivenDetails): { given: GivenDetails | null; errors: Partial<GivenDetails> } {
  const parsed = z.safeParse(givenForm(), typed)
  return parsed.success ? { given: parsed.data, errors: {} } : { given: null, errors: fieldErrors(parsed.error) }
}

export const personOf = ({ name, phone, email, company, message }: GivenDetails): PersonDetails => ({
  full_name: name,
  job_title: "",
  business_name: company,
  entries: [
    ...(phone === "" ? [] : [{ kind: "phone" as const, label: "", value: phone }]),
    ...(email === "" ? [] : [{ kind: "email" as const, label: "", value: email }]),
  ],
  note: message,
  tags: [],
})

/** What the giver read counts, even if the owner keeps details longer by now. @param read in the form; another number is none of ours */
export function agreedDays(today: number, read: number): number {
  const isOurs = RETENTION_DAYS.some((days) => days === read)
  const limits = [today, ...(isOurs ? [read] : [])].filter((days) => days > 0)
  return limits.length === 0 ? 0 : Math.min(...limits)
}

/** The sentence above the button. @param owner their name @param hasPlace the place is looked up and kept, too */
export function consentTo(owner: string, days: number, hasPlace: boolean): string {
  // The page is the same for everyone: it does not know who tapped a card.
  const details = `these details${hasPlace ? ", your city" : ""} and which card you tapped, if any,`
  const time =
    days === 0 ? "until you or they delete them" : `for ${RETENTIONS[days as RetentionDays] ?? `${days} days`}`
  return `By sending this, you agree that ${owner} may keep ${details} ${time}.`
}

export interface ExchangeOwner {
  username: string
  name: string
}

/** Whose card the visitor comes from. */
interface ExchangeTaker extends ExchangeOwner {
  /** the color of the card */
  accent: Accent
}

export interface ExchangeForm {
  state: "form"
  owner: ExchangeTaker
  consent: string
  /** the retention in that sentence, in days; 0: until it is deleted */
  kept_days: number
  values: GivenDetails
  errors: Partial<GivenDetails>
  /** why nothing was stored, if no field is to blame */
  problem?: string
}

/** What a page of the exchange shows. */
export type Exchange =
  | ExchangeForm
  | { state: "thanks"; owner: ExchangeTaker; hasEmail: boolean }
  | { state: "confirm"; token: string }
  | { state: "given"; token: string; people: GivenPerson[]; hasMore: boolean; done?: GivenAct }
  /** newest: what came with or after the email of the link; what was confirmed before stays. confirmed: by this link, earlier */
  | { state: "gone"; done?: "deleted" | "newest" | "confirmed" }

export type GivenAct = "confirmed" | "saved" | "deleted" | "missing"

/** What the giver sees of one of the people that they are. */
export interface GivenPerson {
  id: string
  /** null: the profile is not shown to visitors, or it is deleted */
  owner: ExchangeOwner | null
  given_at: string
  /** where the network they used is; may be empty */
  place: string
  /** they tapped a card before, and the owner sees which one */
  hasTapped: boolean
  kept_until: string | null
  values: GivenDetails
  errors: Partial<GivenDetails>
}
