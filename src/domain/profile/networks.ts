// The social networks that a profile may link to (specification section 3).

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
