// The address that calls a number of a contact.
import { expect, test } from "vitest"
import { phoneLink } from "./reach-links.ts"

test.each([
  ["+49 30 1234567", "tel:+49301234567"],
  ["(555) 123-4567", "tel:5551234567"],
  ["ask at the desk", null],
  ["+", null],
])("%j is %j", (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})
