// What a profile is: its fields, its social networks, and which part of it the world may see (specification section 3).
import type { ChosenAccent } from "./accent.ts"

export const NETWORKS = [
  "instagram",
  "facebook",
  "tiktok",
  "twitter",
  "bluesky",
  "pinterest",
  "linkedin",
  "youtube",
] as const
export type Network = (typeof NETWORKS)[number]

/** As the edit form names them (specification section 2). */
export const NETWORK_LABEL: Record<Network, string> = {
  instagram: "Instagram",
  facebook: "Facebook",
  tiktok: "TikTok",
  twitter: "X (formerly Twitter)",
  bluesky: "Bluesky",
  pinterest: "Pinterest",
  linkedin: "LinkedIn",
  youtube: "YouTube",
}

/** The website is stored beside the networks (section 3: keys seen in social_media). */
export type SocialMedia = Partial<Record<Network | "website", string>>

/** What anyone may see: exactly these fields leave the server for a public profile. */
export interface PublicProfile {
  id: string
  username: string
  full_name: string
  job_title: string
  business_name: string
  business_phone: string
  email: string
  address: string
  bio: string
  /** address on this server, with a version (`?v=`), or empty */
  profile_picture: string
  /** the same for the picture across the top of the card */
  banner_picture: string
  accent: ChosenAccent
  social_media: SocialMedia
  /** ISO 8601 */
  updated_at: string
}

/** What a contact card is made of; a page holds it, so that saving needs no further request. */
export type ContactFields = Omit<PublicProfile, "banner_picture" | "accent">

export const contactFields = ({ banner_picture: _, accent: __, ...fields }: PublicProfile): ContactFields => fields

/** What its owner sees besides. Dates are ISO 8601. */
export interface OwnProfile extends PublicProfile {
  signin_email: string
  profile_url: string
  created_at: string
  deleted_at: string | null
  deletion_scheduled_at: string | null
  /** since when a moderator keeps it from view */
  hidden_at: string | null
}
