import { expect, test } from "vitest"
import { base32, hotp, keyUri, matchingStep, stepAt } from "./totp.ts"

const SECRET = Buffer.from("12345678901234567890")

test("codes by counter are those of RFC 4226, appendix D", () => {
  expect(Array.from({ length: 10 }, (_, counter) => hotp(SECRET, counter))).toEqual([
    "755224",
    "287082",
    "359152",
    "969429",
    "338314",
    "254676",
    "287922",
    "162583",
    "399871",
    "520489",
  ])
})

test.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
])("the code at second %i is that of RFC 6238, appendix B", (second, code) => {
  const moment = new Date(second * 1000)
  expect(hotp(SECRET, stepAt(moment), 8)).toBe(code)
  expect(matchingStep(SECRET, code.slice(2), moment)).toBe(stepAt(moment))
})

test("the step before and the step after are accepted, and no other", () => {
  const now = new Date(1_800_000_000_000)
  const accepted = [-2, -1, 0, 1, 2].filter((d) => matchingStep(SECRET, hotp(SECRET, stepAt(now) + d), now) !== null)
  expect(accepted).toEqual([-1, 0, 1])
})

test("text that is not a code matches nothing", () => {
  for (const code of ["", "12345", "1234567", "٠١٢٣٤٥", "abcdef"])
    expect(matchingStep(SECRET, code, new Date(59_000))).toBeNull()
})

test("base32 is that of RFC 4648, section 10, without padding", () => {
  const encoded = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => base32(Buffer.from(text)))
  expect(encoded).toEqual(["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"])
})

test("the key URI names the account, the issuer and the parameters", () => {
  const url = new URL(keyUri("MZXW6", "Jen & Sons", "a+b@example.com"))
  expect(url.href.startsWith("otpauth://totp/Jen%20%26%20Sons:a%2Bb%40example.com?")).toBe(true)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    algorithm: "SHA1",
    digits: "6",
    issuer: "Jen & Sons",
    period: "30",
    secret: "MZXW6",
  })
})
