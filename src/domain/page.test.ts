import { describe, expect, test } from "vitest"
import * as z from "zod/mini"
import { cursorOf, cursorParameter, pageOf, positionOf } from "./page.ts"

const id = "0f8fad5b-d9cb-469f-a165-70867728950e"
const position = { rank: "1777636800123456", id }
const row = (n: number) => ({ rank: String(n), id })

describe("a cursor", () => {
  test("leads back to the position it was made of", () => {
    expect(positionOf(cursorOf(position))).toEqual(position)
    expect(z.parse(cursorParameter, cursorOf(position))).toEqual(position)
  })

  test("needs no id where ranks are unique", () => {
    expect(positionOf(cursorOf({ rank: "7" }))).toEqual({ rank: "7", id: "00000000-0000-0000-0000-000000000000" })
  })

  test("that is empty or missing asks for the first page", () => {
    expect(z.parse(cursorParameter, "")).toBeNull()
    expect(z.parse(cursorParameter, undefined)).toBeNull()
  })
})

describe("a page", () => {
  test("that is followed by more rows names the last row it shows", () => {
    const rows = [row(5), row(4), row(3)]
    expect(pageOf(rows, 2, cursorOf)).toEqual({ items: [row(5), row(4)], next: cursorOf(row(4)) })
  })

  test.each([0, 1, 2])("of %i rows, which fit, is the last one", (count) => {
    const rows = Array.from({ length: count }, (_, n) => row(n))
    expect(pageOf(rows, 2, cursorOf)).toEqual({ items: rows, next: null })
  })
})
