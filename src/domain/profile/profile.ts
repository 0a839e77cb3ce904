// What a profile is, and which part of it the world may see (specification section 3). The types follow from the schemas.
import * as z from "zod/mini"
import { FIELD } from "../messages.ts"
import { ACCENTS } from "./accent.ts"
import { PATTERNS } from "./banner-patterns.ts"
import { ITEM_KINDS } from "./items.ts"
import { NETWORKS } from "./links.ts"
import { GROUNDS, LAYOUTS } from "./look.ts"
import { SERVICE_KEYS } from "./services.ts"
import { CHOOSABLE_FIELDS, PLACES } from "./visibility.ts"

/** The website is stored beside the networks (section 3: keys seen in social_media). */
const socialMedia = z.partialRecord(z.enum(["website", ...NETWORKS]), z.string())
export type SocialMedia = z.infer<typeof socialMedia>

export const lookSchema = z.object({
  layout: z.enum(LAYOUTS, { error: FIELD.lookUnknown }),
  ground: z.enum(GROUNDS, { error: FIELD.lookUnknown }).check(z.describe("Paper, or the card's color.")),
  pattern: z.enum(["", ...PATTERNS], { error: FIELD.lookUnknown }).check(z.describe("Empty: the username decides.")),
})

/** As it is stored and as everyone receives it, in the owner's order. */
export const profileItemSchema = z.object({
  kind: z.enum(ITEM_KINDS),
  label: z.string().check(z.describe("For example Work, Mobile or Booking. Empty: the kind or the service names it.")),
  value: z
    .string()
    .check(z.describe("A link as an absolute URL, a date as `YYYY-MM-DD` or `--MM-DD`, everything else as text.")),
  service: z.enum(["", ...SERVICE_KEYS]).check(z.describe("The service that a link belongs to, if it is a known one.")),
  on_page: z.boolean(),
  in_contact: z.boolean(),
})
profileItemSchema.register(z.globalRegistry, { id: "ProfileItem" })

const moment = z.iso.datetime()

/** What anyone may see: exactly these fields leave the server for a public profile. */
export const publicProfileSchema = z.object({
  id: z.guid(),
  username: z.string(),
  full_name: z.string(),
  job_title: z.string(),
  business_name: z.string(),
  business_phone: z
    .string()
    .check(
      z.describe("As `(555) 123-4567` in the +1 area, as `+49 30 1234567` elsewhere, or as it was stored earlier."),
    ),
  email: z.string(),
  address: z.string(),
  bio: z.string(),
  profile_picture: z.string().check(z.describe("Address on this server, with a version (`?v=`), or empty.")),
  banner_picture: z.string().check(z.describe("The same for the picture across the top of the card.")),
  accent: z.enum(["", ...ACCENTS]).check(z.describe("The card's color. Empty: the username decides.")),
  look: lookSchema,
  social_media: socialMedia,
  profile_items: z.array(profileItemSchema),
  field_visibility: z
    .partialRecord(z.enum(CHOOSABLE_FIELDS), z.enum([...PLACES, "none"]))
    .check(z.describe("Fields that appear on the page only, in the saved contact only, or nowhere.")),
  is_indexed: z.boolean().check(z.describe("Whether search engines may list the page.")),
  takes_details: z.boolean().check(z.describe("Whether visitors may leave their details for the owner.")),
  updated_at: moment,
})
publicProfileSchema.register(z.globalRegistry, { id: "PublicProfile" })
export type PublicProfile = z.infer<typeof publicProfileSchema>

/**
 * Whether it has a name to show. What deactivating or a photo makes of an account that has not chosen one yet is no page: the id would
 * stand in its heading.
 */
export const hasName = ({ id, username, full_name }: Pick<PublicProfile, "id" | "username" | "full_name">): boolean =>
  full_name !== "" || username !== id

/** What its owner sees in addition. */
export const ownProfileSchema = z.extend(publicProfileSchema, {
  version: z.number().check(z.describe("Counts the saves of the form; for `If-Match`. Pictures do not change it.")),
  signin_email: z.string(),
  profile_url: z.string(),
  created_at: moment,
  deleted_at: z.nullable(moment),
  deletion_scheduled_at: z.nullable(moment),
  hidden_at: z.nullable(moment).check(z.describe("When a moderator hid it.")),
})
ownProfileSchema.register(z.globalRegistry, { id: "OwnProfile" })
export type OwnProfile = z.infer<typeof ownProfileSchema>
