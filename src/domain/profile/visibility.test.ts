// Where a profile's details appear.
import { expect, test } from "vitest"
import type { ProfileItem } from "./items.ts"
import { type FieldVisibility, shownIn, withoutHidden } from "./visibility.ts"

const item = (value: string, on_page: boolean, in_contact: boolean): ProfileItem => ({
  ...{ kind: "text", label: "", value, service: "", on_page, in_contact },
})

const profile = (field_visibility: FieldVisibility) => ({
  ...{ full_name: "Anna", email: "anna@example.com", bio: "Hello" },
  social_media: { website: "https://anna.example", instagram: "https://instagram.com/anna" },
  profile_items: [
    item("both", true, true),
    item("page", true, false),
    item("contact", false, true),
    item("none", false, false),
  ],
  field_visibility,
})

test("everything appears in both places until its owner decides", () => {
  expect(shownIn("page", profile({}))).toMatchObject({ email: "anna@example.com", bio: "Hello" })
  expect(shownIn("contact", profile({})).social_media).toEqual(profile({}).social_media)
})

test("a field for one place is blank in the other", () => {
  const chosen = profile({ email: "contact", website: "page", instagram: "none" })
  expect(shownIn("page", chosen)).toMatchObject({
    email: "",
    bio: "Hello",
    social_media: { website: "https://anna.example" },
  })
  expect(shownIn("contact", chosen)).toMatchObject({ email: "anna@example.com", social_media: {} })
})

test("items appear where their switches say, in their order", () => {
  const values = (items: ProfileItem[]) => items.map(({ value }) => value)
  expect(values(shownIn("page", profile({})).profile_items)).toEqual(["both", "page"])
  expect(values(shownIn("contact", profile({})).profile_items)).toEqual(["both", "contact"])
  expect(values(withoutHidden(profile({})).profile_items)).toEqual(["both", "page", "contact"])
})

test("what appears nowhere does not leave, nor does the fact that it exists", () => {
  const leaving = withoutHidden(profile({ email: "none", bio: "contact", instagram: "none" }))
  expect(leaving).toMatchObject({ email: "", bio: "Hello", field_visibility: { bio: "contact" } })
  expect(leaving.social_media).toEqual({ website: "https://anna.example" })
})

test("a key that is no field of a profile changes nothing", () => {
  const odd = profile({ full_name: "none" } as FieldVisibility)
  expect(withoutHidden(odd).full_name).toBe("Anna")
})
