// What reading a file for a profile answers, and the error that ends it with a sentence for people.
import type { ItemKind } from "../profile/items.ts"
import type { PublicProfile, SocialMedia } from "../profile/profile.ts"
import type { ServiceKey } from "../profile/services.ts"

type ImportedField = "full_name" | "job_title" | "business_name" | "business_phone" | "email" | "address" | "bio"

export interface ImportedItem {
  kind: ItemKind
  label: string
  value: string
  service: ServiceKey | ""
}

/** Every value satisfies the rules of the form, except for phone numbers, which are handed over as written. */
export interface ImportedContact {
  fields: Partial<Pick<PublicProfile, ImportedField>>
  social_media: SocialMedia
  items: ImportedItem[]
  /** the day since when the owner of the file knows them, `YYYY-MM-DD` */
  met?: string
  /** columns of a table that nothing here understands, where this person has something in them */
  unknown_columns?: string[]
  photo: { type: string; bytes: Uint8Array } | null
  /** sentences about what could not be taken */
  left_out: string[]
}

export interface Imported {
  format: "vcard" | "linktree" | "linkstack" | "csv" | "links"
  /** at least one; a contact file may hold several people */
  contacts: ImportedContact[]
}

/** Its message is a sentence of IMPORT. */
export class ImportError extends Error {
  override name = "ImportError"
}
