// Calls that read a body or a query, each with every field that it accepts.
import { PASSWORD } from "../support/people.ts"
import type { CallerName, TestCaller } from "./callers.ts"
import { NOBODY } from "./inputs.ts"

export type Fields = Record<string, unknown>

export interface Call {
  route: string
  who: CallerName
  /** behind `?`: each value is text */
  query?: Record<string, string>
  body?: (caller: TestCaller, number: number) => Fields
  /** sent as an HTML form does, and answered with a page */
  isForm?: true
  /** what it answers when nothing is wrong */
  accepted: number
  /** once accepted, the caller has changed: the next request needs a new person */
  usesUp?: true
}

const passkey = (response: Fields): Fields => ({
  challenge_id: "1777636800.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  credential: { id: "AAAA", rawId: "AAAA", type: "public-key", response: { clientDataJSON: "e30", ...response } },
})

const newcomer = (number: number): Fields => ({
  email: `touch-${number}@example.com`,
  data: { username: `touch-${number}`, full_name: "Grace Hopper", invite: "0123456789abcdefghjkmnpqrs" },
})

export const CALLS: Call[] = [
  {
    route: "POST /auth/v1/signup",
    who: "anonymous",
    query: { redirect_to: "/card/abc" },
    body: (_caller, number) => ({
      email: `fuzz-${number}@example.com`,
      password: PASSWORD,
      data: {
        username: `fuzz-${number}`,
        full_name: "Grace Hopper",
        plan: { name: "free", tags: ["a"] },
        invite: "0123456789abcdefghjkmnpqrs",
      },
    }),
    accepted: 200,
  },
  {
    route: "POST /auth/v1/token",
    who: "anonymous",
    query: { grant_type: "password" },
    body: () => ({ email: "shown@example.com", password: PASSWORD }),
    accepted: 200,
  },
  {
    route: "POST /auth/v1/resend",
    who: "anonymous",
    query: { redirect_to: "/card/abc" },
    body: () => ({ type: "signup", email: "nobody@example.com" }),
    accepted: 200,
  },
  // Of an unknown link; what is read with one that works: pre-hijacking.test.ts.
  ...["", "/link", "/decline"].map(
    (path): Call => ({
      route: `POST /auth/v1/verify${path}`,
      who: "anonymous",
      body: () => ({ token_hash: "k3j9x0q7w2m5", type: "signup", password: PASSWORD }),
      accepted: 403,
    }),
  ),
  {
    route: "PUT /auth/v1/user",
    who: "user",
    body: () => ({ data: { theme: "dark", full_name: "Grace Hopper", phone: "555", nested: { tags: ["a"] } } }),
    accepted: 200,
  },
  // Of an unknown passkey; what is read with one that works: passkeys.test.ts.
  {
    route: "POST /auth/v1/passkeys/authentication/verify",
    who: "anonymous",
    body: () => passkey({ authenticatorData: "AAAA", signature: "AAAA", userHandle: "AAAA" }),
    accepted: 400,
  },
  {
    route: "POST /auth/v1/passkeys/identity-proof",
    who: "user",
    body: () => passkey({ authenticatorData: "AAAA", signature: "AAAA", userHandle: "AAAA" }),
    accepted: 400,
  },
  {
    route: "POST /auth/v1/passkeys/email-confirmation",
    who: "anonymous",
    body: () => ({
      token_hash: "k3j9x0q7w2m5",
      type: "signup",
      ...passkey({ authenticatorData: "AAAA", signature: "AAAA", userHandle: "AAAA" }),
    }),
    accepted: 403,
  },
  {
    route: "POST /auth/v1/passkeys/sign-up/options",
    who: "anonymous",
    body: (_caller, number) => newcomer(number),
    accepted: 200,
  },
  {
    route: "POST /auth/v1/passkeys/sign-up/verify",
    who: "anonymous",
    query: { redirect_to: "/card/abc" },
    body: (_caller, number) => ({
      ...newcomer(number),
      ...passkey({ attestationObject: "oWNmbXRkbm9uZQ", transports: ["usb"] }),
    }),
    accepted: 400,
  },
  {
    route: "POST /auth/v1/passkeys/registration/verify",
    who: "user",
    body: () => passkey({ attestationObject: "oWNmbXRkbm9uZQ", transports: ["usb"] }),
    accepted: 400,
  },
  {
    route: `PATCH /auth/v1/passkeys/${NOBODY}`,
    who: "user",
    body: () => ({ friendly_name: "Blue key" }),
    accepted: 404,
  },
  { route: "POST /auth/v1/recover", who: "anonymous", body: () => ({ email: "nobody@example.com" }), accepted: 200 },
  {
    route: "POST /api/availability",
    who: "anonymous",
    body: () => ({ username: "free-name", email: "free@example.com" }),
    accepted: 200,
  },
  {
    route: "POST /api/reports",
    who: "anonymous",
    body: () => ({ username: "shown", reason: "spam", detail: "Sells what it has not." }),
    accepted: 202,
  },
  {
    route: "POST /api/visits",
    who: "anonymous",
    body: () => ({ profile: crypto.randomUUID(), did: "view" }),
    accepted: 204,
  },
  {
    route: "PUT /api/profile",
    who: "user",
    body: () => ({
      full_name: "Grace Hopper",
      job_title: "Rear admiral",
      business_name: "Navy",
      business_phone: "+1 555 0100",
      email: "grace@example.com",
      address: "1 Harbour Road",
      bio: "Compilers.",
      accent: "",
      social_media: { website: "https://example.com", linkedin: "https://linkedin.com/in/grace" },
      profile_items: [
        { kind: "phone", label: "Mobile", value: "+1 555 0101", service: "", on_page: true, in_contact: true },
      ],
      field_visibility: { address: "contact" },
      is_indexed: false,
      takes_details: true,
      look: { layout: "vertical", ground: "ink", pattern: "waves" },
    }),
    accepted: 200,
  },
  {
    route: "POST /api/account/profiles",
    who: "user",
    body: (_caller, number) => ({ username: `fuzz-more-${number}`, full_name: "Grace Hopper" }),
    accepted: 201,
    usesUp: true,
  },
  {
    route: "POST /api/people",
    who: "user",
    body: () => ({
      full_name: "Ada Lovelace",
      job_title: "Analyst",
      business_name: "Engine Co",
      entries: [
        { kind: "email", label: "Work", value: "ada@example.com" },
        { kind: "date", label: "Birthday", value: "1815-12-10" },
      ],
      note: "Brings cards",
      tags: ["fair"],
      event: "Spring fair",
      source: "scanned",
      profile: "shown",
    }),
    accepted: 201,
  },
  {
    route: "GET /api/people",
    who: "user",
    query: { q: "ada", tag: "fair", event: "Spring fair", cursor: `1777636800000000_${NOBODY}` },
    accepted: 200,
  },
  ...["vcf", "csv"].map(
    (format): Call => ({
      route: `GET /api/people/export.${format}`,
      who: "user",
      query: { q: "ada", tag: "fair", event: "Spring fair", ids: `${NOBODY},${NOBODY}` },
      accepted: 200,
      usesUp: true,
    }),
  ),
  {
    route: "POST /api/people/taggings",
    who: "user",
    body: () => ({ ids: [NOBODY], add: ["fair"], remove: ["old"] }),
    accepted: 200,
  },
  { route: "POST /api/people/deletions", who: "user", body: () => ({ ids: [NOBODY] }), accepted: 200 },
  {
    route: "POST /api/people/merges",
    who: "user",
    body: () => ({ ids: [NOBODY, "2b0c6c2e-5a6e-4f0a-9c2e-0d4f3b1a7e55"] }),
    accepted: 404,
  },
  {
    route: "POST /api/people/separations",
    who: "user",
    body: () => ({ ids: [NOBODY, "2b0c6c2e-5a6e-4f0a-9c2e-0d4f3b1a7e55"] }),
    accepted: 204,
  },
  {
    route: `PUT /api/people/${NOBODY}`,
    who: "user",
    body: () => ({
      ...{ full_name: "Ada Lovelace", job_title: "Analyst", business_name: "Engine Co", note: "Brings cards" },
      entries: [{ kind: "email", label: "Work", value: "ada@example.com" }],
      tags: ["fair"],
      event: "Spring fair",
    }),
    accepted: 404,
  },
  {
    route: "POST /exchange/shown",
    who: "anonymous",
    isForm: true,
    body: (_caller, number) => ({
      name: "Ada Lovelace",
      phone: "+1 555 0100",
      email: `giver-${number}@example.com`,
      company: "Engine Co",
      message: "See you",
      kept_days: "0",
      subject: "",
    }),
    accepted: 200,
  },
  // Of an unknown link; what is read with one that works: given.test.ts.
  {
    route: "GET /exchange/my/details",
    who: "anonymous",
    isForm: true,
    query: { token: "k3j9x0q7w2m5" },
    accepted: 404,
  },
  {
    route: "POST /exchange/my/details",
    who: "anonymous",
    isForm: true,
    body: () => ({
      ...{ name: "Ada Lovelace", phone: "+1 555 0100", email: "ada@example.com", company: "", message: "" },
      token: "k3j9x0q7w2m5",
      act: "save",
      id: NOBODY,
    }),
    accepted: 404,
  },
  {
    route: "POST /api/exchange/shown",
    who: "user",
    body: ({ user_id }) => ({ profile_id: user_id }),
    accepted: 200,
    usesUp: true,
  },
  {
    route: "PUT /api/people-settings",
    who: "user",
    body: () => ({ retention_days: 30, event: "Fair", event_until: "2026-05-02T00:00:00.000Z", notices: "daily" }),
    accepted: 200,
  },
  {
    route: "PUT /api/account/cards/nosuchcard/profile",
    who: "user",
    body: ({ user_id }) => ({ profile_id: user_id }),
    accepted: 404,
  },
  {
    route: "PUT /api/account/cards/nosuchcard/nickname",
    who: "user",
    body: () => ({ nickname: "Wallet" }),
    accepted: 404,
  },
  {
    route: "GET /api/insights",
    who: "user",
    query: { days: "7", profile: NOBODY },
    accepted: 404,
  },
  {
    route: "POST /auth/v1/factors",
    who: "user",
    body: () => ({ factor_type: "totp", friendly_name: "Phone" }),
    accepted: 200,
    usesUp: true,
  },
  {
    route: "POST /auth/v1/factors",
    who: "user",
    body: () => ({ factor_type: "webauthn", friendly_name: "Key" }),
    accepted: 200,
    usesUp: true,
  },
  {
    route: "POST /api/account/identity-proof",
    who: "user",
    body: () => ({ password: PASSWORD }),
    accepted: 200,
  },
  { route: "GET /api/insights", who: "user", query: { days: "30" }, accepted: 200 },
  { route: "GET /api/account/cards", who: "user", query: { cursor: `1777636800000000_${NOBODY}` }, accepted: 200 },
  {
    route: "GET /api/admin/users",
    who: "admin",
    query: { q: "sho", status: "active", cursor: `1777636800000000_${NOBODY}` },
    accepted: 200,
  },
  { route: "GET /api/admin/cards", who: "admin", query: { q: "abc", status: "pending", cursor: "" }, accepted: 200 },
  {
    route: "GET /api/admin/audit",
    who: "admin",
    query: { action: "role.added", actor: "shown", subject: "shown", cursor: `10_${NOBODY}` },
    accepted: 200,
  },
  {
    route: "POST /api/admin/cards",
    who: "admin",
    body: () => ({ batch: crypto.randomUUID(), count: 2 }),
    accepted: 200,
  },
  {
    route: "POST /api/admin/card-changes",
    who: "admin",
    body: () => ({ change: "lost", card_ids: ["nosuchcard"] }),
    accepted: 200,
  },
  {
    route: "GET /api/admin/invitations",
    who: "admin",
    query: { cursor: `1777636800000000_${NOBODY}` },
    accepted: 200,
  },
  {
    route: "POST /api/admin/invitations",
    who: "admin",
    body: () => ({ email: "guest@example.com", send: true }),
    accepted: 201,
  },
  {
    route: "GET /api/moderation/reports",
    who: "moderator",
    query: { cursor: `1777636800000000_${NOBODY}` },
    accepted: 200,
  },
  {
    route: "GET /api/moderation/hidden",
    who: "moderator",
    query: { cursor: `1777636800000000_${NOBODY}` },
    accepted: 200,
  },
  {
    route: "PUT /auth/v1/user",
    who: "user",
    body: () => ({ password: "a quieter harbour", current_password: PASSWORD }),
    accepted: 200,
    usesUp: true,
  },
  {
    route: "POST /api/functions/delete-user-account",
    who: "user",
    body: ({ user_id }) => ({ user_id }),
    accepted: 200,
    usesUp: true,
  },
  {
    route: "POST /api/functions/reactivate-user-account",
    who: "deactivated",
    body: ({ user_id }) => ({ user_id }),
    accepted: 200,
    usesUp: true,
  },
  {
    route: "POST /api/account/deletion",
    who: "deactivated",
    body: () => ({ password: PASSWORD }),
    accepted: 200,
    usesUp: true,
  },
]
