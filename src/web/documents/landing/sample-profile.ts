// The people on the landing page's cards. Invented, with reserved domains and numbers. Their pictures are drawn by
// scripts/site-pictures.ts.
import { type CardProfile, EMPTY_CARD } from "../profile/card-profile.ts"
import alejandra from "./sample-alejandra.webp?no-inline"
import alejandraBanner from "./sample-alejandra-banner.webp?no-inline"
import mika from "./sample-mika.webp?no-inline"
import omar from "./sample-omar.webp?no-inline"

/** On the phone: a complete profile. */
export const SAMPLE: CardProfile = {
  ...EMPTY_CARD,
  username: "mika",
  full_name: "Mika Tanaka",
  job_title: "Ceramic artist",
  business_name: "Kawa Studio",
  business_phone: "4155550132",
  email: "mika@kawa.example",
  bio: "Quiet bowls for loud kitchens.",
  profile_picture: mika,
  accent: "vermilion",
  social_media: {
    website: "https://kawa.example",
    instagram: "https://instagram.com/studio-kawa.example",
    youtube: "https://youtube.com/@studio-kawa.example",
    pinterest: "https://pinterest.com/studio-kawa.example",
  },
}

/** Side by side: with a banner and a photo, without pictures, and right-to-left. */
export const OTHERS: readonly CardProfile[] = [
  {
    ...EMPTY_CARD,
    username: "alejandra",
    full_name: "Alejandra Fernández",
    job_title: "Head of Climate Research",
    business_name: "Pacific Institute for Coastal Resilience",
    bio: "I measure what the sea is up to.",
    profile_picture: alejandra,
    banner_picture: alejandraBanner,
    accent: "teal",
    social_media: {
      linkedin: "https://www.linkedin.com/in/alejandra.example",
      bluesky: "https://bsky.app/profile/alejandra.example",
      twitter: "https://x.com/alejandra.example",
      youtube: "https://www.youtube.com/@alejandra.example",
    },
  },
  {
    ...EMPTY_CARD,
    username: "noah-lind",
    full_name: "Noah Lindqvist",
    job_title: "Joiner and boat builder",
    business_name: "Lindqvist & Daughters",
    bio: "Wood, water, patience.",
    accent: "indigo",
    social_media: {
      instagram: "https://instagram.com/noah.example",
      facebook: "https://facebook.com/noah.example",
      pinterest: "https://pinterest.com/noah.example",
    },
  },
  {
    ...EMPTY_CARD,
    username: "omar",
    full_name: "عمر حداد",
    job_title: "محمّص قهوة",
    business_name: "قمر للقهوة",
    bio: "نحمّص كميات صغيرة ونطيل الحديث.",
    profile_picture: omar,
    accent: "ochre",
    social_media: {
      instagram: "https://instagram.com/omar.example",
      tiktok: "https://tiktok.com/@omar.example",
      facebook: "https://facebook.com/omar.example",
    },
  },
]
