import { expect, test } from "vitest"
import { type OwnProfile, publicProfileSchema } from "../../domain/profile/profile.ts"
import { keepProfile, takeSavedProfile } from "./session-store.ts"

const MIKA: OwnProfile = {
  ...{ id: "0f8fad5b-d9cb-469f-a165-70867728950e", username: "mika", full_name: "Mika Tanaka", job_title: "" },
  version: 0,
  ...{ profile_items: [], field_visibility: {}, is_indexed: true, takes_details: false },
  ...{ business_name: "", business_phone: "", email: "", address: "", bio: "", social_media: {} },
  look: { layout: "classic", ground: "paper", pattern: "" },
  ...{ profile_picture: "", banner_picture: "", accent: "", updated_at: "2026-05-01T12:00:00.000Z" },
  ...{ signin_email: "mika@example.com", profile_url: "https://cards.example/mika" },
  ...{ created_at: "2026-05-01T12:00:00.000Z", deleted_at: null, deletion_scheduled_at: null, hidden_at: null },
}

test("a saved profile is passed on once, without what only its owner may see", () => {
  keepProfile(MIKA)
  const profile = takeSavedProfile("mika")
  expect(Object.keys(profile ?? {}).sort()).toEqual(Object.keys(publicProfileSchema.shape).sort())
  expect(takeSavedProfile("mika")).toBeNull()
})

test("the page of another profile gets nothing, and neither does any page after it", () => {
  keepProfile(MIKA)
  expect(takeSavedProfile("ren")).toBeNull()
  expect(takeSavedProfile("mika")).toBeNull()
})

test.each(["hidden_at", "deleted_at"])("a profile with %s is not shown to its owner either", (field) => {
  keepProfile({ ...MIKA, [field]: "2026-05-01T12:00:00.000Z" })
  expect(takeSavedProfile("mika")).toBeNull()
})
