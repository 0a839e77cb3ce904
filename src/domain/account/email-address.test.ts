import { describe, expect, it, test } from "vitest"
import { isEmailAddress, mailboxOf } from "./email-address.ts"

describe("an email address", () => {
  it.each([
    "anna@example.com",
    "anna.meier+cards@mail.example.co.uk",
    "o'hara@example.com",
    "_x-9@example.com",
    "ANNA@EXAMPLE.COM",
    "anna@xn--mnchen-3ya.de",
    "anna@xn--e1afmkfd.xn--p1ai",
    `${"a".repeat(64)}@example.com`,
    `anna@${"a".repeat(63)}.com`,
  ])("may be %j", (text) => {
    expect(isEmailAddress(text)).toBe(true)
  })

  it.each([
    "",
    "@",
    "anna",
    "anna@",
    "@example.com",
    "anna@example",
    "anna@@example.com",
    "anna@example.com@example.org",
    ".anna@example.com",
    "anna.@example.com",
    "an..na@example.com",
    "anna@-example.com",
    "anna@example-.com",
    "anna@example..com",
    "anna@.example.com",
    "anna@example.com.",
    "anna@[127.0.0.1]",
    "anna@127.0.0.1",
    '"anna meier"@example.com',
    "Anna <anna@example.com>",
    "<anna@example.com>",
    "anna@example.com,bob@example.com",
    "anna@example.com bob@example.com",
    "anna(comment)@example.com",
    "anna@example.com\r\nBcc: bob@example.com",
    "anna\r\n@example.com",
    "anna@exam\tple.com",
    "anna\0@example.com",
    "anna@example.com\n",
    "anna\u202e@example.com",
    "anna@exämple.com",
    "änna@example.com",
    "anna\\@example.com",
    "anna%example.org@example.com",
    `${"a".repeat(65)}@example.com`,
    `anna@${"a".repeat(64)}.com`,
    `anna@${"a.".repeat(125)}com`,
  ])("cannot be %j", (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })
})

test("addresses that big providers deliver to one mailbox are counted as one", () => {
  for (const email of ["ada@example.com", "A.d.a@EXAMPLE.com", "ada+a@example.com", "a.da+b+c@example.com"])
    expect(mailboxOf(email)).toBe("ada@example.com")
  expect(mailboxOf("ada@example.org")).not.toBe(mailboxOf("ada@example.com"))
})
