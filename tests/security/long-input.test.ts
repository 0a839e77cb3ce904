// Every function that reads input of strangers takes time in proportion to its length. A quadratic one would need sixteen times as
// long for four times the input, and on 40 kB hold the process for seconds.
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { deviceName } from "../../src/domain/account/device.ts"
import { isEmailAddress } from "../../src/domain/account/email-address.ts"
import { confirmsDeactivation } from "../../src/domain/account/lifecycle.ts"
import { userListQuery } from "../../src/domain/account/user-forms.ts"
import { auditQuery } from "../../src/domain/audit/audit-query.ts"
import { cardCountOf, isCardId, withoutAddress } from "../../src/domain/card/card.ts"
import { cardListQuery, reassignForm } from "../../src/domain/card/card-forms.ts"
import { formatInternational, internationalPhone } from "../../src/domain/contact/international-phone.ts"
import { initials, splitName } from "../../src/domain/contact/names.ts"
import { displayPhone, formatPhone, telHref } from "../../src/domain/contact/phone.ts"
import { caretAfterFormat, formatTyped, plainPhone } from "../../src/domain/contact/typed-phone.ts"
import { contactFileName, smallVcard, vcard } from "../../src/domain/contact/vcard.ts"
import { codeForm, dismissForm, loginForm, recoveryCodeForm, reportForm, signupForm } from "../../src/domain/forms.ts"
import { cleanPlace } from "../../src/domain/insights/insights.ts"
import { isReservedName, isUuid, ownPath } from "../../src/domain/paths.ts"
import { contactFields } from "../../src/domain/profile/contact-fields.ts"
import type { ProfileItem } from "../../src/domain/profile/items.ts"
import { displayUrl, httpUrl } from "../../src/domain/profile/links.ts"
import type { PublicProfile } from "../../src/domain/profile/profile.ts"
import { profileForm, profilePayload } from "../../src/domain/profile/profile-form.ts"
import { isLink, withScheme } from "../../src/domain/profile/typed-links.ts"
import { csv } from "../../src/domain/text/csv.ts"
import { fromPunycode } from "../../src/domain/text/punycode.ts"
import { manyLines, nameProblem, oneLine, readableName, sentLines } from "../../src/domain/text/visible-text.ts"
import { chooseEncoding } from "../../src/server/delivery/pages/compress.ts"
import { tidyPath } from "../../src/server/delivery/pages/pages.ts"
import { passwordWeakness } from "../../src/server/features/auth/credentials/known-words/known-words.ts"
import { normalizedIp } from "../../src/server/platform/http/client-ip.ts"
import { matchesEtag } from "../../src/server/platform/http/etag.ts"
import { isBrowser } from "../../src/server/platform/http/is-visit.ts"
import { threadTimer } from "../support/cpu-time.ts"

const itemOf = (text: string): ProfileItem => ({
  ...{ kind: "link", label: text, value: text, service: "", on_page: true, in_contact: true },
})

const profileOf = (text: string): PublicProfile => ({
  ...{ id: text, username: text, full_name: text, job_title: text, business_name: text, business_phone: text },
  ...{ email: text, address: text, bio: text, profile_picture: "", banner_picture: "", accent: "" },
  ...{ social_media: { website: `https://example.com/${text}`, linkedin: text }, updated_at: text },
  look: { layout: "classic", ground: "paper", pattern: "" },
  ...{ profile_items: [itemOf(text)], field_visibility: {}, is_indexed: true, takes_details: false },
})

/** Every field of a form, each with the same text. */
const formOf = (text: string): Record<string, unknown> => ({
  ...profileOf(text),
  ...{ fullName: text, password: text, confirmPassword: text, termsAgreed: true, code: text, reason: text },
  ...{ detail: text, seen_until: text, q: text, cursor: text, status: text, actor: text, subject: text },
  ...{ website: text, instagram: text, from: text },
})
const checks = (schema: z.core.$ZodType) => (text: string) => z.safeParse(schema, formOf(text))

