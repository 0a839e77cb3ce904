// Profiles: what anyone may fetch, and what people do with their own.
import * as z from "zod/mini"
import { IMAGE_TYPES } from "../domain/limits.ts"
import { newProfileForm } from "../domain/profile/new-profile.ts"
import { ownProfileSchema, publicProfileSchema } from "../domain/profile/profile.ts"
import { profilePayload } from "../domain/profile/profile-form.ts"
import type { Endpoints } from "./endpoint.ts"
import { count, success } from "./fields.ts"

const photo = z.object({ profile_picture: z.string() })
const banner = z.object({ banner_picture: z.string() })

/** A new version makes a new address, so that no cache answers with the old picture. */
const version = z.object({ v: z.optional(z.string()) })
const webFingerQuery = z.object({
  resource: z.optional(z.string().check(z.describe("`acct:username@host`, or the address of the profile."))),
  rel: z.optional(z.string().check(z.describe("Only links of this kind; may be given several times."))),
})
const ownPicture = { caller: "user", query: version, file: "image/*" } as const

const profile = z.object({ profile: ownProfileSchema })

/** All profiles of an account, the first one included: its id is the user's id. */
const accountProfileEndpoints = {
  "GET /api/account/profiles": {
    summary: "Your profiles: the first one, then the others in the order in which you created them.",
    caller: "user",
    answer: z.object({
      profiles: z.array(ownProfileSchema),
      max: count.check(z.describe("How many an account may have on this site.")),
    }),
  },
  "POST /api/account/profiles": {
    summary: "Creates an additional profile at its own address.",
    caller: "user",
    form: newProfileForm(),
    answer: profile,
    status: 201,
  },
  "GET /api/account/profiles/{id}": { summary: "One of your profiles.", caller: "user", answer: profile },
  "PUT /api/account/profiles/{id}": {
    summary: "Changes one of your profiles, as `PUT /api/profile` changes the first one.",
    caller: "user",
    form: profilePayload(),
    ifMatch: "profile_changed",
    answer: profile,
  },
  "DELETE /api/account/profiles/{id}": {
    summary:
      "Deletes an additional profile with its pictures and insights. Its address is free again; its cards open your first profile.",
    caller: "user",
    answer: success,
  },
  "GET /api/account/profiles/{id}/photo": { summary: "The photo of one of your profiles.", ...ownPicture },
  "PUT /api/account/profiles/{id}/photo": {
    summary: "Replaces the photo of one of your profiles. The answer has its new address.",
    caller: "user",
    upload: IMAGE_TYPES,
    answer: photo,
  },
  "DELETE /api/account/profiles/{id}/photo": {
    summary: "Removes the photo of one of your profiles.",
    caller: "user",
    answer: photo,
  },
  "GET /api/account/profiles/{id}/banner": { summary: "The banner picture of one of your profiles.", ...ownPicture },
  "PUT /api/account/profiles/{id}/banner": {
    summary: "Replaces the banner picture of one of your profiles. The answer has its new address.",
    caller: "user",
    upload: IMAGE_TYPES,
    answer: banner,
  },
  "DELETE /api/account/profiles/{id}/banner": {
    summary: "Removes the banner picture of one of your profiles.",
    caller: "user",
    answer: banner,
  },
} as const satisfies Endpoints

export const profileEndpoints = {
  "GET /api/profiles/{key}": {
    summary: "A public profile, by username or by id.",
    caller: "anyone",
    answer: z.object({ profile: publicProfileSchema }),
  },
  "GET /{username}.vcf": {
    summary:
      "The contact card (vCard 3.0) of a public profile. The page itself returns it if `Accept` prefers `text/vcard` to `text/html`.",
    caller: "anyone",
    file: "text/vcard",
  },
  "GET /{username}.json": {
    summary: "A public profile by username: what its page and its contact show.",
    caller: "anyone",
    answer: publicProfileSchema,
  },
  "GET /.well-known/webfinger": {
    summary: "Where the profile of `acct:username@host` is (WebFinger, RFC 7033).",
    caller: "anyone",
    query: webFingerQuery,
    file: "application/jrd+json",
  },
  "GET /.well-known/change-password": {
    summary: "Where password managers find the form for a new password.",
    caller: "anyone",
    file: "text/html",
    also: { 302: "The settings page, which asks people to sign in first." },
  },
  "GET /files/profile-pictures/profiles/{user_id}/{name}": {
    summary: "A picture of a public profile. The id is the profile's, which for the first one is its user's.",
    caller: "anyone",
    file: "image/*",
  },
  "GET /files/previews/{username}.jpg": {
    summary: "The picture of a public profile for link previews.",
    caller: "anyone",
    file: "image/jpeg",
  },
  "PUT /api/profile": {
    summary:
      "Creates or changes your profile. Fields that are not given stay as they are. With `If-Match`, only the version it names is changed.",
    caller: "user",
    form: profilePayload(),
    ifMatch: "profile_changed",
    answer: profile,
  },
  "GET /api/profile/photo": { summary: "Your photo.", ...ownPicture },
  "PUT /api/profile/photo": {
    summary: "Replaces your photo. The answer has its new address.",
    caller: "user",
    upload: IMAGE_TYPES,
    answer: photo,
  },
  "DELETE /api/profile/photo": { summary: "Removes your photo.", caller: "user", answer: photo },
  "GET /api/profile/banner": { summary: "Your banner picture.", ...ownPicture },
  "PUT /api/profile/banner": {
    summary: "Replaces your banner picture. The answer has its new address.",
    caller: "user",
    upload: IMAGE_TYPES,
    answer: banner,
  },
  "DELETE /api/profile/banner": { summary: "Removes your banner picture.", caller: "user", answer: banner },
  ...accountProfileEndpoints,
} as const satisfies Endpoints
