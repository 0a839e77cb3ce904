// The part of a profile that its card shows; the edit form's live preview has only this.
import type { PublicProfile } from "../../../domain/profile/profile.ts"

export type CardProfile = Omit<PublicProfile, "id" | "updated_at" | "is_indexed">

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
  social_media: {},
  profile_items: [],
  field_visibility: {},
}
