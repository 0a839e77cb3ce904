// What an item of a profile may hold.
import { expect, test } from "vitest"
import { FIELD, ITEM } from "../messages.ts"
import { displayItemDate, isItemDate, itemValue } from "./items.ts"
import { httpUrl } from "./links.ts"

test("a link is completed, normalized and assigned to its service", () => {
  expect(itemValue("link", " example.com/me ")).toEqual({ value: "https://example.com/me", service: "" })
  expect(itemValue("link", "https://www.github.com/sasha")).toEqual({
    value: "https://www.github.com/sasha",
    service: "github",
  })
  expect(itemValue("link", "@sasha", "github")).toEqual({ value: "https://github.com/sasha", service: "github" })
})

test("a link in another script is kept as typed where its encoded form would be too long to be shown", () => {
  const typed = `https://example.com/${"寿".repeat(470)}`
  expect(itemValue("link", typed)).toEqual({ value: typed, service: "" })
  expect(httpUrl(typed)).toMatch(/^https:\/\/example\.com\/(%E5%AF%BF){470}$/)
  expect(itemValue("link", "https://example.com/寿")).toEqual({ value: "https://example.com/%E5%AF%BF", service: "" })
})

test.each([
  ["link", "javascript:alert(1)", FIELD.urlInvalid],
  ["link", "no link", FIELD.urlInvalid],
  ["link", `https://example.com/${"x".repeat(500)}`, FIELD.tooLong],
  ["email", "sasha@localhost", FIELD.contactEmailInvalid],
  ["email", "sasha@example.com\nBCC:x@example.com", FIELD.contactEmailInvalid],
  ["date", "1990-02-30", ITEM.dateInvalid],
  ["date", "soon", ITEM.dateInvalid],
  ["text", " \n", ITEM.empty],
  ["text", "x".repeat(501), FIELD.tooLong],
  ["address", "x".repeat(301), FIELD.tooLong],
] as const)("%s does not take %j", (kind, typed, problem) => {
  expect(itemValue(kind, typed)).toEqual({ problem })
})

test("a handle that its service does not know is refused with a sentence of its own", () => {
  expect(itemValue("link", "a b", "github")).toEqual({ problem: ITEM.handleInvalid })
  expect(itemValue("link", "https://evil.example/sasha", "github")).toEqual({ problem: ITEM.handleInvalid })
})

test("addresses and texts keep their lines, an email has one", () => {
  expect(itemValue("address", "1 Quay Street\nSan Francisco")).toEqual({
    value: "1 Quay Street\nSan Francisco",
    service: "",
  })
  expect(itemValue("email", " sasha@example.com ")).toEqual({ value: "sasha@example.com", service: "" })
})

test.each(["1990-05-04", "2000-02-29", "--02-29", "--12-31"])("%s is a date", (text) => {
  expect(isItemDate(text)).toBe(true)
})

test.each(["1990-13-01", "1990-00-10", "1990-05-00", "1999-02-29", "--02-30", "-05-04", "90-05-04", "0000-01-01", ""])(
  "%j is not a date",
  (text) => {
    expect(isItemDate(text)).toBe(false)
  },
)

test("a date is shown as people write it; what is no date stays", () => {
  expect(["1990-05-04", "--05-04", "1990-02-3"].map(displayItemDate)).toEqual(["May 4, 1990", "May 4", "1990-02-3"])
})
