import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { fieldErrors, loginForm, passwordChangeForm, resetForm, signupFields, signupForm } from "./forms.ts"
import { NETWORKS } from "./profile/links.ts"
import { profileForm, profilePayload } from "./profile/profile-form.ts"

/** The sentence a field is refused with, or null when the form is taken. */
function sentence(schema: z.core.$ZodType, form: unknown, field: string): string | null {
  const result = z.safeParse(schema, form)
  return result.success ? null : (fieldErrors(result.error)[field] ?? "another field was refused")
}

const LOGIN = { email: "anna@example.com", password: "secret" }
const SIGNUP = {
  username: "anna",
  fullName: "Anna",
  email: "anna@example.com",
  password: "long enough",
  confirmPassword: "long enough",
  termsAgreed: true,
}
const PAYLOAD = { full_name: "Anna Meier" }
const FORM = {
  ...{ profile_items: [], field_visibility: {}, is_indexed: true, takes_details: false },
  look: { layout: "classic", ground: "paper", pattern: "" },
  ...{
    full_name: "Anna",
    job_title: "",
    business_name: "",
    business_phone: "",
    email: "",
    address: "",
    bio: "",
    accent: "",
  },
  ...Object.fromEntries(["website", ...NETWORKS].map((key) => [key, ""])),
}

describe("login", () => {
  it.each([
    [{}, "email", null],
    [{ email: "anna" }, "email", "Please enter a valid email address"],
    [{ email: "" }, "email", "Please enter a valid email address"],
    [{ email: 5 }, "email", "Please enter a valid email address"],
    [{ email: `${"a".repeat(250)}@example.com` }, "email", "Please enter a valid email address"],
    [{ password: "12345" }, "password", "Password must be at least 6 characters"],
    [{ password: null }, "password", "Password must be at least 6 characters"],
    [{ password: "123456" }, "password", null],
  ])("%j: %s %j", (change, field, expected) => {
    expect(sentence(loginForm(), { ...LOGIN, ...change }, field)).toBe(expected)
  })
})

describe("sign-up", () => {
  const CHARACTERS = "Username can only contain lowercase letters, numbers, underscores and hyphens"
  const TERMS = "You must agree to the terms, privacy policy, and acceptable use policy"
  it.each([
    [{}, "username", null],
    [{ username: "an" }, "username", "Username must be at least 3 characters"],
    [{ username: "" }, "username", "Username must be at least 3 characters"],
    [{ username: {} }, "username", "Username must be at least 3 characters"],
    [{ username: "Anna" }, "username", CHARACTERS],
    [{ username: "anna meier" }, "username", CHARACTERS],
    [{ username: "anna.meier" }, "username", CHARACTERS],
    [{ username: "änna" }, "username", CHARACTERS],
    [{ username: "anna\n" }, "username", CHARACTERS],
    [{ username: "a_-9" }, "username", null],
    [{ username: "a".repeat(40) }, "username", null],
    [{ username: "a".repeat(41) }, "username", "Username must be at most 40 characters"],
    [{ username: "settings" }, "username", "This username is reserved. Please choose a different username."],
    [{ username: "api" }, "username", "This username is reserved. Please choose a different username."],
    [
      { username: "0190c5d0-1111-7000-8000-000000000001" },
      "username",
      "This username is reserved. Please choose a different username.",
    ],
    [{ fullName: "A" }, "fullName", "Full name must be at least 2 characters"],
    [{ fullName: "  A  " }, "fullName", "Full name must be at least 2 characters"],
    [{ fullName: "Al" }, "fullName", null],
    [{ email: "anna@" }, "email", "Please enter a valid email address"],
    [{ email: " anna@example.com " }, "email", null],
    [{ password: "1234567", confirmPassword: "1234567" }, "password", "Password must be at least 8 characters"],
    [{ password: "p".repeat(64), confirmPassword: "p".repeat(64) }, "password", null],
    [{ confirmPassword: "something else" }, "confirmPassword", "Passwords don't match"],
    [{ confirmPassword: "" }, "confirmPassword", "Passwords don't match"],
    [{ password: "", confirmPassword: "" }, "confirmPassword", "Please confirm your password"],
    [{ termsAgreed: false }, "termsAgreed", TERMS],
  ])("%j: %s %j", (change, field, expected) => {
    expect(sentence(signupForm(), { ...SIGNUP, ...change }, field)).toBe(expected)
  })

  it("the server needs no confirmation, and reads nothing that gives rights", () => {
    const body = { ...SIGNUP, role: "admin", id: "1", verified: true, deleted_at: null }
    expect(z.parse(signupFields(), body)).toEqual({
      username: "anna",
      fullName: "Anna",
      email: "anna@example.com",
      password: "long enough",
    })
  })
})

describe("a changed password", () => {
  const eight = "Password must be at least 8 characters"
  it.each([
    ["vq7#x", "Password must be at least 6 characters", "Password must be at least 6 characters long"],
    ["vq7#xk", eight, eight],
    ["vq7#xk2", eight, eight],
    ["vq7#xk2w", null, null],
    ["v".repeat(1001), "This is too long", "This is too long"],
  ])("%s", (newPassword, changed, reset) => {
    const form = { currentPassword: "the old one", newPassword, confirmPassword: newPassword }
    expect(sentence(passwordChangeForm(), form, "newPassword")).toBe(changed)
    expect(sentence(resetForm(), form, "newPassword")).toBe(reset)
  })
})

