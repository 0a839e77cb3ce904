// The validation rules of a profile (specification section 5), for the edit form and the server.
import * as z from "zod/mini"
import { isEmailAddress } from "../account/email-address.ts"
import { personName, shortText, text } from "../forms.ts"
import { lazy } from "../lazy.ts"
import { FIELD_MAX, PROFILE_ITEMS_MAX } from "../limits.ts"
import { FIELD, ITEM } from "../messages.ts"
import { maxLength, onceFine } from "../text/text-length.ts"
import { manyLines } from "../text/visible-text.ts"
import { ACCENTS } from "./accent.ts"
import { ITEM_KINDS, itemValue, type ProfileItem } from "./items.ts"
import { NETWORKS, type Network } from "./links.ts"
import { lookSchema, type SocialMedia } from "./profile.ts"
import { SERVICE_KEYS } from "./services.ts"
import { isLink } from "./typed-links.ts"
import { CHOOSABLE_FIELDS, PLACES } from "./visibility.ts"

/** An http(s) address, or empty. */
const link = () =>
  z.pipe(
    text(FIELD.urlInvalid),
    z
      .string()
      .check(
        maxLength(FIELD_MAX.url, FIELD.tooLong),
        onceFine(z.refine((typed) => typed === "" || isLink(typed), FIELD.urlInvalid)),
      ),
  )

const links = <Shape>(shape: Shape): Record<Network | "website", Shape> =>
  Object.fromEntries(["website", ...NETWORKS].map((key) => [key, shape])) as Record<Network | "website", Shape>

const contactEmail = () =>
  z.pipe(
    text(FIELD.contactEmailInvalid),
    z.string().check(z.refine((typed) => typed === "" || isEmailAddress(typed), FIELD.contactEmailInvalid)),
  )

const profileName = () => personName(FIELD.nameRequired)

const otherFields = () => ({
  job_title: shortText(FIELD_MAX.job_title),
  business_name: shortText(FIELD_MAX.business_name),
  business_phone: shortText(FIELD_MAX.business_phone),
  email: contactEmail(),
  address: shortText(FIELD_MAX.address, manyLines),
  bio: shortText(FIELD_MAX.bio, manyLines),
  accent: z.enum(["", ...ACCENTS], { error: FIELD.accentUnknown }),
})

const profileItem = () =>
  z.pipe(
    z.strictObject(
      {
        kind: z.enum(ITEM_KINDS, { error: ITEM.invalid }),
        label: shortText(FIELD_MAX.item_label),
        value: text(FIELD.notText),
        service: z.enum(["", ...SERVICE_KEYS], { error: ITEM.invalid }),
        on_page: z.boolean({ error: ITEM.invalid }),
        in_contact: z.boolean({ error: ITEM.invalid }),
      },
      { error: ITEM.invalid },
    ),
    z.transform((typed, context): ProfileItem => {
      const result = itemValue(typed.kind, typed.value, typed.service)
      if (!("problem" in result)) return { ...typed, ...result }
      context.issues.push({ code: "custom", message: result.problem, input: typed.value, path: ["value"] })
      return z.NEVER
    }),
  )

/** What an owner decides beyond the specification's fields. */
const ownChoices = () => ({
  profile_items: z
    .array(profileItem(), { error: ITEM.invalid })
    .check(z.refine((items) => items.length <= PROFILE_ITEMS_MAX, ITEM.tooMany)),
  field_visibility: z.partialRecord(z.enum(CHOOSABLE_FIELDS), z.enum([...PLACES, "none"]), { error: ITEM.invalid }),
  is_indexed: z.boolean({ error: ITEM.invalid }),
  takes_details: z.boolean({ error: ITEM.invalid }),
  look: z.strictObject(lookSchema.shape, { error: FIELD.lookUnknown }),
})

/** The edit form keeps social links as flat fields (specification section 3). */
export const profileForm = lazy(() =>
  z.object({ full_name: profileName(), ...otherFields(), ...links(link()), ...ownChoices() }),
)

const socialMedia = () =>
  z.pipe(
    z.strictObject(links(z.optional(link())), { error: FIELD.urlInvalid }),
    z.transform(
      (given): SocialMedia =>
        Object.fromEntries(Object.entries(given).filter(([, address]) => address !== undefined && address !== "")),
    ),
  )

/**
 * What is saved: the same fields with the links grouped under social_media, empty ones dropped.
 * A field that is not given stays as it is; any other key of the body (id, username, roles …) is not read.
 */
export const profilePayload = lazy(() =>
  z.extend(z.partial(z.object({ ...otherFields(), ...ownChoices() })), {
    full_name: profileName(),
    social_media: z.optional(socialMedia()),
  }),
)

export type ProfileForm = z.infer<ReturnType<typeof profileForm>>
export type ProfilePayload = z.infer<ReturnType<typeof profilePayload>>
