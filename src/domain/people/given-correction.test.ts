// What a giver's correction does to the owner's note.
import { expect, test } from "vitest"
import { personOf } from "./given.ts"
import { corrected } from "./given-correction.ts"
import { PERSON_NOTE_MAX } from "./people-limits.ts"

const GIVEN = { name: "Hana", phone: "+1 555 0100", email: "", company: "", message: "" }
const noteAfter = (note: string, before: string, after: string) =>
  corrected({ ...personOf(GIVEN), note }, { ...GIVEN, message: before }, { ...GIVEN, message: after }).note

test.each([
  ["a word in it", "Met at this fair. Chiefly paper.\nhi", "hi", "Hello", "Met at this fair. Chiefly paper.\nHello"],
  ["capitals in it", "LOOKS a good lead for TOKYO\nOK", "OK", "", "LOOKS a good lead for TOKYO"],
  ["the same line above", "OK\nasked twice\nOK", "OK", "No", "OK\nasked twice\nNo"],
  ["lines below", "hi\nCall her", "hi", "Hello", "Hello\nCall her"],
  ["a message that was removed", "Call her", "hi", "Hello", "Call her\nHello"],
  ["a message that was removed and is the same", "Call her", "hi", "hi", "Call her"],
  ["a message without letters for patterns", "a.c\nabc", "a.c", "$&", "$&\nabc"],
  ["a message of several lines", "Tall\none\n\ntwo\nend", "one\n\ntwo", "three", "Tall\nthree\nend"],
  ["nothing before", "", "", "Hello", "Hello"],
  ["nothing after", "hi", "hi", "", ""],
])("stays as it is around the message, with %s", (_, note, before, after, expected) => {
  expect(noteAfter(note, before, after)).toBe(expected)
})

test("is never cut and never too long for its form: the message gives way, and is found again", () => {
  const own = "x".repeat(PERSON_NOTE_MAX - 20)
  const shortened = noteAfter(`${own}\nhi`, "hi", "Hello from the whole team")
  expect(shortened).toBe(`${own}\nHello from the who…`)
  expect(shortened).toHaveLength(PERSON_NOTE_MAX)
  expect(noteAfter(shortened, "Hello from the whole team", "Hello")).toBe(`${own}\nHello`)
  expect(noteAfter("x".repeat(PERSON_NOTE_MAX), "", "Hello")).toBe("x".repeat(PERSON_NOTE_MAX))
  // Written by another program, which knows no limit.
  const long = "x".repeat(3 * PERSON_NOTE_MAX)
  expect(noteAfter(`hi\n${long}`, "hi", "yo")).toBe(`yo\n${long}`)
})
