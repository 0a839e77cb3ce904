// What an archive may hold of people: all that the program stores.
import { expect, test } from "vitest"
import { PERSON_MAX_BYTES, PERSON_STORED_MAX_BYTES } from "../../../domain/people/people-limits.ts"
import { PEOPLE_RULES } from "./people-rules.ts"
import type { Check } from "./value-checks.ts"

test("a contact that the profile it follows made larger than its owner could is restored, and no endless one", () => {
  const isAccepted = PEOPLE_RULES.people.columns.card as Check
  const card = (bytes: number) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nPHOTO:${"A".repeat(bytes)}\r\nEND:VCARD\r\n`
  expect(isAccepted(card(PERSON_MAX_BYTES + 90_000), {})).toBe(true)
  expect(isAccepted(card(PERSON_STORED_MAX_BYTES), {})).toBe(false)
})