describe("the profile form", () => {
  it.each([
    [{}, "full_name", null],
    [{ full_name: "A" }, "full_name", "Name is required"],
    [{ full_name: "   " }, "full_name", "Name is required"],
    [{ full_name: "\u0000\u0000A" }, "full_name", "Name is required"],
    [{ full_name: "Al" }, "full_name", null],
    [{ full_name: "A".repeat(101) }, "full_name", "This is too long"],
    [{ email: "anna" }, "email", "Please enter a valid email"],
    [{ email: "anna@example.com" }, "email", null],
    [{ bio: "b".repeat(1001) }, "bio", "This is too long"],
    [{ bio: "b".repeat(1000) }, "bio", null],
    ...["website", ...NETWORKS].flatMap((key): [object, string, string | null][] => [
      [{ [key]: "https://example.com/anna" }, key, null],
      [{ [key]: "example.com" }, key, "Please enter a valid URL"],
      [{ [key]: "javascript:alert(1)" }, key, "Please enter a valid URL"],
    ]),
    [{ accent: "indigo" }, "accent", null],
    [{ look: { layout: "vertical", ground: "ink", pattern: "" } }, "look.layout", null],
    [{ look: { layout: "huge", ground: "ink", pattern: "" } }, "look.layout", "Please choose one of the looks"],
    [
      { look: { layout: "classic", ground: "ink", pattern: "stripes" } },
      "look.pattern",
      "Please choose one of the looks",
    ],
    [{ look: null }, "look", "Please choose one of the looks"],
    ...["red", "Indigo", "#fff", "__proto__", " pine", null, 5, ["pine"]].map((accent): [object, string, string] => [
      { accent },
      "accent",
      "Please choose one of the colors",
    ]),
    [{ website: "data:text/html,x" }, "website", "Please enter a valid URL"],
    [{ website: "https://user:pw@example.com" }, "website", "Please enter a valid URL"],
    [{ website: `https://example.com/${"a".repeat(500)}` }, "website", "This is too long"],
  ])("%j: %s %j", (change, field, expected) => {
    expect(sentence(profileForm(), { ...FORM, ...change }, field)).toBe(expected)
  })
})

describe("what is saved", () => {
  it("is the form with its links grouped, trimmed, without the empty ones", () => {
    const body = { ...PAYLOAD, bio: " Hi ", social_media: { website: " ", linkedin: " https://linkedin.com/in/a " } }
    expect(z.parse(profilePayload(), body)).toEqual({
      full_name: "Anna Meier",
      bio: "Hi",
      social_media: { linkedin: "https://linkedin.com/in/a" },
    })
  })

  it("names a link by its place in the body", () => {
    const body = { ...PAYLOAD, social_media: { twitter: "javascript:alert(1)" } }
    expect(sentence(profilePayload(), body, "social_media.twitter")).toBe("Please enter a valid URL")
  })

  it("lets no key through that is not a profile's", () => {
    const body = JSON.parse(
      '{"full_name":"Anna","id":"x","username":"root","signin_email":"x","roles":["admin"],"deleted_at":null,"profile_picture":"x","__proto__":{"bio":"x"},"constructor":{"prototype":{}}}',
    )
    const saved = z.parse(profilePayload(), body)
    expect(Object.keys(saved)).toEqual(["full_name"])
    expect(Object.getPrototypeOf(saved)).toBe(Object.prototype)
  })

  it.each([
    '{"__proto__":{"website":"https://a.example"}}',
    '{"myspace":"https://a.example"}',
    "[]",
    "null",
    '"x"',
    "5",
  ])("refuses %s as social_media", (social_media) => {
    const body = { ...PAYLOAD, social_media: JSON.parse(social_media) }
    expect(z.safeParse(profilePayload(), body).success).toBe(false)
  })

  it("holds nothing the database would refuse: no NUL, no half characters", () => {
    const body = { full_name: "Anna", bio: "\u0000\ud800", social_media: { website: "https://a.example/\udc00" } }
    expect(z.parse(profilePayload(), body)).toEqual({
      full_name: "Anna",
      bio: "\ufffd",
      social_media: { website: "https://a.example/\ufffd" },
    })
    expect(sentence(profilePayload(), { ...PAYLOAD, full_name: "An\u0000na" }, "full_name")).toBe(
      "Full name can't contain line breaks or invisible control characters",
    )
  })

  it.each([[[]], [null], ["x"], [5], [undefined]])("refuses %j as a whole", (body) => {
    expect(z.safeParse(profilePayload(), body).success).toBe(false)
  })

  it.each(["job_title", "business_name", "business_phone", "address", "bio"])("%s must be text", (field) => {
    expect(sentence(profilePayload(), { ...PAYLOAD, [field]: { a: 1 } }, field)).toBe("This must be text")
    expect(sentence(profilePayload(), { ...PAYLOAD, [field]: ["x"] }, field)).toBe("This must be text")
  })
})

describe("a text that is too long", () => {
  it("is looked at no further, and every other field is", () => {
    const form = { ...SIGNUP, username: "!".repeat(500), confirmPassword: "another one" }
    const result = z.safeParse(signupForm(), form)
    expect(result.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["username", "Username must be at most 40 characters"],
      ["confirmPassword", "Passwords don't match"],
    ])
  })

  it("is one mistake of its field, in every link, and in a name that would be another one", () => {
    const links = Object.fromEntries(["website", ...NETWORKS].map((key) => [key, "no link".repeat(100)]))
    const result = z.safeParse(profileForm(), { ...FORM, ...links, full_name: "\u202e".repeat(200) })
    expect(result.error?.issues.map(({ message }) => message)).toEqual(Array(10).fill("This is too long"))
  })
})
