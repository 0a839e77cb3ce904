import { expect, it } from "vitest"
import { roomLeft, roomNearLimit, roomText } from "./room-left.ts"

it("counts characters as people do, and spaces around them not at all", () => {
  expect(roomText(roomLeft("abc", 5))).toBe("2 characters left")
  expect(roomText(roomLeft("  abc  ", 4))).toBe("1 character left")
  expect(roomText(roomLeft("😀".repeat(51), 100))).toBe("49 characters left")
  expect(roomText(roomLeft("😀".repeat(102), 100))).toBe("2 characters over the limit")
})

it("says so only near the limit", () => {
  expect(roomNearLimit("😀".repeat(51), 100)).toBeUndefined()
  expect(roomNearLimit("😀".repeat(90), 100)).toBe(10)
})
