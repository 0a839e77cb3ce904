// The person on the landing page's card. Invented: the domain and the number belong to nobody.
import type { CardProfile } from "../profile/card-profile.ts"

export const SAMPLE: CardProfile = {
  username: "mika-t",
  full_name: "Mika Tanaka",
  job_title: "Ceramic artist",
  business_name: "Studio Kawa",
  business_phone: "5550142233",
  email: "mika@studio-kawa.example",
  address: "",
  bio: "Cups and bowls for everyday tables.",
  profile_picture: "",
  banner_picture: "",
  accent: "",
  social_media: {
    website: "https://studio-kawa.example",
    instagram: "https://instagram.com/studio-kawa.example",
    youtube: "https://youtube.com/@studio-kawa.example",
    pinterest: "https://pinterest.com/studio-kawa.example",
  },
}
