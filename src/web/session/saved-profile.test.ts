import { expect, test } from "vitest"
import { type OwnProfile, publicProfileSchema } from "../../domain/profile/profile.ts"
import { handOverProfile, takeSavedProfile } from "./saved-profile.ts"

const MIKA: OwnProfile = {
  ...{ id: "0f8fad5b-d9cb-469f-a165-70867728950e", username: "mika", full_name: "Mika Tanaka", job_title: "" },
  ...{ business_name: "", business_phone: "", email: "", address: "", bio: "", social_media: {} },
  ...{ profile_picture: "", banner_picture: "", accent: "", updated_at: "2026-05-01T12:00:00.000Z" },
  ...{ signin_email: "mika@example.com", profile_url: "https://cards.example/mika" },
  ...{ created_at: "2026-05-01T12:00:00.000Z", deleted_at: null, deletion_scheduled_at: null, hidden_at: null },
}

test("a saved profile is passed on once, without what only its owner may see", () => {
  handOverProfile(MIKA)
  const profile = takeSavedProfile("mika")
  expect(Object.keys(profile ?? {}).sort()).toEqual(Object.keys(publicProfileSchema.shape).sort())
  expect(takeSavedProfile("mika")).toBeNull()
})

test("the page of another profile gets nothing, and neither does any page after it", () => {
  handOverProfile(MIKA)
  expect(takeSavedProfile("ren")).toBeNull()
  expect(takeSavedProfile("mika")).toBeNull()
})

test.each(["hidden_at", "deleted_at"])("a profile with %s is not shown to its owner either", (field) => {
  handOverProfile({ ...MIKA, [field]: "2026-05-01T12:00:00.000Z" })
  expect(takeSavedProfile("mika")).toBeNull()
})