const READERS: Record<string, (text: string) => unknown> = {
  loginForm: checks(loginForm()),
  signupForm: checks(signupForm()),
  profileForm: checks(profileForm()),
  profilePayload: checks(profilePayload()),
  codeForm: checks(codeForm()),
  recoveryCodeForm: checks(recoveryCodeForm()),
  reportForm: checks(reportForm()),
  dismissForm: checks(dismissForm()),
  userListQuery: checks(userListQuery),
  cardListQuery: checks(cardListQuery),
  reassignForm: checks(reassignForm),
  auditQuery: checks(auditQuery),
  confirmsDeactivation,
  isEmailAddress,
  "isEmailAddress, a domain": (text) => isEmailAddress(`a@${text}`),
  httpUrl,
  "httpUrl, a host": (text) => httpUrl(`https://${text}`),
  "isLink, a host": (text) => isLink(`https://${text}`),
  "httpUrl, a path": (text) => httpUrl(`https://example.com/${text}`),
  withScheme,
  displayUrl,
  fromPunycode,
  initials,
  splitName,
  nameProblem: (text) => nameProblem(text, 2),
  readableName,
  oneLine,
  manyLines,
  sentLines,
  isReservedName: (text) => isReservedName(text, text),
  isUuid,
  ownPath: (text) => ownPath(`/${text}`, "/"),
  formatPhone,
  displayPhone,
  telHref,
  plainPhone,
  "formatTyped, from abroad": (text) => formatTyped(`+49${text}`, formatInternational),
  caretAfterFormat: (text) => caretAfterFormat(text, text.length, formatPhone(text), true),
  "caretAfterFormat, abroad": (text) => caretAfterFormat(`+${text}`, 1, text, true),
  "internationalPhone, a number": (text) => internationalPhone(`+49${text}`),
  cleanPlace: (text) => cleanPlace({ city: text, state: text, country: text }),
  deviceName,
  csv: (text) => csv([[text, text]]),
  vcard: (text) => vcard({ profile: contactFields(profileOf(text)), url: text }),
  smallVcard: (text) => smallVcard({ profile: contactFields(profileOf(text)), url: text }),
  contactFileName: (text) => contactFileName(profileOf(text)),
  cardCountOf,
  isCardId,
  withoutAddress,
  passwordWeakness: (text) => passwordWeakness(text, { min: 8, message: "" }, [text]),
  normalizedIp,
  isBrowser: (text) => isBrowser({ headers: { get: () => text } }),
  matchesEtag: (text) => matchesEtag(text, '"x"'),
  chooseEncoding,
  tidyPath,
}

/** What keeps a careless pattern or loop busy: repeated text after a matching start, before an end that does not match. */
const PUMPS = [
  ...["@", " ", "\n", "\t", "a", "A", "0", ".", "-", "/", "%", "'", '"', "=", "+", ",", ";", ":", "\\", "(", "[", "<"],
  ...["\0", "\u0301", "\u200b", "\u202e", "\u3164", "\ud800", "é", "👩‍🚀", "a.", "a@", "1:", "a,", " a", "a-", "%41"],
  ...["a.a@", "Version/1.Safari", "bot ", "/card/a", "https://", "xn--a.", "q=0;", "\r\n", "W/", "🏴\u{e0067}", "1."],
]
/** No repetition: sorting, counting and encoding of characters is slowest when they differ. */
const characters = (first: number, count: number, step: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(first + ((at * step) % count))).join("")
const DIFFERENT = {
  cjk: characters(0x4e00, 20_000, 7_919),
  hangul: characters(0xac00, 11_000, 7_919),
  combining: characters(0x300, 0x6f, 53),
  emoji: characters(0x1f300, 0x2ff, 101),
  arabic: characters(0x621, 0x2a, 11),
}
PUMPS.push(...Object.values(DIFFERENT))
const ENDS = ["", "\nx", "!"]
const SHAPES = PUMPS.flatMap((pump) => ENDS.map((end) => ({ pump, end })))

const SHORT = 10_000
const GROWTH = 4
/** Four times the input may take four times as long, and twice that on a busy machine. */
const RATIO_MAX = 8
/** Linux counts the time of a thread in ticks as long as this: the short one may have taken a tick more than it was said to. */
const TICK_MS = 4
/** Shorter times are not compared: a busy machine would decide. */
const QUICK_MS = 60

const textOf = ({ pump, end }: (typeof SHAPES)[number], length: number): string =>
  pump.repeat(Math.ceil(length / pump.length)).slice(0, length) + end

function timeOf(read: (text: string) => unknown, text: string): number {
  const worked = threadTimer()
  read(text)
  return worked()
}

/** The inputs on which `read` takes longer than its share, three times in a row. */
const slowOn = (read: (text: string) => unknown, shapes = SHAPES, short = SHORT): string[] =>
  shapes
    .filter((shape) => {
      const long = textOf(shape, short * GROWTH)
      const isSlow = () => {
        const ms = timeOf(read, long)
        return ms > QUICK_MS && ms / (timeOf(read, textOf(shape, short)) + TICK_MS) > RATIO_MAX
      }
      return isSlow() && isSlow() && isSlow()
    })
    .map(({ pump, end }) => `${JSON.stringify(pump.slice(0, 30))} over and over, then ${JSON.stringify(end)}`)

describe("long hostile input", () => {
  it("would be noticed if it took more than its share", () => {
    // A machine that stands still while it reads the short text hides one slow reading, hardly three.
    const isNoticed = (pump: string, read: (text: string) => unknown) =>
      [1, 2, 3].some(() => slowOn(read, [{ pump, end: "\nx" }], SHORT / 2).length === 1)
    expect(isNoticed(" ", (text) => /\s+$/.test(text))).toBe(true)
    expect(isNoticed("@", (text) => text.replace(/^(.).*(@.*)$/, "$1…$2"))).toBe(true)
  })

  it.each(Object.keys(READERS))("takes %s time in proportion to its length", (name) => {
    const read = READERS[name]
    if (read === undefined) throw new Error(`no reader is called ${name}`)
    expect(slowOn(read)).toEqual([])
  })
})
