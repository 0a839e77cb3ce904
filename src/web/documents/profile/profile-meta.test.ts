// What search engines and link previews learn about a profile.
import { expect, test } from "vitest"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { profileMeta } from "./profile-meta.ts"

const SITE = {
  name: "Meishi",
  origin: "https://cards.example",
  support_email: "help@cards.example",
  today: "2026-11-21",
  sign_up: "open" as const,
  sign_in: ["password"] as const,
  company_logins: [],
  taps: { kept_days: 365, has_places: false, credit: null },
}
const MIKA: PublicProfile = {
  id: "25233626-88e4-4a78-8862-4b2761e84e7d",
  username: "mika",
  full_name: "Mika Tanaka",
  job_title: "Ceramic artist",
  business_name: "Kawa Studio",
  business_phone: "",
  email: "",
  address: "",
  bio: "Quiet bowls.\nLoud kitchens.",
  profile_picture: "/files/profile-pictures/profiles/25233626/profile.jpg?v=1",
  banner_picture: "",
  accent: "",
  look: { layout: "classic", ground: "paper", pattern: "" },
  ...{ profile_items: [], field_visibility: {}, is_indexed: true, takes_details: false },
  social_media: {
    website: "https://kawa.example/",
    instagram: "https://instagram.com/kawa",
    tiktok: "javascript:alert(1)",
  },
  updated_at: "2026-11-21T03:29:05.141Z",
}
const metaOf = (changes: Partial<PublicProfile> = {}) => profileMeta({ ...MIKA, ...changes }, SITE)
const entries = (changes?: Partial<PublicProfile>) => Object.assign({}, ...metaOf(changes).map(flat))
const flat = (entry: object): object => {
  const { property, name, content, rel, href } = entry as Record<string, string>
  const key = property ?? name ?? rel
  return key === undefined ? entry : { [key]: content ?? href }
}

test("title, description, address and picture are absolute and the same for browser and preview", () => {
  expect(entries()).toMatchObject({
    title: "Mika Tanaka · Meishi",
    description: "Ceramic artist · Kawa Studio. Quiet bowls. Loud kitchens.",
    canonical: "https://cards.example/mika",
    alternate: "https://cards.example/mika.vcf",
    "og:type": "profile",
    "og:title": "Mika Tanaka · Meishi",
    "og:description": "Ceramic artist · Kawa Studio. Quiet bowls. Loud kitchens.",
    "og:url": "https://cards.example/mika",
    "og:site_name": "Meishi",
    "og:image": `https://cards.example/files/previews/mika.jpg?v=${Date.parse(MIKA.updated_at).toString(36)}`,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": "Mika Tanaka's card",
    "twitter:card": "summary_large_image",
    "profile:username": "mika",
  })
})

test("search engines read a person, with only those links that are links", () => {
  expect(entries()["script:ld+json"]).toEqual({
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url: "https://cards.example/mika",
    dateModified: "2026-11-21T03:29:05.141Z",
    mainEntity: {
      "@type": "Person",
      name: "Mika Tanaka",
      alternateName: "mika",
      identifier: MIKA.id,
      url: "https://cards.example/mika",
      jobTitle: "Ceramic artist",
      worksFor: { "@type": "Organization", name: "Kawa Studio" },
      description: "Quiet bowls.\nLoud kitchens.",
      image: `https://cards.example${MIKA.profile_picture}`,
      sameAs: ["https://kawa.example/", "https://instagram.com/kawa"],
    },
  })
})

test("an empty profile still has a title and a sentence, and is nobody's photo", () => {
  const bare = entries({
    full_name: "",
    job_title: "",
    business_name: "",
    bio: "",
    profile_picture: "",
    social_media: {},
  })
  expect(bare).toMatchObject({ title: "mika · Meishi", description: "mika's digital business card." })
  expect(bare["script:ld+json"].mainEntity).not.toHaveProperty("image")
})

test("a long text is cut between words, and never through a character", () => {
  const { description } = entries({ job_title: "", business_name: "", bio: `${"word ".repeat(31)}end🍵🍵🍵🍵🍵` })
  expect(description).toBe(`${"word ".repeat(31).trim()}…`)
})
