import { expect, test } from "vitest"
import { countryName, placeText } from "./place-names.ts"

test.each([
  ["PT", "Portugal"],
  ["US", "United States"],
  ["Germany", "Germany"],
  ["QQ", "QQ"],
  ["", ""],
])("the country %j is called %j", (country, name) => {
  expect(countryName(country)).toBe(name)
})

test("a place has its city or state, and its country", () => {
  expect(placeText({ city: "Lisboa", state: "Lisbon", country: "PT" })).toBe("Lisboa, Portugal")
  expect(placeText({ city: "", state: "Bayern", country: "DE" })).toBe("Bayern, Germany")
  expect(placeText({ city: "", state: "", country: "" })).toBe("")
})
