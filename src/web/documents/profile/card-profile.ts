// The part of a profile that its card shows; the edit form's live preview has only this.
import { CLASSIC } from "../../../domain/profile/look.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"

export type CardProfile = Omit<PublicProfile, "id" | "updated_at" | "is_indexed" | "takes_details">

export const EMPTY_CARD: Omit<CardProfile, "username" | "full_name"> = {
  job_title: "",
  business_name: "",
  business_phone: "",
  email: "",
  address: "",
  bio: "",
  profile_picture: "",
  banner_picture: "",
  accent: "",
  look: CLASSIC,
  social_media: {},
  profile_items: [],
  field_visibility: {},
}
